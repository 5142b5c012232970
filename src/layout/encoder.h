/* Encoding: the working memory of one thread, and the steps that run over a block of rows.
 *
 * Steps return the index in the block of the first bad row, or `rows` when all are good. They describe it in
 * run->error, which stands when no earlier row turns out to be bad.
 */
#ifndef ROWKEY_LAYOUT_ENCODER_H
#define ROWKEY_LAYOUT_ENCODER_H

#include "kernel_table.h"
#include "layout/plan.h"

/* What a value of the plan is in the block at hand. Which member counts depends on the value's type. */
struct slot {
  const uint64_t *integers;
  uint8_t *digests;
  struct rowkey_strings strings;
  /* The encoder's own memory behind these; NULL where the value lies in the caller's columns. */
  uint64_t *own_integers;
  uint8_t *own_text;
  uint64_t *own_begin, *own_end;
};

/* What a piece of a sequence copies for each row: `width` bytes of a run, readable in whole copy units, and
 * the row's string behind them, as it is or with every byte as two hex digits. strings.begin is NULL when
 * there is none. */
struct source {
  const uint8_t *rows;
  size_t stride, width;
  struct rowkey_strings strings;
  bool hex;
};

struct rowkey_encoder {
  const struct rowkey_layout *layout;
  const struct rowkey_kernels *kernels;
  uint64_t *seeds; /* of the calls of random() */
  size_t block_rows;
  uint8_t *workspace;
  struct slot *slots;     /* of the values */
  struct source *sources; /* of the pieces of all sequences */
  uint8_t *scratch;       /* fixed parts of the sequence at hand */
  size_t scratch_size;
  uint8_t *lengths;
  uint8_t *messages; /* joined messages, of this many bytes */
  size_t messages_size;
  uint64_t *message_begin, *message_end;
};

struct run {
  rowkey_encoder *encoder;
  const rowkey_values *columns;
  size_t start;         /* the block's first row in the batch */
  uint64_t input_row;   /* and in the whole input */
  rowkey_error *error;  /* never NULL */
  rowkey_status status; /* of the bad row reported last */
};

static inline struct slot *slot_of(const struct run *run, const struct value *value) {
  return &run->encoder->slots[value->index];
}

/* ---- steps.c: values ------------------------------------------------------------------------- */

size_t rowkey_run_value(struct run *run, const struct value *value, size_t rows);

/* ---- arithmetic.c ---------------------------------------------------------------------------- */

/* out[i] = a[i] (+ - *) b[i]; a bad row leaves the type if `checked`, and nothing is bad otherwise. */
size_t rowkey_run_arithmetic(const struct value *value, const uint64_t *a, const uint64_t *b, uint64_t *out,
                             size_t rows);
/* out[i] = a[i] % b[i]; a bad row divides by 0. */
size_t rowkey_run_modulo(const struct value *value, const uint64_t *a, const uint64_t *b, uint64_t *out,
                         size_t rows);
/* The first row whose value, signed or not, is outside low … high, both of that type. */
size_t rowkey_find_outside(const uint64_t *values, uint64_t low, uint64_t high, size_t rows);
/* out[i] = |values[i]| of i64 values */
void rowkey_make_magnitudes(const uint64_t *values, uint64_t *out, size_t rows);
/* Gives magnitudes[i] the sign of the i64 values[i]. */
void rowkey_restore_signs(const uint64_t *values, uint64_t *magnitudes, size_t rows);

/* Bytes from one number of VALUE_DECIMAL_TEXT and VALUE_HEX_TEXT to the next. */
enum { NUMBER_TEXT_STRIDE = 24 };

/* ---- text.c ---------------------------------------------------------------------------------- */

void rowkey_hex_of_bytes(const uint8_t *bytes, size_t size, uint8_t *text);
void rowkey_hex_of_integer(uint64_t number, uint8_t text[16]);
/* Decimal or hex text of integers into the slot. */
void rowkey_make_text(struct run *run, const struct value *value, size_t rows);
/* The first row whose text does not fit `width` bytes of padding with 0x00. */
size_t rowkey_write_padded_text(const struct rowkey_strings *strings, size_t width, size_t rows,
                                const struct rowkey_place *place);
/* The first row whose text holds `byte`. */
size_t rowkey_find_delimiter(const struct rowkey_strings *strings, uint8_t byte, size_t rows);

/* ---- write.c: sequences ---------------------------------------------------------------------- */

/* The rows of a sequence of fixed width one behind the other at `out`; bytes from the last row's end up to
 * `end` may be overwritten. */
size_t rowkey_write_fixed(struct run *run, const struct sequence *sequence, uint8_t *out, const uint8_t *end,
                          size_t rows);
/* Makes the sources of a sequence that varies. */
size_t rowkey_prepare_sources(struct run *run, const struct sequence *sequence, size_t rows);

/* ---- join.c ---------------------------------------------------------------------------------- */

/* Puts rows first … rows-1 together from their pieces, one behind the other from `out` on, where they fit
 * before `end`. ends[i] receives the end of row i, counted from `origin`. Bytes behind the last row may be
 * overwritten up to `end`. */
void rowkey_join_rows(const struct source *sources, size_t count, size_t first, size_t rows, uint8_t *out,
                      const uint8_t *end, const uint8_t *origin, uint64_t *ends);
uint64_t rowkey_joined_length(const struct source *sources, size_t count, size_t row);

/* ---- report.c: bad rows. All return `row`. --------------------------------------------------- */

size_t rowkey_report_value(struct run *run, const struct value *value, size_t row);
size_t rowkey_report_part(struct run *run, const struct part *part, size_t row);
size_t rowkey_report_delimiter(struct run *run, const struct part *part, size_t row);
size_t rowkey_report_memory(struct run *run, size_t row, uint64_t size);

#endif
