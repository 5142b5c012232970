/* Adjacent parts of fixed width: one kernel writes whole rows of fields and literal bytes. How it does so
 * depends only on the layout, and is determined with the first block, as encoders of single rows do not need
 * it. */
#include <stdlib.h>

#include "base/aligned.h"
#include "encode/encoder.h"

/* What nothing else reads is left to the kernel: operations that it can make from their operands, and whether
 * texts lie inside their columns. */
static void leave_values(struct rowkey_encoder *encoder, const struct piece *piece, const struct part *parts,
                         const struct rowkey_fixed_rows *rows) {
  for (size_t i = 0; i < piece->count; i++) {
    const struct part *part = &parts[i];
    if (part->kind == PART_LITERAL || !rowkey_has_one_reader(encoder->layout, part->written)) continue;
    const struct value *value = part->written;
    const bool is_text = value->kind == VALUE_TEXT_COLUMN;
    /* Texts of a fixed width are put side by side before that. */
    const bool can_leave =
        is_text ? rows->checks_strings && value->fixed_width == 0 : rowkey_folded_operand(part) != NULL;
    if (value->index < 64 && can_leave) encoder->left |= UINT64_C(1) << value->index;
  }
}

/* False when there is no memory. */
static bool plan_piece(struct rowkey_encoder *encoder, const struct sequence *sequence, size_t index,
                       const struct piece *piece) {
  struct rowkey_fixed_rows rows;
  if (piece->count == 0 || encoder->together[sequence->first_piece + index] != NULL) return true;
  if (!rowkey_plan_together(encoder->kernels, sequence, sequence->parts + piece->first, piece->count,
                            piece->stride, &rows))
    return true;
  struct rowkey_fixed_rows *kept = rowkey_aligned_alloc(alignof(struct rowkey_fixed_rows), sizeof *kept);
  if (kept == NULL) return false;
  *kept = rows;
  leave_values(encoder, piece, sequence->parts + piece->first, kept);
  encoder->together[sequence->first_piece + index] = kept;
  return true;
}

static bool plan_sequence(struct rowkey_encoder *encoder, const struct sequence *sequence) {
  const struct piece whole = {.count = sequence->count, .stride = sequence->width};
  if (sequence->fixed) return plan_piece(encoder, sequence, 0, &whole);
  for (size_t i = 0; i < sequence->piece_count; i++)
    if (!plan_piece(encoder, sequence, i, &sequence->pieces[i])) return false;
  return true;
}

bool rowkey_plan_encoder(struct rowkey_encoder *encoder) {
  const struct rowkey_layout *layout = encoder->layout;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    encoder->defers |= value->step == STEP_CHECKED_BY_READER;
    if (value->used && value->message != NULL && !plan_sequence(encoder, value->message)) return false;
  }
  return plan_sequence(encoder, &layout->key);
}

static const uint64_t *operand_integers(const struct run *run, const struct part *part) {
  const struct value *operand = rowkey_folded_operand(part);
  return operand != NULL ? slot_of(run, operand)->integers : rowkey_coded_integers(run, part->written);
}

/* The block's values. */
static void bind_fields(const struct run *run, const struct part *parts, struct rowkey_fixed_rows *rows) {
  struct rowkey_row_field *field = rows->fields;
  for (const struct part *part = parts; field < rows->fields + rows->count; part++) {
    if (part->kind == PART_LITERAL) continue;
    if (field->kind == ROWKEY_TEXT_FIELD)
      field->strings = slot_of(run, part->written)->strings;
    else
      field->values = operand_integers(run, part);
    field++;
  }
}

bool rowkey_write_together(const struct run *run, size_t piece, const struct part *parts,
                           const struct rowkey_place *row, size_t rows) {
  struct rowkey_fixed_rows *these = run->encoder->together[piece];
  /* Other kernels write a single row, and those would need another plan. */
  if (these == NULL || run->kernels != run->encoder->kernels) return false;
  bind_fields(run, parts, these);
  return run->kernels->fixed_rows(these, rows, row);
}
