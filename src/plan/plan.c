/* What holds for any plan: which values others are made from, and where the parts of a sequence lie.
 *
 *     {(id + 7) / 10 * 2:u32}{host}:{id % 10:d}
 *
 * The width varies, so the parts become pieces, each a run of fixed parts and the varying part after it:
 * the four bytes of the number and {host}; the colon and {id % 10:d}. The steps hold constants such as the 7
 * themselves, so these are not operands that a step reads rows of. */
#include "plan/plan.h"

#include "plan/operation.h"

/* ---- What values are made from --------------------------------------------------------------- */

/* Whether the step that makes the value holds the constant itself and reads no rows of it. */
static bool holds_constant(const struct value *value, const struct value *constant) {
  switch (value->kind) {
    case VALUE_OPERATION:
      return rowkey_operation_holds(value, constant);
    case VALUE_COALESCE:
      return true;
    default:
      return false;
  }
}

static struct value *operand_at(const struct value *value, size_t index) {
  if (index < 2) {
    struct value *operand = index == 0 ? value->a : value->b;
    if (operand == NULL || operand->kind == VALUE_TEXT_CONSTANT || operand->kind == VALUE_FLOAT_CONSTANT)
      return NULL;
    return operand->kind == VALUE_CONSTANT && holds_constant(value, operand) ? NULL : operand;
  }
  const struct part *part = &value->message->parts[(index - 2) / 2];
  if (part->kind == PART_LITERAL) return NULL;
  return index % 2 == 0 ? part->value : part->written;
}

struct value *rowkey_next_operand(struct operands *operands) {
  const struct value *value = operands->value;
  const size_t count = value->message == NULL ? 2 : 2 + 2 * value->message->count;
  while (operands->next < count) {
    struct value *operand = operand_at(value, operands->next++);
    if (operand != NULL) return operand;
  }
  return NULL;
}

/* Operands stand before the values made from them, so one pass from the last value to the first marks all. */
void rowkey_mark_values(const struct rowkey_layout *layout, const struct part *parts, size_t count,
                        bool hashed, bool *marks) {
  for (size_t i = 0; i < count; i++)
    if (parts[i].kind != PART_LITERAL) marks[parts[i].value->index] = marks[parts[i].written->index] = true;
  for (size_t i = layout->value_count; i-- > 0;) {
    const struct value *value = layout->values[i];
    if (!marks[i] || (value->kind == VALUE_HASH && !hashed)) continue;
    struct operands operands = value_operands(value);
    for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
      marks[operand->index] = true;
  }
}

bool rowkey_mark_used(struct rowkey_layout *layout) {
  bool *marks = rowkey_arena_allocate_array(&layout->arena, layout->value_count, sizeof *marks);
  if (marks == NULL) return false;
  rowkey_mark_values(layout, layout->key.parts, layout->key.count, true, marks);
  for (size_t i = 0; i < layout->value_count; i++) layout->values[i]->used = marks[i];
  return true;
}

/* ---- Sequences ------------------------------------------------------------------------------- */

/* From one row of a run to the next: room for whole units, and for short runs half of one, because a unit
 * that is read may reach into the next row. */
static size_t stride_of_run(size_t width) {
  const size_t unit = width <= COPY_UNIT / 2 ? COPY_UNIT / 2 : COPY_UNIT;
  return (width + unit - 1) / unit * unit;
}

/* Groups the parts into pieces. */
static bool make_pieces(struct rowkey_layout *layout, struct sequence *sequence) {
  sequence->pieces = rowkey_arena_allocate_array(&layout->arena, sequence->count, sizeof *sequence->pieces);
  if (sequence->pieces == NULL) return false;
  size_t scratch = 0;
  for (size_t i = 0; i < sequence->count;) {
    struct piece *piece = &sequence->pieces[sequence->piece_count++];
    piece->first = i;
    for (; i < sequence->count && !part_varies(&sequence->parts[i]); i++) {
      sequence->parts[i].offset = piece->width;
      piece->width += sequence->parts[i].width;
      piece->count++;
    }
    if (i < sequence->count) piece->varying = &sequence->parts[i++];
    bool one_literal = piece->count == 1 && sequence->parts[piece->first].kind == PART_LITERAL;
    piece->stride = one_literal ? 0 : stride_of_run(piece->width);
    scratch += piece->stride;
  }
  if (scratch > layout->scratch_stride) layout->scratch_stride = scratch;
  return true;
}

/* Bounds beyond the value's own type cannot be passed. */
static void set_limits(struct part *part) {
  if (part->kind == PART_LITERAL) return;
  const struct range range = rowkey_range_common(part->allowed, range_of_type(part->value->type));
  part->low = rowkey_integer_bits(range.low);
  part->span = rowkey_integer_bits(range.high) - part->low;
}

bool rowkey_arrange_sequence(struct rowkey_layout *layout, struct sequence *sequence) {
  sequence->fixed = true;
  sequence->maximum = sequence->width;
  size_t offset = 0;
  for (size_t i = 0; i < sequence->count; i++) {
    struct part *part = &sequence->parts[i];
    part->offset = offset;
    offset += part->width;
    set_limits(part);
    if (!part_varies(part)) continue;
    sequence->fixed = false;
    sequence->maximum += part->written->max_length;
  }
  if (!sequence->fixed && !make_pieces(layout, sequence)) return false;
  sequence->first_piece = layout->piece_count;
  layout->piece_count += sequence->fixed ? 1 : sequence->piece_count;
  return true;
}
