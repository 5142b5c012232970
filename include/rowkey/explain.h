/* What a layout's keys are like, before the first key is written: where each field stands, which fields and
 * keys sort as their columns do, how many bytes they take, which kernels make them, and which problems such
 * keys have. The functions are stable; the structs that they return by pointer may grow.
 *
 *     rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
 *     for (size_t i = 0; explanation != NULL && i < explanation->warning_count; i++)
 *       printf("%s: %s\n", explanation->warnings[i].id, explanation->warnings[i].text);
 *     rowkey_explanation_free(explanation);
 *
 * An explanation uses only the compiled layout. What it says of keys holds for every key that encoding can
 * make; where that is not certain, it says nothing. Explanations are immutable: share them between threads.
 */
#ifndef ROWKEY_EXPLAIN_H
#define ROWKEY_EXPLAIN_H

#include <rowkey/decode.h>
#include <rowkey/layout.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How bytes sort by the values that they stand for. Bytes compare as unsigned bytes, a prefix before longer
 * strings; integers and hashes by their number, text by its bytes, floating-point numbers as in Java's
 * compare, -0.0 before 0.0. A null counts as what coalesce puts in its place. */
typedef enum rowkey_order { ROWKEY_UNORDERED = 0, ROWKEY_ASCENDING = 1, ROWKEY_DESCENDING = 2 } rowkey_order;

/* Where the nulls of a column sort among its values: where their replacement sorts or, if a marker precedes
 * the column's field, before or after all values. */
typedef enum rowkey_null_order {
  ROWKEY_NULLS_REPLACED = 0,
  ROWKEY_NULLS_FIRST = 1,
  ROWKEY_NULLS_LAST = 2
} rowkey_null_order;

/* What a field's bytes are. */
typedef enum rowkey_field_kind {
  ROWKEY_FIELD_LITERAL = 0, /* the same bytes in every key: literal text, and constants next to it */
  ROWKEY_FIELD_TEXT = 1,    /* decimal or hex digits, a letter, or text of the records as it is */
  ROWKEY_FIELD_BYTES = 2    /* binary numbers and hashes, text with padding or escapes */
} rowkey_field_kind;

/* Another format for a field: the narrowest of its kind that holds all the field's values. */
typedef struct rowkey_alternative {
  char format[8]; /* such as u40 or 010d; "" if there is none */
  size_t width;   /* in bytes, at most; ROWKEY_NONE if only the records limit it */
  uint64_t reserved[2];
} rowkey_alternative;

/* A field of the key, or the literal text between two. */
typedef struct rowkey_explained_field {
  size_t source_offset, source_length; /* in the template, braces included */
  rowkey_field_kind kind;
  const void *literal; /* the min_width bytes of a literal, else NULL */

  size_t offset;    /* of its first byte in every key; ROWKEY_NONE if a field before it varies in length */
  size_t min_width; /* in bytes */
  size_t max_width; /* ROWKEY_NONE if only the records limit it */

  char low[80], high[80]; /* integers and hashes: no key holds a lower or higher number. Else "". */

  /* How keys sort by the values of the field: of two keys with the same bytes before it and different values
   * in it, the key with the lesser value sorts first (ascending) or last (descending). */
  rowkey_order order;
  /* The only column that the field is made from; ROWKEY_NONE if there is none or more than one. */
  size_t column;
  /* How keys sort by the values of the column: like `order`, for two keys that differ in this field. Unless
   * the field is reversible, different values of the column may give the same bytes. */
  rowkey_order column_order;
  bool reversible; /* the columns that it is made from can be recovered from its bytes */
  bool is_even;    /* made from hashes or random(), so that its values are about equally frequent */

  rowkey_alternative binary, text; /* the field may already have one of them */
  rowkey_null_order nulls;         /* where nulls sort, if keys sort by the column of the field */
  uint64_t values; /* integers: how many of the numbers from `low` to `high` keys can hold, at most; 0: all */
} rowkey_explained_field;

/* A column of the schema. */
typedef struct rowkey_explained_column {
  const char *name;
  rowkey_recovery recovery;
  uint64_t reserved[2];
} rowkey_explained_column;

/* What encoding does to each block of rows, in this order. A hash and taking its half are one step. */
typedef struct rowkey_explained_step {
  const char *operation;               /* the kernel's name, or what plain C does */
  bool is_kernel;                      /* `operation` is compiled for each instruction set */
  size_t source_offset, source_length; /* what it makes or writes, in the template */
  uint64_t reserved[2];
} rowkey_explained_step;

/* A possible problem of a layout, and its place in the template. */
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
 *   lock-step             a prefix modulo without a hash: all writers move through the regions together
 *   stride-shares-factor  the values step by `stride`, so that part of a modulo prefix is never used
 *   uneven-hash           a prefix made from a hash in such a way that some of its values are more frequent
 *   weak-low-bits         a power of two as the modulus of java_hash or h31: few bits of the text decide
 *   small-hash            java_hash or h31 of so few bytes that it has fewer values than its modulus
 *   random-field          a field from random(): a reader of a row must try all its values
 *   hash-does-not-fit     the format refuses the hash of some rows, for example a negative one
 *   order-broken          a field whose values follow a column, but whose bytes do not sort that way
 *   key-too-long          every key is longer than HBase's 32767 bytes
 * Notes:
 *   leading-zeros         the first digits or bytes of a field are always 0
 *   text-is-wider         digits where a binary number is shorter
 *   column-lost           a column that decoding does not recover from the keys
 *   rows-share-keys       no column is recovered, and so few keys exist that two of a billion rows share one
 *   null-is-not-a-value   a constant of coalesce that is not a value of the column's type
 *   period-of-units       an instant in ms, us or ns, rounded to as many units as, say, an hour has seconds
 *   key-may-be-too-long   nothing keeps a key below HBase's 32767 bytes
 */
typedef struct rowkey_explanation {
  size_t min_width, max_width; /* of a key in bytes; ROWKEY_NONE if only the records limit it */
  /* The greatest width of a key in bytes if every field used its binary, or its text, alternative where it
   * has one; ROWKEY_NONE if only the records limit it. A billion rows take as many gigabytes (10^9 bytes). */
  size_t binary_width, text_width;

  const rowkey_explained_field *fields; /* the whole key, from its first byte on */
  size_t field_count;

  /* How keys sort. Field `sorted_from` is the first with a column_order, or the marker of nulls before it;
   * field_count if there is none. Keys with the same bytes before it sort by a tuple: the columns of the
   * fields sorted[0 … sorted_count), each in its column_order, with nulls where `nulls` puts them. The key
   * with the lesser tuple is never the greater key. If `sorted_to_end`, keys with the same tuple are equal;
   * keys whose tuples differ only in the last column may be equal unless its field is reversible. */
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

/* Explains a layout, as it runs on the instruction set in use. `stride` is the distance between successive
 * values of the numbers that the prefix is made from, such as 10 for ids 10, 20, 30, …; 0 if it is unknown.
 * Free the explanation with rowkey_explanation_free; it does not need the layout. Returns NULL and fills
 * `error` on failure. */
ROWKEY_CHECKED rowkey_explanation *rowkey_explain(const rowkey_layout *layout, uint64_t stride,
                                                  rowkey_error *error);
ROWKEY_API void rowkey_explanation_free(rowkey_explanation *explanation); /* NULL is allowed */

#ifdef __cplusplus
}
#endif

#endif
