# How every target of the project is built: warnings, sanitizers, where includes start.

add_library(assay_flags INTERFACE)
# g++ 12 warns of overlaps and overflows inside std::string's operator+ that are not there (GCC bug 105651).
target_compile_options(assay_flags INTERFACE -Wall -Wextra -Werror
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow>)
target_link_libraries(assay_flags INTERFACE fmt::fmt nlohmann_json::nlohmann_json Threads::Threads)
if(ASSAY_SANITIZE)
  add_compile_options(-fsanitize=${ASSAY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ASSAY_SANITIZE})
endif()

# What nearly every file includes, compiled once for the rooms and once with GoogleTest for the tests;
# a clean build takes nearly twice as long without. All code is position-independent in one way, since
# a precompiled header only serves files compiled alike.
set(ASSAY_PRECOMPILED <algorithm> <chrono> <filesystem> <functional> <map> <optional> <span> <sstream> <string> <vector>
  <fmt/format.h> <nlohmann/json.hpp>)
add_compile_options(-fPIC -pthread)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/empty.cc CONTENT "")
add_library(assay_pch STATIC ${PROJECT_BINARY_DIR}/generated/empty.cc)
target_link_libraries(assay_pch PUBLIC assay_flags)
target_precompile_headers(assay_pch PRIVATE ${ASSAY_PRECOMPILED})
# The tests' own code, not what they test: it compiles in three quarters of the time.
set(ASSAY_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)
if(ASSAY_TESTS)
  add_library(assay_test_pch STATIC ${PROJECT_BINARY_DIR}/generated/empty.cc)
  target_link_libraries(assay_test_pch PUBLIC assay_flags GTest::gtest)
  target_precompile_headers(assay_test_pch PRIVATE ${ASSAY_PRECOMPILED} <gtest/gtest.h>)
  target_compile_options(assay_test_pch PRIVATE ${ASSAY_TEST_OPTIONS})
endif()

# Compiles a target's files as one unit where the preset asks for it; APART: files that cannot be one,
# since they use one name for different things.
function(assay_unity target apart)
  if(NOT apart)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${ASSAY_UNITY} UNITY_BUILD_BATCH_SIZE 0)
  endif()
endfunction()

# assay_room(NAME SOURCES file… LIBRARIES target…): one room of orchestrator/ or adapters/ as a static library assay_NAME.
# A room without sources is an interface library.
function(assay_room name)
  cmake_parse_arguments(ROOM "APART" "" "SOURCES;LIBRARIES" ${ARGN})
  if(ROOM_SOURCES)
    add_library(assay_${name} STATIC ${ROOM_SOURCES})
    target_link_libraries(assay_${name} PRIVATE assay_flags PUBLIC ${ROOM_LIBRARIES})
    target_precompile_headers(assay_${name} REUSE_FROM assay_pch)
    assay_unity(assay_${name} ${ROOM_APART})
    target_include_directories(assay_${name} PUBLIC ${PROJECT_SOURCE_DIR}/orchestrator ${PROJECT_SOURCE_DIR})
  else()
    add_library(assay_${name} INTERFACE)
    target_link_libraries(assay_${name} INTERFACE ${ROOM_LIBRARIES})
    target_include_directories(assay_${name} INTERFACE ${PROJECT_SOURCE_DIR}/orchestrator ${PROJECT_SOURCE_DIR})
  endif()
endfunction()

# assay_test(NAME SOURCES file… LIBRARIES target… [TIMEOUT seconds] [LABELS label…]): a GoogleTest
# program, its tests known to ctest as NAME.…  With MEASURES, each of them takes two of ctest's jobs:
# the program rightly refuses a window that other tests starved.  With ALONE, none runs beside another
# test.  With LONG, the tests whose name
# begins with Long are long proofs, labelled so: they run under `./assay test --all` only. Those
# labelled slow are no part of a build with the address sanitizer, which does not run them.
function(assay_test name)
  cmake_parse_arguments(TEST "ALONE;APART;LONG;MEASURES" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 120)
  endif()
  set(ALONE FALSE)
  if(TEST_ALONE)
    set(ALONE TRUE)
  endif()
  set(PROCESSORS 1)
  if(TEST_MEASURES)
    set(PROCESSORS 2)
  endif()
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE assay_flags ${TEST_LIBRARIES} GTest::gtest GTest::gtest_main)
  target_precompile_headers(${name} REUSE_FROM assay_test_pch)
  target_compile_options(${name} PRIVATE ${ASSAY_TEST_OPTIONS})
  assay_unity(${name} ${TEST_APART})
  target_compile_definitions(${name} PRIVATE ASSAY_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}" ASSAY_BINARY_FOLDER="${PROJECT_BINARY_DIR}")
  if(ASSAY_SANITIZE MATCHES address AND "slow" IN_LIST TEST_LABELS)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    return()
  endif()
  if(TEST_LONG)
    gtest_discover_tests(${name} TEST_FILTER "*.Long*" TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60 TEST_LIST ${name}_long
      PROPERTIES TIMEOUT 7200 RUN_SERIAL ${ALONE} PROCESSORS ${PROCESSORS} LABELS long)
    set(SHORT TEST_FILTER "-*.Long*")
  endif()
  gtest_discover_tests(${name} ${SHORT} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${TEST_TIMEOUT} RUN_SERIAL ${ALONE} PROCESSORS ${PROCESSORS} LABELS "${TEST_LABELS}")
endfunction()

# assay_benchmark(NAME SOURCES file… LIBRARIES target…): a Google Benchmark program in bin/; nobody
# wants one's figures with a sanitizer.
function(assay_benchmark name)
  cmake_parse_arguments(BENCHMARK "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${BENCHMARK_SOURCES})
  if(ASSAY_SANITIZE)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
  target_link_libraries(${name} PRIVATE assay_flags ${BENCHMARK_LIBRARIES} benchmark::benchmark)
endfunction()

include(AssayPlugin)
