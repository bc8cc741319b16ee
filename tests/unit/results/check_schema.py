"""Validates what write_example_results prints against the schema, and that the schema can refuse.

Usage: check_schema.py PROGRAM SCHEMA. Needs Debian's python3-jsonschema.
"""
import copy
import json
import subprocess
import sys

import jsonschema


def reject(name):
    raise ValueError(f"{name} is no JSON")


def main(program, schema_file):
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    text = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout
    results = json.loads(text, parse_constant=reject)
    validator.validate(results)

    repeat = results["cells"][0]["repeats"][0]
    wrong = [
        (repeat, "ops_per_second", "1"),
        (repeat, "operations", -1),
        (repeat["response_ns"], "p99", "0"),
        (results["cells"][0], "durability", "some"),
        (results["cells"][0], "failed", None),
        (results["run"], "seed", 1.5),
        (results, "schema", 2),
    ]
    for owner, field, value in wrong:
        kept = copy.deepcopy(owner[field])
        owner[field] = value
        if validator.is_valid(results):
            sys.exit(f"the schema accepts {field} = {value!r}")
        del owner[field]
        if validator.is_valid(results):
            sys.exit(f"the schema does not require {field}")
        owner[field] = kept
    validator.validate(results)


main(*sys.argv[1:])
