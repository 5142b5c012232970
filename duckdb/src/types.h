/* What DuckDB's types are to the library: kinds of values, and the types of columns that keep them. */
#ifndef ROWKEY_DUCKDB_TYPES_H
#define ROWKEY_DUCKDB_TYPES_H

#include "extension.h"

/* How a vector's values become the library's. */
enum carry {
  CARRY_NUMBERS, /* they lie as the tag says */
  CARRY_STRINGS, /* copied, with offsets of 64 bits */
  CARRY_ENUMS,   /* their texts */
  CARRY_UUIDS,   /* 16 bytes in their order, where DuckDB has a number */
  CARRY_UNSIGNED /* UHUGEINT, as four words */
};

struct value_type {
  uint32_t tag; /* what the values are: a ROWKEY_TAG; 0 where no layout can use them */
  enum carry carry;
  size_t size;       /* of a number in the vector */
  bool has_infinity; /* numbers that stand for infinity and -infinity: the largest, and its negative */
  const char *name;  /* in SQL; NULL of types that have no row in the table */
  char column[16];   /* the type of a column that is not declared, such as "i64" */
};

struct value_type value_type_of(duckdb_logical_type type);

#endif
