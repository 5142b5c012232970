#!/usr/bin/env python3
"""Makes a DuckDB extension of a shared object: appends the footer that DuckDB reads before it loads the file.

The footer has 534 bytes: a header of 22, eight fields of 32, of which DuckDB reads the last one first, and 256 for a
signature, which are zero here. The header makes footer and signature a custom section of WebAssembly, named
duckdb_signature, so that extensions of that kind stay valid; DuckDB itself does not read it."""

import argparse
import os
import pathlib

SECTION = b"duckdb_signature"
FIELD, FIELDS, SIGNATURE = 32, 8, 256
MAGIC = "4"  # DuckDB's mark of an extension
C_API = "v1.2.0"  # the least version of the stable C extension API that has all that is called
ABI = "C_STRUCT"


def leb128(number: int) -> bytes:
    """A number of two groups of seven bits, the low one first, as WebAssembly writes sizes."""
    return bytes([number & 0x7F | 0x80, number >> 7])


def field(text: str) -> bytes:
    if len(text) > FIELD:
        raise SystemExit(f"{text!r} has {len(text)} characters (expected at most {FIELD})")
    return text.encode("ascii").ljust(FIELD, b"\0")


def footer(platform: str, version: str) -> bytes:
    content = b"".join(map(field, ["", "", "", ABI, version, C_API, platform, MAGIC])) + bytes(SIGNATURE)
    assert len(content) == FIELD * FIELDS + SIGNATURE
    named = bytes([len(SECTION)]) + SECTION + leb128(len(content)) + content
    return b"\0" + leb128(len(named)) + named  # section 0: a custom one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shared_object", type=pathlib.Path)
    parser.add_argument("extension", type=pathlib.Path)
    parser.add_argument("--platform", required=True, help="what PRAGMA platform prints, such as linux_amd64")
    parser.add_argument("--version", required=True, help="of the extension")
    arguments = parser.parse_args()
    arguments.extension.parent.mkdir(parents=True, exist_ok=True)
    made = arguments.extension.with_suffix(".new")
    made.write_bytes(arguments.shared_object.read_bytes() + footer(arguments.platform, arguments.version))
    os.replace(made, arguments.extension)


if __name__ == "__main__":
    main()
