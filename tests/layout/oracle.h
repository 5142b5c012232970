/* What the halves of the interpreter share: expressions (oracle.c, oracle_texts.c) and formats
 * (oracle_formats.c). */
#ifndef ROWKEY_TESTS_ORACLE_H
#define ROWKEY_TESTS_ORACLE_H

#include "kernels/hashes.h"
#include "model.h"

/* A constant has no type yet: it takes that of what it is used with. */
enum type { CONSTANT, U64, I64, FLOAT, TEXT, DIGEST };

struct result {
  enum type type;
  uint64_t magnitude; /* integers: with a sign */
  bool negative;
  rowkey_time_unit unit; /* of an instant */
  double number;         /* FLOAT */
  bool is_float32;
  uint8_t digest[8 * MOST_HASH_VALUES];
  const uint8_t *text;
  size_t size;
  size_t width; /* of text: its own size where it is as long in every record, else 0; of a digest its size */
};

/* A record, and the bytes of its key right of the current top-level field. */
struct scope {
  const struct record *record;
  const struct bytes *rest;
  bool rest_is_constant; /* nothing but literal text */
  bool rest_is_fixed;    /* as long in every record */
};

/* Whether the field, which has this value, has as many bytes in every record. */
bool is_fixed(const struct model_field *field, const struct result *value, const struct scope *scope);
/* Whether the expression has one value for all records. */
bool is_constant(const struct expression *expression, const struct scope *scope);

/* What the call makes of the text `result`, in `text`, where that may lie already. False if it has none. */
struct text_numbers {
  uint64_t from, count;
  bool has_separator;
  uint8_t separator;
};
bool call_of_text(enum text_call_kind call, struct text_numbers numbers, struct result *result,
                  struct bytes *text);

/* `text` is where a text goes that is made, after those that it is made from. False if there is no value. */
bool evaluate(const struct expression *expression, const struct scope *scope, struct result *result,
              struct bytes *text);

void append(struct bytes *bytes, const void *more, size_t size);

/* The value in the format, after what is there. False if it does not fit. */
bool append_formatted(struct result value, const struct model_format *format, struct bytes *bytes);

/* ---- oracle_constants.c ---------------------------------------------------------------------- */

/* Whether it is made from integers by signs alone. */
bool is_constant_expression(const struct expression *expression);
/* Such a one. False if it has no value, or one that is neither a u64 nor an i64. */
bool evaluate_constant(const struct expression *expression, struct result *result);
/* The number times the factor, rounded down or to the nearest integer, of two to the even one. False if it is
 * no i64. */
bool scale(double number, uint64_t factor, bool floors, struct result *result);

/* ---- oracle_operations.c --------------------------------------------------------------------- */

/* interleave of so many numbers, and of bits, which stand after them. */
bool take_in_turns(const struct result *numbers, size_t count, struct result *result);
/* The function `name` of its arguments. False if it has no result. */
bool operate_by_name(const char *name, const struct result arguments[3], struct result *result);

/* ---- oracle.c -------------------------------------------------------------------------------- */

/* Whether the integer is of the type. */
bool fits(struct result value, enum type type);
/* The type that two integers have together. */
enum type type_of_both(struct result a, struct result b);
/* The field's bytes after what is there. False if it has none. */
bool append_field(const struct model_field *field, const struct scope *scope, struct bytes *bytes);

#endif
