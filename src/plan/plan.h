/* A compiled layout: the steps that encode a block of rows.
 *
 * `values` are the steps, each made from columns and earlier values by one kernel over the whole block: no
 * value refers to a later one, and equal expressions are one value. A `sequence` says how values lie side by
 * side in bytes: the key is a sequence, and so is each message that is hashed.
 *
 *     {md5(id) % 1000000:07d}{id:010d}
 *
 *     values[0]  VALUE_INTEGER_COLUMN  id
 *     values[1]  VALUE_HASH            md5 of the digits of values[0]
 *     values[2]  VALUE_OPERATION       values[1] % 1000000, range 0 … 999999
 *     key        PART_DECIMAL_PADDED of values[2], 7 bytes; PART_DECIMAL_PADDED of values[0], 10 bytes
 *
 * Both parts have a fixed width, so the key is fixed, 17 bytes, and has no pieces.
 */
#ifndef ROWKEY_PLAN_PLAN_H
#define ROWKEY_PLAN_PLAN_H

#include <rowkey/kernels.h>
#include <rowkey/layout.h>

#include "base/arena.h"
#include "kernels/kernel_table.h"
#include "plan/digits.h"
#include "plan/range.h"
#include "plan/varint.h"
#include "text/diagnostic.h"

enum value_kind {
  VALUE_CONSTANT,       /* the number range.low */
  VALUE_TEXT_CONSTANT,  /* the bytes `text`: becomes literal bytes of a sequence and is
                           not among the values */
  VALUE_FLOAT_CONSTANT, /* `number`, which replaces nulls: not among the values either */
  VALUE_INTEGER_COLUMN, /* `column` */
  VALUE_FLOAT_COLUMN,   /* `column`, as doubles */
  VALUE_TEXT_COLUMN,    /* `column` */
  VALUE_DIGEST_COLUMN,  /* `column`, hashes of `width` bytes: only in decoding, never in a template */
  VALUE_COALESCE, /* the column `a`, and `b` where that is null: a constant, a column, or another coalesce */
  VALUE_NULL_MARKER,  /* 1 where the column a is null, else 0 */
  VALUE_RANDOM,       /* call number `ordinal` of random() */
  VALUE_OPERATION,    /* `operation` of a, or of a and b */
  VALUE_HASH,         /* `hash` of `message`, or of the decimal text of `a` when message is NULL; `b`, if
                         any, is the seed of each row */
  VALUE_REVERSED,     /* the bytes of `message`, the last one first */
  VALUE_NUMBER_TEXT,  /* the integer or hash a in unpadded digits, or as `varint` if `base` is 0 */
  VALUE_ESCAPED_TEXT, /* the text a, in the form `escape` */
  VALUE_TEXT_CALL     /* what `call` makes of the text a */
};

/* What the encoder does to make a value or write a part. */
enum step {
#define KERNEL(id, name) STEP_##id,
#define LOOP(id, name) STEP_##id,
#define SILENT(id) STEP_##id,
#include "plan/steps.def"
#undef KERNEL
#undef LOOP
#undef SILENT
};

enum value_type { TYPE_U64, TYPE_I64, TYPE_FLOAT, TYPE_HASH, TYPE_TEXT };

enum hash_half { HASH_WHOLE, HASH_FIRST_HALF, HASH_SECOND_HALF };

/* MD5 or one of the hashes of kernels.h. */
struct hash_call {
  bool is_md5;
  rowkey_hash other;
  enum hash_half half; /* of MD5 and ROWKEY_MURMUR3_128 */
};

enum escape_form {
  ESCAPE_TERMINATED, /* esc: by a rule, or the one of CockroachDB: 00 becomes 00 FF, and 00 01 ends it */
  ESCAPE_GROUPS      /* mem: groups of 8 bytes padded with 00, a byte FF - padding after each (TiKV) */
};

/* A function of one text (plan/text_function.h) and its arguments. */
struct text_call {
  const struct text_function *function;
  uint64_t from, count; /* bytes or characters */
  uint8_t byte;
};

struct value {
  enum value_kind kind;
  enum value_type type;
  enum step step;                    /* makes the value */
  unsigned choice;                   /* VALUE_OPERATION: the choice of its option */
  const struct operation *operation; /* VALUE_OPERATION: plan/operation.h */
  struct value *a, *b;
  struct range range; /* of integers: no row's value lies outside */
  bool checked;       /* some rows may leave the type, divide by zero, or have no result: check each */
  bool used;          /* the key needs it: it is a step */
  bool null_allowed;  /* of a column: nulls are not an error; VALUE_COALESCE or VALUE_NULL_MARKER reads it */
  bool is_float32;    /* of a column */
  bool marks_null;    /* VALUE_COALESCE: b is not a value of the declared type, so it marks nulls */
  bool is_utf16;      /* text: some of its bytes are UTF-16 */
  bool upper;         /* VALUE_NUMBER_TEXT: with digits A to F */
  bool pairs;         /* VALUE_OPERATION: some pairs of a and b have no result, though both are in `good` */
  unsigned base;      /* VALUE_NUMBER_TEXT: 10 or 16 */
  unsigned width;     /* of hashes: bytes */
  size_t column;
  uint64_t ordinal;
  struct integer held[2]; /* VALUE_OPERATION: the constants that it is called with */
  struct range good[2];   /* the numbers of a and b that have a result, beside the other if it is constant */
  rowkey_time_unit unit;  /* of integers that are instants */
  enum escape_form escape;
  struct rowkey_escape rule;  /* ESCAPE_TERMINATED */
  struct rowkey_masking code; /* what a format writes of an integer */
  const struct varint_rule *varint;
  struct text_call call;
  struct hash_call hash;
  struct slice text;             /* VALUE_TEXT_CONSTANT, and why a text lacks a byte */
  double number;                 /* VALUE_FLOAT_CONSTANT */
  const rowkey_divisor *divisor; /* of VALUE_OPERATION: what it divides by */
  struct sequence *message;
  size_t max_length;   /* bytes of VALUE_NUMBER_TEXT */
  size_t fixed_width;  /* of text: the bytes that every row has, or 0 when rows differ */
  struct slice source; /* the expression as it was first written */
  size_t offset;       /* of source in the template */
  size_t index;        /* of the value among the values */
  struct value *next_in_bucket;
};

enum part_kind {
  PART_LITERAL,        /* bytes of sequence->literals from `literal` on */
  PART_DECIMAL_PADDED, /* the integer `value`, like the next three */
  PART_DIGITS,         /* of an alphabet */
  PART_BIG_ENDIAN,
  PART_HEX_PADDED,
  PART_DIGEST_DECIMAL, /* the hash `value`, padded with zeros */
  PART_BYTES,          /* the hash `value` or text that has a fixed width */
  PART_BYTES_HEX,      /* the same in hex */
  PART_TEXT_PADDED,
  PART_TEXT,    /* the text `value`, of any length */
  PART_TEXT_HEX /* the same in hex */
};

struct part {
  enum part_kind kind;
  enum step step; /* writes the part; STEP_NOTHING for the last two kinds, which are joined with the others */
  size_t width;   /* in bytes; 0 for the last two kinds, which vary */
  size_t offset;  /* in its run, see struct piece */
  size_t literal;
  struct value *value;
  struct value *written;       /* what is written: another value if `value` is coded or becomes text */
  const struct digits *digits; /* PART_DIGITS */
  struct range allowed;        /* integers: what the format can hold */
  uint64_t low, span;          /* `allowed` within the value's type: low … low + span */
  bool checked;        /* compare every row with `allowed`: the kernel's own check is missing or not enough */
  bool upper;          /* hex: with digits A to F */
  bool inverted;       /* every byte is complemented, by the sequence: codes have their own way */
  int delimiter;       /* PART_TEXT: the byte that must not occur in what is written; -1 for none */
  struct slice source; /* the field as it was written */
  size_t source_offset;
};

/* The unit in which a sequence of varying length is copied: a possibly empty run of parts of fixed width, and
 * the varying part after it, which the last piece may lack. */
struct piece {
  size_t first, count; /* the parts of the run */
  size_t width;        /* of the run in bytes */
  size_t stride;       /* of the run's rows while they wait to be joined; 0 when it is one literal or none */
  const struct part *varying;
};

struct sequence {
  struct part *parts;
  size_t count, capacity;
  char *literals;
  size_t literal_size, literal_capacity;
  struct piece *pieces; /* empty when every part has a fixed width */
  size_t piece_count;
  size_t first_piece; /* the index of its first piece in the encoder; a fixed sequence counts as one piece */
  bool fixed;
  size_t width;   /* of the parts of fixed width together */
  size_t maximum; /* the most bytes of a row, without the bytes of text columns */
  size_t copies;  /* how many parts of varying length a row copies; parts of reversed text count again */
};

struct rowkey_layout {
  struct arena arena;
  char *text; /* the template */
  size_t length;
  rowkey_column *columns;
  size_t column_count;
  size_t kept_types; /* it holds references to the declared types of this many first columns; 0 in a derived
                        layout */
  struct value **values;
  size_t value_count, value_capacity;
  struct sequence key;
  size_t random_calls;
  size_t piece_count;          /* of all sequences */
  size_t scratch_stride;       /* bytes a row that any sequence needs to prepare its fixed parts */
  bool joins_messages;         /* the encoder has to put some hashed message together from pieces */
  struct spares *key_encoders; /* of rowkey_key; NULL in a derived layout */
  uint8_t *recovery;           /* of each column: its rowkey_recovery */
  bool *nulls_recovered;       /* of each column: whether decoding tells its nulls from what replaces them */
  uint8_t may_hold[32];        /* bit b & 7 of may_hold[b / 8]: byte b can occur in a key */
  uint8_t may_add[32];         /* the same, if byte b occurs in no text column */
};

/* Room after the rows of a run and after generated text, so that both can be copied 16 bytes at a time. */
enum { COPY_UNIT = 16 };

/* A hash of 128 bits: its bytes and its most decimal digits. The bytes of the longest hash. */
enum { HASH_SIZE = 16, HASH_DIGITS = 39, MOST_HASH_SIZE = 32 };

static inline bool value_is_integer(const struct value *value) {
  return value->type == TYPE_U64 || value->type == TYPE_I64;
}

/* All numbers of a type of integers. */
static inline struct range range_of_type(enum value_type type) {
  return type == TYPE_I64 ? rowkey_range_i64() : rowkey_range_u64();
}

static inline bool value_is_column(const struct value *value) {
  return value->kind == VALUE_INTEGER_COLUMN || value->kind == VALUE_FLOAT_COLUMN ||
         value->kind == VALUE_TEXT_COLUMN || value->kind == VALUE_DIGEST_COLUMN;
}

static inline bool value_is_constant(const struct value *value) {
  return value->kind == VALUE_CONSTANT || value->kind == VALUE_TEXT_CONSTANT ||
         value->kind == VALUE_FLOAT_CONSTANT;
}

/* The value must have a divisor. */
static inline const struct rowkey_divisor_constants *value_divisor(const struct value *value) {
  return (const struct rowkey_divisor_constants *)(const void *)value->divisor;
}

/* Whether a constant replaces the nulls of a column. Decoding then gives the constant instead of nulls. */
static inline bool value_replaces_by_constant(const struct value *value) {
  return value->kind == VALUE_COALESCE && value_is_constant(value->b);
}

static inline bool part_varies(const struct part *part) {
  return part->kind == PART_TEXT || part->kind == PART_TEXT_HEX;
}

/* Whether a message that varies in length has to be put together before it is hashed. */
static inline bool message_is_joined(const struct sequence *message) {
  return message->count > 1 || message->parts[0].kind != PART_TEXT || message->parts[0].inverted;
}

/* ---- plan.c ---------------------------------------------------------------------------------- */

/* Iterates over the values whose rows a value's rows are made from:
 *
 *   struct operands operands = value_operands(value);
 *   for (struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;) …
 *
 * These are its operands and the values in its message; some may come twice. Each has a lower index than the
 * value. Constants that the value's step holds itself are left out: text, divisors, addends, and constants
 * that replace nulls. */
struct operands {
  const struct value *value;
  size_t next;
};
static inline struct operands value_operands(const struct value *value) {
  return (struct operands){value, 0};
}
/* NULL after the last one. */
struct value *rowkey_next_operand(struct operands *operands);

/* Sets the marks, by index, of all values that the parts are made from. What is hashed is marked only if
 * `hashed`. */
void rowkey_mark_values(const struct rowkey_layout *layout, const struct part *parts, size_t count,
                        bool hashed, bool *marks);

/* Sets `used` of the values that the key is made from. False when memory is exhausted. */
bool rowkey_mark_used(struct rowkey_layout *layout);

/* Arranges the parts of a complete sequence: widths, runs and pieces. False when memory is exhausted. */
bool rowkey_arrange_sequence(struct rowkey_layout *layout, struct sequence *sequence);

#endif
