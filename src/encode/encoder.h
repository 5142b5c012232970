/* Encoding: the working memory of one thread, and the steps that run over a block of rows.
 *
 * Each step returns the index in the block of the first bad row, or `rows` if all are good. It describes that
 * row in run->error; a later step overwrites this only if it finds an earlier bad row.
 */
#ifndef ROWKEY_ENCODE_ENCODER_H
#define ROWKEY_ENCODE_ENCODER_H

#include <rowkey/encode.h>

#include "base/one_at_a_time.h"
#include "columns/conversion.h"
#include "kernels/kernel_table.h"
#include "plan/steps.h"

/* Memory for text whose length only the rows tell. It grows, and then forgets what it held. */
struct text_memory {
  uint8_t *bytes;
  size_t size;
};

/* What a value of the plan is in the current block. Which member counts depends on the value's type. */
struct slot {
  const uint64_t *integers;
  const double *floats;
  const uint8_t *bytes; /* hashes, 16 bytes a row, and text of fixed width, side by side */
  struct rowkey_strings strings;
  /* The encoder's own memory after these; NULL where the value lies in the caller's columns. */
  uint64_t *own_integers;
  double *own_floats;
  uint8_t *own_bytes;
  uint8_t *own_text;
  uint64_t *own_begin, *own_end;
  struct text_memory memory;
  size_t reported_column; /* the one that the value is made from, found when a bad row is reported */
};

/* What is done with a column of the current batch, and the memory for it. */
struct converted_column {
  struct conversion conversion;
  struct conversion_room room;
  bool strings_are_inside; /* they are known to be */
};

/* The rows of a block that are not null rows, and their columns side by side. */
struct picked {
  void *memory; /* of all that follows, for room_rows rows; NULL until a null row was met */
  uint32_t *rows;
  size_t count;
  rowkey_values *columns; /* one for each column of the schema */
  uint8_t *values;        /* of each column in turn … */
  uint8_t *validity;      /* … and its bits */
};

struct rowkey_encoder {
  struct one_at_a_time calls;
  const struct rowkey_layout *layout;
  const struct rowkey_kernels *kernels;
  uint64_t *seeds;   /* of the calls of random() */
  uint64_t next_row; /* of ROWKEY_ROWS_NEXT */
  int64_t process;   /* that the seeds were made in */
  size_t block_rows; /* at most */
  size_t room_rows;  /* for which there is room in the workspace: 0 before the first batch */
  uint8_t *workspace;
  struct slot *slots;                  /* of the values */
  struct rowkey_source *sources;       /* of the pieces of all sequences */
  struct rowkey_fixed_rows **together; /* of the same pieces, those that one kernel writes, or NULL */
  uint64_t left;    /* values that those kernels can check or make: bit i for value i of the first 64 */
  bool defers;      /* some text is checked where it is read */
  uint8_t *scratch; /* fixed parts of the current sequence */
  size_t scratch_size;
  uint8_t *lengths;
  struct text_memory messages; /* joined */
  uint64_t *message_begin, *message_end;
  uint64_t *offsets;          /* of the block's keys, where the caller's have 32 bits; else unused */
  rowkey_values *row_columns; /* the one row of rowkey_encode_row */
  /* One for each column of the schema. */
  struct converted_column *converted;
  rowkey_values *shown_columns; /* the current block, where some column is converted */
  bool converts;                /* some column of the current batch */
  struct picked picked;
  struct row_program *program; /* of a single row, or NULL */
};

struct run {
  rowkey_encoder *encoder;
  const struct rowkey_kernels *kernels; /* for the rows of the block */
  const rowkey_values *given;           /* the caller's columns */
  const rowkey_values *columns;         /* the same, or the encoder's shown_columns */
  size_t first;                         /* the block's first row in `columns` */
  size_t start;                         /* the block's first row in the batch */
  uint64_t input_row;                   /* and in the whole input */
  rowkey_error *error;                  /* never NULL */
  rowkey_status status;                 /* of the bad row reported last */
  const rowkey_null_keys *nulls;        /* the policy for null and bad rows, or NULL: they fail */
  bool is_picked;                       /* the block's rows are those of encoder->picked */
  uint64_t left; /* 0, or encoder->left: those are left to the kernels, and bad rows go unreported */
  bool defers;   /* encoder->defers, or false: then each text is checked where its step is */
};

static inline struct slot *slot_of(const struct run *run, const struct value *value) {
  return &run->encoder->slots[value->index];
}

/* Begins again with row 0 of this seed. */
void rowkey_encoder_seed(struct rowkey_encoder *encoder, uint64_t seed);

/* Which row of the input a record is. */
static inline uint64_t row_of_record(const struct rowkey_encoder *encoder, const rowkey_record *record) {
  return record->numbering == ROWKEY_ROWS_FROM ? record->row : encoder->next_row;
}

/* ---- encode.c -------------------------------------------------------------------------------- */

/* rowkey_encode without a look at other calls. `encoder` and `error` are not NULL. */
rowkey_status rowkey_encode_batch(rowkey_encoder *encoder, const rowkey_batch *batch,
                                  const rowkey_key_buffer *buffer, rowkey_keys *keys, rowkey_error *error);

rowkey_status rowkey_check_numbering(rowkey_numbering numbering, rowkey_error *error);

/* ---- check_columns.c ------------------------------------------------------------------------- */

/* Whether there is a column for each of the schema, and those that the layout uses can have the batch's rows
 * where they say. Sets encoder->converts, and of encoder->converted what is known of each of them. */
rowkey_status rowkey_check_columns(struct rowkey_encoder *encoder, const rowkey_batch *batch,
                                   rowkey_error *error);

/* ---- converted.c ------------------------------------------------------------------------------ */

/* Converts the block. */
size_t rowkey_show_columns(struct run *run, size_t rows);
void rowkey_free_conversions(struct rowkey_encoder *encoder);

/* ---- picked.c: null rows ---------------------------------------------------------------------- */

/* Whether the block's first `rows` rows have a null row. */
bool rowkey_any_null_row(const struct run *run, size_t rows);
/* Picks those of the block's first `rows` rows that are not null rows, and shows the steps their columns.
 * False without memory. */
bool rowkey_pick_rows(struct run *run, size_t rows);

/* ---- steps.c: values ------------------------------------------------------------------------- */

size_t rowkey_run_value(struct run *run, const struct value *value, size_t rows);

/* ---- columns.c, coalesce.c ------------------------------------------------------------------- */

size_t rowkey_run_column(struct run *run, const struct value *value, size_t rows);
size_t rowkey_run_coalesce(struct run *run, const struct value *value, size_t rows);
void rowkey_run_null_marker(struct run *run, const struct value *value, size_t rows);

/* ---- hashes.c -------------------------------------------------------------------------------- */

size_t rowkey_run_hash(struct run *run, const struct value *value, size_t rows);

/* ---- generated_text.c ------------------------------------------------------------------------ */

size_t rowkey_run_reversed(struct run *run, const struct value *value, size_t rows);
size_t rowkey_run_escaped(struct run *run, const struct value *value, size_t rows);

/* ---- text_calls.c ---------------------------------------------------------------------------- */

size_t rowkey_run_text_call(struct run *run, const struct value *value, size_t rows);

/* ---- made_text.c: texts that are made where they are written ------------------------------------- */

/* Rows of the key's only piece: row i from keys + offsets[i] to keys + offsets[i + 1]; offsets[0] is set. */
size_t rowkey_join_made(struct run *run, const struct value *made, size_t rows, uint8_t *keys,
                        const uint8_t *end, uint64_t *offsets);
/* A padded text as a field. */
size_t rowkey_fill_made(struct run *run, const struct value *made, size_t rows,
                        const struct rowkey_place *place);

/* ---- encoder.c: memory ------------------------------------------------------------------------- */

/* Whether the encoder has room for blocks of a batch of `rows` rows now. False without memory. */
bool rowkey_make_room_for_rows(struct rowkey_encoder *encoder, size_t rows);
/* Whether there is room for `size` bytes now. */
bool rowkey_text_memory_grow(struct text_memory *memory, uint64_t size);
/* Makes room in the slot's memory for rows that end at slot->own_end[i]; returns the first row that finds
 * none. The slot's strings then lie there: the caller writes the bytes, own_begin and own_end. */
size_t rowkey_make_room(struct run *run, const struct value *value, size_t rows);

/* ---- number_text.c --------------------------------------------------------------------------- */

/* Bytes from one number of VALUE_NUMBER_TEXT to the next. */
enum { NUMBER_TEXT_STRIDE = 24, HASH_TEXT_STRIDE = 40 };

/* Decimal or hex text of numbers into the slot. */
void rowkey_run_number_text(struct run *run, const struct value *value, size_t rows);

/* ---- write.c: sequences ---------------------------------------------------------------------- */

/* The rows of a sequence of fixed width one after the other at `out`; bytes from the last row's end up to
 * `end` may be overwritten. */
size_t rowkey_write_fixed(struct run *run, const struct sequence *sequence, uint8_t *out, const uint8_t *end,
                          size_t rows);
/* Makes the sources of a sequence that varies. */
size_t rowkey_prepare_sources(struct run *run, const struct sequence *sequence, size_t rows);
/* The numbers that are coded while they are written. */
const uint64_t *rowkey_coded_integers(const struct run *run, const struct value *written);

/* ---- together.c: parts of fixed width that one kernel writes ------------------------------------ */

static inline bool is_left(const struct run *run, const struct value *value) {
  return value->index < 64 && (run->left >> value->index & 1) != 0;
}

/* Plans all that the layout writes. False when there is no memory. */
bool rowkey_plan_encoder(struct rowkey_encoder *encoder);
/* Whether the rows are written. If not, writing part by part finds the bad row, unless values are
 * left. */
bool rowkey_write_together(const struct run *run, size_t piece, const struct part *parts,
                           const struct rowkey_place *row, size_t rows);

/* ---- bound.c ---------------------------------------------------------------------------------- */

/* How many bytes the keys need at most, or UINT64_MAX; a quick estimate if that is not more than `enough`.
 * `converted`, one for each column of the schema, says what rowkey_check_columns has found, and whose strings
 * turn out to be inside their columns; NULL if that did not look at the batch. */
uint64_t rowkey_bound(const struct rowkey_layout *layout, const struct rowkey_kernels *kernels,
                      const rowkey_batch *batch, uint64_t enough, struct converted_column *converted);
/* The length of the pieces of a row, or of those of rows first … rows-1 together. */
uint64_t rowkey_joined_length(const struct rowkey_source *sources, size_t count, size_t row);
uint64_t rowkey_joined_total(const struct rowkey_kernels *kernels, const struct rowkey_source *sources,
                             size_t count, size_t first, size_t rows);

/* ---- report_values.c, report_parts.c: bad rows. All return `row`. ------------------------------- */

size_t rowkey_report_null(struct run *run, const struct value *column, size_t row);
size_t rowkey_report_value(struct run *run, const struct value *value, size_t row);
size_t rowkey_report_text_call(struct run *run, const struct value *value, size_t row);
/* Reports a message that the hash is not defined for. */
size_t rowkey_report_message(struct run *run, const struct value *hash, const uint8_t *message, size_t size,
                             size_t row);
size_t rowkey_report_part(struct run *run, const struct part *part, size_t row);
size_t rowkey_report_delimiter(struct run *run, const struct part *part, size_t row);
/* Reports that there is no memory for `size` bytes of the value's text or message. */
size_t rowkey_report_memory(struct run *run, const struct value *value, size_t row, uint64_t size);

#endif
