/* Layouts as the tests make them up, and what each row's key should be: an interpreter of one row at a time
 * that shares nothing with the library but the list of hashes and the kernels' reference. */
#ifndef ROWKEY_TESTS_MODEL_H
#define ROWKEY_TESTS_MODEL_H

#include <rowkey/rowkey.h>
#include <stdbool.h>

#include "kernels/kernel_table.h"

enum expression_kind {
  INTEGER,
  STRING,
  FLOAT_CONSTANT, /* `number`, which is written as `string` */
  COLUMN,
  COALESCE,   /* `column`, and `left` where that is null */
  NULL_FIRST, /* the marker of `column`, like NULL_LAST */
  NULL_LAST,
  NEGATION, /* of `left`, like REVERSE_TIME */
  BINARY,
  FLOORMOD, /* of `left` and `right`, like TRUNCATE */
  TRUNCATE, /* to `date_name`, or `right` of them, unless that is NULL */
  DATE,     /* the function `date_name` of `left` */
  REVERSE_TIME,
  OPERATION, /* a function that describes itself, `operation`, of what it takes */
  Z_ORDER,   /* interleave of three numbers or more, which are `arguments`, and of bits after them */
  SCALED,    /* `left`, a column, times `right` */
  HASH,
  REVERSE,
  TEXT_CALL, /* of `left`, like LENGTH */
  LENGTH,
  RANDOM,
  REST /* an argument of HASH and REVERSE */
};

enum text_call_kind {
  PREFIX_CALL,
  SLICE_CALL,
  TRIM_CALL,
  LOWER_CALL,
  UPPER_CALL,
  REVERSE_LABELS_CALL,
  UTF16LE_CALL,
  HASH_TAG_CALL,
  WITHOUT_CALL,
  TRIM_RIGHT_CALL,
  PREFIX_CHARACTERS_CALL,
  TEXT_CALLS
};
extern const char *const text_call_names[TEXT_CALLS];

enum hash_part { WHOLE_HASH, FIRST_HALF, SECOND_HALF };

struct model_hash {
  bool is_md5;
  rowkey_hash definition; /* its seed is not used */
  const struct expression *seed;
  enum hash_part part;
};

struct expression {
  enum expression_kind kind;
  uint64_t magnitude; /* INTEGER, which is negative or not */
  bool negative;
  double number;
  const char *string; /* STRING */
  size_t string_size;
  size_t column; /* COLUMN, COALESCE, NULL_FIRST, NULL_LAST */
  char sign;     /* BINARY: | ^ & + - * / %, < for << and > for >> */
  const struct expression *left, *right, *third;
  const char *operation;               /* OPERATION: its name */
  const char *date_name;               /* DATE, TRUNCATE: one of date_names */
  bool floors;                         /* SCALED: rounded down */
  const struct model_field *arguments; /* HASH, REVERSE, Z_ORDER */
  size_t argument_count;
  struct model_hash hash;                /* HASH */
  enum text_call_kind text_call;         /* TEXT_CALL */
  const struct expression *from, *count; /* TEXT_CALL: of slice, and of prefix; else NULL */
  const struct expression *separator;    /* of reverse_labels and without; else NULL */
  uint64_t ordinal;                      /* RANDOM: how many calls stand before it in the template */
};

enum byte_order { NO_ORDER, LITTLE_ENDIAN_ORDER, TWOS_COMPLEMENT_ORDER }; /* nothing, le, be after it */

struct model_format {
  char letter; /* d x X u i f a s, e for esc, m for mem, n for u16s, v for varint, g for 07d("…"), or NUL for
                  none */
  unsigned
      width; /* as it is written in the template: 7 for 07d, 24 for u24, 16 for 16s and u16s; 0 for none */
  uint8_t padding; /* of 16s, after the text or before it */
  bool pads_left;
  enum byte_order order;
  bool inverted;
  struct rowkey_escape rule; /* of esc */
  const char *varint;        /* the name of the form */
  const char *alphabet;      /* of g */
};

/* A field in braces, an argument, or literal text, which is a STRING without a format. */
struct model_field {
  const struct expression *expression;
  struct model_format format;
  bool is_literal;
};

enum { MODEL_FIELDS_MAX = 256 };

struct model {
  struct model_field fields[MODEL_FIELDS_MAX];
  size_t count;
};

/* ---- oracle.c -------------------------------------------------------------------------------- */

struct record {
  const rowkey_column *columns;
  const rowkey_values *values;
  size_t row;
  uint64_t seed;
  uint64_t input_row;
};

enum { BYTES_MAX = 8192 };

struct bytes {
  uint8_t at[BYTES_MAX];
  size_t size;
  bool overflowed; /* there were more than there is room for */
  bool varies;     /* some field added to them differs in length between records */
  bool is_open;    /* and is text that does not show where it ends */
};

/* year … second, and then the units that are no functions; NULL ends each list. */
extern const char *const date_functions[], *const date_units[];

/* The key of a record; false if it has none. Means nothing when key->overflowed is set afterwards. */
bool expected_key(const struct model *model, const struct record *record, struct bytes *key);

/* Where the fields lie in the key that are not the same in all keys: the last one first, and so many bytes
 * before the end of the key. */
struct places {
  size_t begin[MODEL_FIELDS_MAX], end[MODEL_FIELDS_MAX], count;
};
/* The same, and the places of its fields. */
bool expected_places(const struct model *model, const struct record *record, struct bytes *key,
                     struct places *places);

#endif
