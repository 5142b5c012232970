/* What the halves of the interpreter share: expressions (oracle.c) and formats (oracle_formats.c). */
#ifndef ROWKEY_TESTS_ORACLE_H
#define ROWKEY_TESTS_ORACLE_H

#include "model.h"

/* A constant has no type yet: it takes that of what it is used with. */
enum type { CONSTANT, U64, I64, FLOAT, TEXT, DIGEST };

struct result {
  enum type type;
  uint64_t magnitude; /* integers: with a sign */
  bool negative;
  double number; /* FLOAT */
  bool is_float32;
  uint8_t digest[16];
  const uint8_t *text;
  size_t size;
  size_t width; /* of text of a column that has one: its own size */
};

/* A record, and the bytes of its key right of the current top-level field. */
struct scope {
  const struct record *record;
  const struct bytes *rest;
  bool rest_is_constant; /* nothing but literal text */
  bool rest_is_fixed;    /* as long in every record */
};

void append(struct bytes *bytes, const void *more, size_t size);

/* The value in the format, after what is there. False if it does not fit. */
bool append_formatted(struct result value, const struct model_format *format, struct bytes *bytes);

/* The field's bytes after what is there. False if it has none. */
bool append_field(const struct model_field *field, const struct scope *scope, struct bytes *bytes);

#endif
