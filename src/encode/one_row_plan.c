/* The steps of a single row, made once with the encoder.
 *
 *     {md5(id) % 1000000:07d}{id:010d}
 *
 *     ROW_MD5_DECIMAL      values[1] from values[0], the id
 *     ROW_COMPUTE_OF_HASH  values[2] from values[1], by the divisor of 1000000
 *     ROW_BEGIN_KEY        the key
 *     ROW_DECIMAL          7 digits of values[2]
 *     ROW_DECIMAL          10 digits of values[0]; above 9999999999 the row is left to a batch
 *
 * If a part has no step, such as text with an escape rule, the whole layout uses batches of one row. */
#include <stdlib.h>

#include "encode/one_row.h"
#include "kernels/hashes.h"
#include "plan/operation.h"
#include "plan/text_function.h"

struct planning {
  struct rowkey_encoder *encoder;
  struct row_program *program;
  struct row_step *next;
};

static union row_value *value_at(const struct planning *planning, const struct value *value) {
  return &planning->program->values[value->index];
}

static struct row_step *add_step(struct planning *planning, enum row_operation operation) {
  struct row_step *step = planning->next++;
  *step = (struct row_step){.operation = operation,
                            .mask = UINT64_MAX,
                            .span = UINT64_MAX,
                            .second_span = UINT64_MAX,
                            .delimiter = -1};
  return step;
}

/* Adds a step from the value's operands, if it has any, to the value. */
static struct row_step *add_value(struct planning *planning, enum row_operation operation,
                                  const struct value *value) {
  struct row_step *step = add_step(planning, operation);
  step->out = value_at(planning, value);
  if (value->a != NULL) step->a = step->checked = value_at(planning, value->a);
  if (value->b != NULL) step->b = value_at(planning, value->b);
  return step;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static bool is_digest(const struct value *value) {
  return value->kind == VALUE_HASH && value->type == TYPE_HASH;
}

/* Whether it is among the values of a row; other texts are made while they are written. */
static bool is_row_text(const struct value *value) {
  return value->kind == VALUE_TEXT_COLUMN || value->kind == VALUE_TEXT_CALL;
}

/* ROW_BEGIN for parts that cannot be planned. */
static enum row_operation operation_of_part(const struct part *part) {
  switch (part->kind) {
    case PART_LITERAL:
      return ROW_LITERAL;
    case PART_DECIMAL_PADDED:
      return ROW_DECIMAL;
    case PART_DIGITS:
      return ROW_DIGITS;
    case PART_BIG_ENDIAN:
      return ROW_BIG_ENDIAN;
    case PART_HEX_PADDED:
      return ROW_HEX;
    case PART_BYTES:
      if (is_row_text(part->written)) return ROW_ANY_TEXT;
      return is_digest(part->written) ? ROW_HASH_BYTES : ROW_BEGIN;
    case PART_BYTES_HEX:
      return is_digest(part->written) ? ROW_HASH_HEX : ROW_BEGIN;
    case PART_TEXT_PADDED:
      return is_row_text(part->written) ? ROW_PADDED_TEXT : ROW_BEGIN;
    case PART_TEXT:
      if (is_row_text(part->written)) return ROW_ANY_TEXT;
      return part->written->base == 10 && part->delimiter < 0 ? ROW_DECIMAL_TEXT : ROW_BEGIN;
    default:
      return ROW_BEGIN;
  }
}

static bool plan_part(struct planning *planning, const struct sequence *sequence, const struct part *part) {
  const enum row_operation operation = operation_of_part(part);
  if (operation == ROW_BEGIN) return false;
  struct row_step *step = add_step(planning, operation);
  step->width = (unsigned)part->width;
  step->upper = part->upper;
  step->inverted = part->inverted;
  step->digits = part->digits;
  if (operation == ROW_LITERAL) {
    step->literal = (const uint8_t *)sequence->literals + part->literal;
    return true;
  }
  if (part->delimiter >= 0) step->delimiter = (uint8_t)(part->inverted ? ~part->delimiter : part->delimiter);
  const struct value *written = part->written;
  if (operation == ROW_BIG_ENDIAN && is_coded_in_writing(written)) {
    step->bias = written->code.bias;
    step->flip = written->code.flip;
    written = written->a;
  }
  if (operation == ROW_DECIMAL_TEXT) written = written->a;
  step->a = value_at(planning, written);
  step->checked = value_at(planning, part->value);
  if (part->checked) {
    step->low = part->low;
    step->span = part->span;
  }
  return operation != ROW_DECIMAL_TEXT || (value_is_integer(written) && !written->range.low.negative);
}

static bool plan_parts(struct planning *planning, enum row_operation begin, const struct sequence *sequence) {
  add_step(planning, begin);
  for (size_t i = 0; i < sequence->count; i++)
    if (!plan_part(planning, sequence, &sequence->parts[i])) return false;
  return true;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static bool plan_hash(struct planning *planning, const struct value *value) {
  if (value->b != NULL) return false;
  if (value->message == NULL) {
    add_value(planning, ROW_MD5_DECIMAL, value);
  } else {
    if (value->message->maximum > ROW_MESSAGE_MAX || !plan_parts(planning, ROW_BEGIN, value->message))
      return false;
    struct row_step *step = add_value(planning, value->hash.is_md5 ? ROW_MD5 : ROW_HASH, value);
    step->hash = &value->hash.other;
  }
  if (value->hash.half != HASH_WHOLE) {
    struct row_step *step = add_value(planning, ROW_HALF, value);
    step->a = step->out;
    step->index = value->hash.half == HASH_SECOND_HALF ? 1 : 0;
  }
  return true;
}

/* Constants that the step holds are not among the steps. */
static void set_constant(struct planning *planning, const struct value *value) {
  value_at(planning, value)->number = rowkey_integer_bits(value->range.low);
}

static void set_range(struct row_step *step, struct range good) {
  step->low = rowkey_integer_bits(good.low);
  step->span = rowkey_integer_bits(good.high) - step->low;
}

static void plan_mask(struct planning *planning, const struct value *value) {
  const struct rowkey_masking masking = value->operation->masking(value);
  struct row_step *step = add_value(planning, masking.swapped == 0 ? ROW_MASK : ROW_SWAP, value);
  const unsigned side = value_is_constant(value->a) ? 1 : 0;
  step->bias = masking.bias;
  step->mask = masking.mask;
  step->flip = masking.flip;
  step->width = masking.swapped;
  step->a = step->checked = value_at(planning, side == 0 ? value->a : value->b);
  if (value->checked) set_range(step, value->good[side]);
}

static bool plan_operation(struct planning *planning, const struct value *value) {
  if (value->type == TYPE_HASH) return false;
  if (is_coded_in_writing(value)) return true;
  if (rowkey_operation_masks(value)) {
    plan_mask(planning, value);
    return true;
  }
  const bool is_of_text = value->a->type == TYPE_TEXT;
  const bool is_of_hash = value->a->type == TYPE_HASH;
  if ((is_of_text && !is_row_text(value->a)) || (is_of_hash && !is_digest(value->a))) return false;
  const enum row_operation operation = is_of_text                     ? ROW_COMPUTE_OF_TEXT
                                       : is_of_hash                   ? ROW_COMPUTE_OF_HASH
                                       : value->operation->keeps_bits ? ROW_MASK
                                       : !value->checked              ? ROW_COMPUTE
                                       : value->pairs                 ? ROW_ATTEMPT
                                                                      : ROW_OPERATION;
  struct row_step *step = add_value(planning, operation, value);
  step->value = value;
  step->compute = value->operation->compute;
  step->attempt = value->operation->attempt;
  set_range(step, value->good[0]);
  if (value->a->kind == VALUE_CONSTANT) set_constant(planning, value->a);
  if (step->b == NULL) {
    step->b = step->a;
    return true;
  }
  if (value->b->kind == VALUE_CONSTANT) set_constant(planning, value->b);
  step->second_low = rowkey_integer_bits(value->good[1].low);
  step->second_span = rowkey_integer_bits(value->good[1].high) - step->second_low;
  return true;
}

static bool plan_text_call(struct planning *planning, const struct value *value) {
  const bool cuts = text_call_cuts(&value->call);
  struct row_step *step = add_value(planning, cuts ? ROW_CUT_TEXT : ROW_CHANGE_TEXT, value);
  step->call = &value->call;
  return is_row_text(value->a);
}

static bool plan_value(struct planning *planning, const struct value *value) {
  struct row_step *step;
  switch (value->kind) {
    case VALUE_CONSTANT:
      set_constant(planning, value);
      return true;
    case VALUE_INTEGER_COLUMN:
    case VALUE_TEXT_COLUMN:
      step = add_value(planning, value->kind == VALUE_TEXT_COLUMN ? ROW_TEXT : ROW_INTEGER, value);
      step->column = value->column;
      step->width = (unsigned)value->fixed_width;
      step->checked = step->out;
      step->span = rowkey_most_kept(&planning->encoder->layout->columns[value->column]);
      rowkey_find_kept_tags(&planning->encoder->layout->columns[value->column], step->tags);
      return !value->null_allowed;
    case VALUE_RANDOM:
      add_value(planning, ROW_RANDOM, value)->index = (size_t)value->ordinal;
      return true;
    case VALUE_OPERATION:
      return plan_operation(planning, value);
    case VALUE_TEXT_CALL:
      return plan_text_call(planning, value);
    case VALUE_HASH:
      return plan_hash(planning, value);
    case VALUE_NUMBER_TEXT:
      return value->base == 10; /* made while it is written */
    default:
      return false;
  }
}

static bool plan_row(struct planning *planning) {
  const struct rowkey_layout *layout = planning->encoder->layout;
  for (size_t i = 0; i < layout->value_count; i++)
    if (layout->values[i]->used && !plan_value(planning, layout->values[i])) return false;
  return plan_parts(planning, ROW_BEGIN_KEY, &layout->key);
}

/* At most so many steps: of a value two, one more to begin its message, and the parts. */
static size_t most_steps(const struct rowkey_layout *layout) {
  size_t steps = 3 * layout->value_count + layout->key.count + 1;
  for (size_t i = 0; i < layout->value_count; i++)
    if (layout->values[i]->message != NULL) steps += layout->values[i]->message->count;
  return steps;
}

bool rowkey_program_create(struct rowkey_encoder *encoder) {
  const struct rowkey_layout *layout = encoder->layout;
  const size_t steps = most_steps(layout);
  struct row_program *program = calloc(1, sizeof *program + steps * sizeof program->steps[0] +
                                              layout->value_count * sizeof program->values[0]);
  if (program == NULL) return false;
  program->values = (union row_value *)(void *)(program->steps + steps);
  struct planning planning = {encoder, program, program->steps};
  if (plan_row(&planning)) {
    program->end = planning.next;
    encoder->program = program;
  } else {
    free(program);
  }
  return true;
}
