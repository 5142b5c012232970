/* What a layout's keys are like, before one is written: where each field stands, which fields and keys sort
 * as their columns do, how many bytes they take, which kernels make them, and what goes wrong with such keys.
 * The functions are stable; the structs that they return by pointer may grow.
 *
 *     rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
 *     for (size_t i = 0; explanation != NULL && i < explanation->warning_count; i++)
 *       printf("%s: %s\n", explanation->warnings[i].id, explanation->warnings[i].text);
 *     rowkey_explanation_free(explanation);
 *
 * All of it follows from the compiled layout. What an explanation says of keys holds for every key that
 * encoding can make; where that is not certain, it says nothing. Nothing changes an explanation: threads may
 * share it.
 */
#ifndef ROWKEY_EXPLAIN_H
#define ROWKEY_EXPLAIN_H

#include <rowkey/decode.h>
#include <rowkey/layout.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How bytes, compared as unsigned bytes and a prefix before what it begins, sort by values: integers and
 * hashes by their number, text by its bytes, floating-point numbers as Java's compare has them, -0.0 before
 * 0.0. A null counts as what coalesce puts in its place. */
typedef enum rowkey_order { ROWKEY_UNORDERED = 0, ROWKEY_ASCENDING = 1, ROWKEY_DESCENDING = 2 } rowkey_order;

/* Where the nulls of a column stand among its values: where what replaces them does, or before or after all,
 * as a marker in front of the column's field has it. */
typedef enum rowkey_null_order {
  ROWKEY_NULLS_REPLACED = 0,
  ROWKEY_NULLS_FIRST = 1,
  ROWKEY_NULLS_LAST = 2
} rowkey_null_order;

/* What a field's bytes are. */
typedef enum rowkey_field_kind {
  ROWKEY_FIELD_LITERAL = 0, /* the same bytes in every key: literal text and constants beside it */
  ROWKEY_FIELD_TEXT = 1,    /* decimal or hex digits, a letter, or text of the records as it is */
  ROWKEY_FIELD_BYTES = 2    /* binary numbers and hashes, text with padding or escapes */
} rowkey_field_kind;

/* Another way to write the values of a field: the narrowest of its kind that holds them all. */
typedef struct rowkey_alternative {
  char format[8]; /* such as u40 or 010d; "" when there is none */
  size_t width;   /* in bytes, the most; ROWKEY_NONE where only the records limit it */
  uint64_t reserved[2];
} rowkey_alternative;

/* A field of the key, or the literal text between two. */
typedef struct rowkey_explained_field {
  size_t source_offset, source_length; /* in the template, braces included */
  rowkey_field_kind kind;
  const void *literal; /* the min_width bytes of a literal, else NULL */

  size_t offset;    /* of its first byte in every key; ROWKEY_NONE where a field before it varies in length */
  size_t min_width; /* in bytes */
  size_t max_width; /* ROWKEY_NONE where only the records limit it */

  char low[80], high[80]; /* integers and hashes: no key holds a lower or higher number. Else "". */

  /* How keys sort by the values of the field: of two keys with the same bytes before it and different values
   * in it, the one with the lesser value is the lesser (ascending) or the greater (descending). */
  rowkey_order order;
  /* The only column that the field is made from; ROWKEY_NONE when there is none or more than one. */
  size_t column;
  /* How keys sort by the values of the column: as `order`, of two keys that differ in this field. Unless the
   * field is reversible, different values of the column may make the same bytes. */
  rowkey_order column_order;
  bool reversible; /* its bytes give back the columns that it is made from */
  bool is_even;    /* made from hashes or random(), so that its values are about equally frequent */

  rowkey_alternative binary, text; /* the field itself may be one of them */
  rowkey_null_order nulls;         /* of a column that keys sort by */
  uint64_t values; /* integers: how many of `low` to `high` keys hold at most; 0 where they may hold all */
} rowkey_explained_field;

/* A column of the schema. */
typedef struct rowkey_explained_column {
  const char *name;
  rowkey_recovery recovery;
  uint64_t reserved[2];
} rowkey_explained_column;

/* What encoding does to each block of rows, in this order. The step of a hash also takes its half. */
typedef struct rowkey_explained_step {
  const char *operation;               /* the kernel's name, or what plain C does */
  bool is_kernel;                      /* compiled for each instruction set */
  size_t source_offset, source_length; /* what it makes or writes, in the template */
  uint64_t reserved[2];
} rowkey_explained_step;

/* What a layout may suffer from, and where in its template. */
typedef struct rowkey_warning {
  const char *id; /* lower-case words with hyphens, listed below */
  bool is_note;   /* worth knowing, and often wanted */
  size_t field;   /* the field concerned, or ROWKEY_NONE */
  size_t offset;  /* byte of the template concerned, or ROWKEY_NONE */
  const char *text;
  uint64_t reserved[2];
} rowkey_warning;

/* Warnings:
 *   increasing-prefix     rows that arrive in the order of a number all go to one region at a time
 *   lock-step             a prefix modulo without a hash: such rows pass through the regions all together
 *   stride-shares-factor  the values step by `stride`, so that part of a modulo prefix is never used
 *   uneven-hash           a prefix made from a hash in such a way that some of its values are more frequent
 *   weak-low-bits         a power of two as the modulus of java_hash or h31: few bits of the text decide
 *   small-hash            java_hash or h31 of so few bytes that it has less values than its modulus
 *   random-field          a field from random(): who reads a row must try all its values
 *   hash-does-not-fit     a hash of some rows, a negative one for example, is refused by its format
 *   order-broken          a field whose values follow a column, but whose bytes do not sort like that
 *   key-too-long          every key is longer than HBase's 32767 bytes
 * Notes:
 *   leading-zeros         the first digits or bytes of a field are always 0
 *   text-is-wider         digits where a binary number is shorter
 *   column-lost           a column that does not come back from the keys
 *   rows-share-keys       no column comes back, and keys are so few that two of a billion rows share one
 *   null-is-not-a-value   a constant of coalesce that the column's type does not have
 *   period-of-units       an instant rounded to so many of its units as an hour, say, has seconds
 *   key-may-be-too-long   nothing keeps a key below HBase's 32767 bytes
 */
typedef struct rowkey_explanation {
  size_t min_width, max_width; /* of a key in bytes; ROWKEY_NONE where only the records limit it */
  /* The width, or the most, with every field in its binary or text alternative where there is one;
   * ROWKEY_NONE where only the records limit it. A billion rows take as many gigabytes (10^9 bytes). */
  size_t binary_width, text_width;

  const rowkey_explained_field *fields; /* the whole key, from its first byte on */
  size_t field_count;

  /* How keys sort. Field `sorted_from` is the first with a column_order, or the marker of nulls before it;
   * there is none when it is field_count. Keys with the same bytes before it sort by a tuple: the columns of
   * the fields sorted[0 … sorted_count), each in its column_order, with nulls where `nulls` has them. The key
   * with the lesser tuple is never the greater key. When `sorted_to_end`, keys with the same tuple are the
   * same; those whose tuples differ in the last column alone may be the same unless its field is reversible.
   */
  size_t sorted_from;
  const size_t *sorted;
  size_t sorted_count;
  bool sorted_to_end;
  bool sorts_as_columns; /* sorted_to_end, and only literals stand before sorted_from */

  const rowkey_explained_column *columns; /* of the schema, in its order */
  size_t column_count;

  const char *isa; /* the instruction set chosen; a static string */
  size_t block_rows;
  const rowkey_explained_step *steps;
  size_t step_count;

  const rowkey_warning *warnings; /* in the order of the list above */
  size_t warning_count;
} rowkey_explanation;

/* Explain a layout, as it runs on the instruction set in use. `stride` is the distance from one value to the
 * next of the numbers that the prefix is made from, such as 10 for ids 10, 20, 30, …; 0 when it is not known.
 * The explanation holds copies of all it shows and does not need the layout. NULL and `error` on failure. */
ROWKEY_CHECKED rowkey_explanation *rowkey_explain(const rowkey_layout *layout, uint64_t stride,
                                                  rowkey_error *error);
ROWKEY_API void rowkey_explanation_free(rowkey_explanation *explanation); /* NULL is allowed */

#ifdef __cplusplus
}
#endif

#endif
