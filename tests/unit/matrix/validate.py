"""Validates JSON documents against a draft-07 schema: validate.py SCHEMA FILE…

Prints one line per file: "valid" or "invalid". Needs the Debian package python3-jsonschema."""

import json
import sys

from jsonschema import Draft7Validator

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
Draft7Validator.check_schema(schema)
validator = Draft7Validator(schema)
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        print("valid" if validator.is_valid(json.load(file)) else "invalid")
