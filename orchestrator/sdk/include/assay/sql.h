// The component of databases that speak SQL: the user's own statements, as their matrix gives them.
// Thread rule, pending and ownership are as in key_value.h. A transaction is the session's: Table
// and Sql of one session share it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "assay/types.h"

namespace assay {

// What a parameter is. It is given as a Cell, of which the named member counts.
enum class SqlType : std::uint8_t {
  integer,    // integer
  text,       // bytes, UTF-8
  timestamp,  // bytes: "2024-12-31 23:59:59", without a zone
};

// How the system writes the place of a parameter in a statement.
enum class Placeholders : std::uint8_t {
  question_number,  // ?1 ?2: a number may come more than once
  dollar_number,    // $1 $2: likewise
  question,         // ? ?: one parameter each, in the order of the text
};

// What a transaction is begun for.
enum class Access : std::uint8_t {
  read,   // it changes nothing, and says so to systems that want to know
  write,  // it may change rows: takes the write lock at once where the system has one for all
};

struct Dialect {
  std::string name;  // "sqlite", "postgresql", "mysql": what a matrix calls it, lower case
  Placeholders placeholders = Placeholders::question_number;
};

// The place of parameter `number`, counted from 1: "$2".
inline std::string placeholder(Placeholders style, std::size_t number) {
  switch (style) {
    case Placeholders::question_number:
      return "?" + std::to_string(number);
    case Placeholders::dollar_number:
      return "$" + std::to_string(number);
    case Placeholders::question:
      break;
  }
  return "?";
}

class ASSAY_EXPORT Sql {
 public:
  virtual ~Sql() = default;

  // Constant. Its name is the one in Capabilities::dialect.
  virtual Dialect dialect() const = 0;

  // Prepares one statement, whose placeholders are those of the dialect: parameters[i] is the type
  // of the i-th. Gives the number that execute takes: 0 for the session's first, then 1, and so on.
  // Blocks in either form, outside the timed window. Throws Error (wrong_usage) with what the
  // database itself said, also for a text of no statement or of several, and for a statement with
  // another number of parameters.
  // REQUIRES: no operation is in flight.
  virtual std::uint32_t prepare(const std::string& statement,
                                std::span<const SqlType> parameters) = 0;

  // Runs a prepared statement to its end. ok, for a statement that gives rows (none is ok, too):
  // reply.number is how many and reply.cells holds them, row-major: integers in Cell::integer with
  // bytes absent, everything else in Cell::bytes, as the database writes it; NULL is 0, bytes
  // absent. ok, for any other statement: reply.number is the rows it changed, 0 for one that
  // changes none by its kind, and reply.cells is empty. conflict: lost against another writer, or a
  // constraint does not hold.
  // REQUIRES: as many parameters as were prepared.
  virtual Status execute(std::uint32_t statement, std::span<const Cell> parameters,
                         Reply& reply) = 0;

  // A transaction around the calls between begin and commit or rollback. conflict from any call
  // inside: it is already rolled back.
  virtual Status begin(Access access, Reply& reply) = 0;
  virtual Status commit(Reply& reply) = 0;
  virtual Status rollback(Reply& reply) = 0;
};

}  // namespace assay
