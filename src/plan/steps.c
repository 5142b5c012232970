/* Chooses the kernel or loop for each value, and for the parts of each sequence together.
 *
 *     {md5(id) % 256 & 131:u8}{id:010d}
 *
 *     md5(id)        md5_decimal: the digits of an integer are hashed without being written
 *     ... % 256      modulo_u128: of all 128 bits of the digest
 *     ... & 131      and
 *     both parts     fixed_rows: one kernel writes all 11 bytes of a row
 *
 * These are the lines under "plan" that explain prints. */
#include "plan/steps.h"

#include <string.h>

#include "kernels/hashes.h"
#include "plan/operation.h"
#include "plan/text_function.h"

struct step_name rowkey_step_name(enum step step) {
  static const struct step_name names[] = {
#define KERNEL(id, name) [STEP_##id] = {#name, true},
#define LOOP(id, name) [STEP_##id] = {#name, false},
#define SILENT(id) [STEP_##id] = {NULL, false},
#include "plan/steps.def"
#undef KERNEL
#undef LOOP
#undef SILENT
  };
  return names[step];
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Whether its decimal text has at most 8 digits and no sign. */
static bool has_short_decimals(const struct value *value) {
  return !value->range.low.negative && value->range.high.magnitude < 100000000;
}

/* Whether the message need not be joined: it is a run of fixed width and then text, and the hash can go on
 * from the run's hash as its seed. */
static bool goes_on_from_run(const struct value *value) {
  const struct sequence *message = value->message;
  const struct piece *piece = &message->pieces[0];
  const struct hash_function *function = hash_function_of(&value->hash.other);
  return function->base31 && function->seed != NULL && message->piece_count == 1 && piece->stride != 0 &&
         piece->varying != NULL && piece->varying->kind == PART_TEXT && !piece->varying->inverted;
}

static enum step step_of_hash(const struct value *value) {
  if (value->message == NULL) return STEP_MD5_DECIMAL;
  const bool fixed = value->message->fixed;
  if (value->hash.is_md5) return fixed ? STEP_MD5_FIXED : STEP_MD5_STRINGS;
  return fixed ? STEP_HASH_FIXED : goes_on_from_run(value) ? STEP_HASH_ON : STEP_HASH_STRINGS;
}

static enum step step_of_number_text(const struct value *value) {
  if (value->base != 10) return value->base == 16 ? STEP_HEX_TEXT : STEP_VARINT;
  return value->a->type == TYPE_HASH    ? STEP_HASH_TEXT
         : has_short_decimals(value->a) ? STEP_SHORT_DECIMAL_TEXT
                                        : STEP_DECIMAL_TEXT;
}

static enum step step_of_value(const struct value *value) {
  switch (value->kind) {
    case VALUE_CONSTANT:
    case VALUE_TEXT_CONSTANT:
    case VALUE_FLOAT_CONSTANT:
      return STEP_NOTHING;
    case VALUE_INTEGER_COLUMN:
    case VALUE_FLOAT_COLUMN:
    case VALUE_TEXT_COLUMN:
    case VALUE_DIGEST_COLUMN:
      return STEP_COLUMN;
    case VALUE_COALESCE:
      return STEP_COALESCE;
    case VALUE_NULL_MARKER:
      return STEP_NULL_MARKER;
    case VALUE_RANDOM:
      return STEP_RANDOM;
    case VALUE_OPERATION:
      return is_coded_in_writing(value) ? STEP_NOTHING : STEP_OPERATION;
    case VALUE_HASH:
      return step_of_hash(value);
    case VALUE_REVERSED:
      return value->fixed_width != 0 ? STEP_REVERSE_FIXED : STEP_REVERSE;
    case VALUE_NUMBER_TEXT:
      return step_of_number_text(value);
    case VALUE_ESCAPED_TEXT:
      return value->escape == ESCAPE_TERMINATED ? STEP_ESCAPE_TERMINATED : STEP_ESCAPE_GROUPS;
    case VALUE_TEXT_CALL:
      if (value->call.function->lacks_byte && value->fixed_width == 0) return STEP_CHECK_TEXT;
      return text_call_cuts(&value->call) ? STEP_CUT_TEXT : STEP_CHANGE_TEXT;
  }
  return STEP_NOTHING;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static enum step step_of_part(const struct part *part) {
  switch (part->kind) {
    case PART_LITERAL:
    case PART_BYTES:
      return STEP_COPY;
    case PART_DECIMAL_PADDED:
      return STEP_WRITE_DECIMAL;
    case PART_BIG_ENDIAN:
      return is_coded_in_writing(part->written) || (part->checked && part->written == part->value)
                 ? STEP_WRITE_CODED
                 : STEP_WRITE_BIG_ENDIAN;
    case PART_DIGITS:
      return STEP_WRITE_DIGITS;
    case PART_HEX_PADDED:
      return STEP_WRITE_HEX;
    case PART_DIGEST_DECIMAL:
      return STEP_WRITE_HASH_DECIMAL;
    case PART_BYTES_HEX:
      return STEP_WRITE_BYTES_HEX;
    case PART_TEXT_PADDED:
      return STEP_WRITE_TEXT;
    case PART_TEXT:
    case PART_TEXT_HEX:
      break; /* joined with the others */
  }
  return STEP_NOTHING;
}

static void choose_parts(const struct sequence *sequence) {
  for (size_t i = 0; i < sequence->count; i++) sequence->parts[i].step = step_of_part(&sequence->parts[i]);
}

/* ---- Texts that are made while they are written --------------------------------------------------- */

/* A part reads what it writes, and its value where that is not made into something else or is checked. */
static bool part_reads(const struct part *part, const struct value *value) {
  if (part->kind == PART_LITERAL) return false;
  if (part->written == value) return true;
  return part->value == value && (part->checked || part->written == NULL);
}

/* How often the parts read the value. */
static size_t readers_among(const struct sequence *sequence, const struct value *value) {
  size_t count = 0;
  for (size_t i = 0; i < sequence->count; i++) count += part_reads(&sequence->parts[i], value);
  return count;
}

bool rowkey_has_one_reader(const struct rowkey_layout *layout, const struct value *value) {
  size_t count = readers_among(&layout->key, value);
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *other = layout->values[i];
    if (!other->used) continue;
    count += other->a == value || other->b == value;
    if (other->message != NULL) count += readers_among(other->message, value);
  }
  return count == 1;
}

/* The step that makes the part's text while it is written; STEP_NOTHING if a kernel makes no such text, or
 * something else reads it, too. Several varying pieces of a key are joined at once. */
static enum step step_of_made(const struct rowkey_layout *layout, const struct part *part) {
  const struct value *text = part->written;
  const bool is_field = part->kind == PART_BYTES;
  const bool is_joined = part->kind == PART_TEXT && layout->key.piece_count == 1 && !part->inverted;
  if ((!is_field && !is_joined) || part->delimiter >= 0) return STEP_NOTHING;
  if (text == NULL || text->kind != VALUE_TEXT_CALL || text->call.function->making == NULL)
    return STEP_NOTHING;
  const enum rowkey_making_kind kind = text->call.function->making(&text->call).kind;
  const bool pads = kind == ROWKEY_MAKE_PADDED_RIGHT || kind == ROWKEY_MAKE_PADDED_LEFT;
  if (kind == ROWKEY_MAKE_NOTHING || pads != is_field || !rowkey_has_one_reader(layout, text))
    return STEP_NOTHING;
  return is_field ? STEP_FILL_TEXTS : STEP_JOIN_MADE;
}

/* The only value or part that reads the text of a column, if there is one, checks where it lies. */
static void leave_check_to_reader(struct rowkey_layout *layout, const struct value *text) {
  if (text->kind == VALUE_TEXT_COLUMN && text->fixed_width == 0 && rowkey_has_one_reader(layout, text))
    layout->values[text->index]->step = STEP_CHECKED_BY_READER;
}

static void choose_made_texts(struct rowkey_layout *layout) {
  for (size_t i = 0; i < layout->key.count; i++) {
    struct part *part = &layout->key.parts[i];
    const enum step step = step_of_made(layout, part);
    if (step == STEP_NOTHING) continue;
    struct value *made = layout->values[part->written->index];
    part->step = step;
    made->step = STEP_MAKE_IN_WRITING;
    leave_check_to_reader(layout, made->a);
  }
}

static void choose_measured_texts(struct rowkey_layout *layout) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value->used && value->step == STEP_OPERATION && value->operation->run_texts != NULL)
      leave_check_to_reader(layout, value->a);
  }
}

void rowkey_choose_steps(struct rowkey_layout *layout) {
  for (size_t i = 0; i < layout->value_count; i++) {
    struct value *value = layout->values[i];
    value->step = step_of_value(value);
    if (value->message != NULL) choose_parts(value->message);
  }
  choose_parts(&layout->key);
  choose_made_texts(layout);
  choose_measured_texts(layout);
}

/* ---- Parts side by side ------------------------------------------------------------------------ */

void rowkey_set_range(struct rowkey_coding *coding, const struct part *part) {
  coding->low = part->low;
  coding->span = part->span;
}

void rowkey_set_coding(struct rowkey_coding *coding, const struct value *written) {
  if (!is_coded_in_writing(written)) return;
  coding->bias = written->code.bias;
  coding->flip = written->code.flip;
}

const struct value *rowkey_folded_operand(const struct part *part) {
  const struct value *value = part->written;
  if (part->kind != PART_BIG_ENDIAN || part->width != 8 || part->checked || value != part->value) return NULL;
  if (value->step != STEP_OPERATION || value->pairs || value->operation->keeps_bits ||
      !rowkey_operation_masks(value))
    return NULL;
  const struct rowkey_masking masking = value->operation->masking(value);
  if (masking.mask != UINT64_MAX || masking.swapped != 0 || masking.shift != 0) return NULL;
  return value->b != NULL && value_is_constant(value->a) ? value->b : value->a;
}

/* The operation in the place of a code: its operand's numbers are checked and changed. */
static void fold_operation(const struct value *value, const struct value *operand,
                           struct rowkey_coding *coding) {
  const struct rowkey_masking masking = value->operation->masking(value);
  const struct range *good = &value->good[operand == value->a ? 0 : 1];
  const uint64_t low = rowkey_integer_bits(good->low);
  *coding = (struct rowkey_coding){.bias = masking.bias, .flip = masking.flip, .span = UINT64_MAX};
  if (!value->checked) return;
  coding->low = low;
  coding->span = rowkey_integer_bits(good->high) - low;
}

/* False if the kernel cannot write such a part. */
static bool make_field(const struct part *part, struct rowkey_row_field *field) {
  if (part->inverted) return false;
  *field = (struct rowkey_row_field){.offset = part->offset, .width = part->width};
  if (part->kind == PART_TEXT_PADDED) {
    field->kind = ROWKEY_TEXT_FIELD;
    return true;
  }
  if (part->kind != PART_BIG_ENDIAN && part->kind != PART_DECIMAL_PADDED) return false;
  field->kind = part->kind == PART_BIG_ENDIAN ? ROWKEY_BIG_ENDIAN_FIELD : ROWKEY_DECIMAL_FIELD;
  /* The kernel checks the numbers it writes, so it cannot write a part that checks other numbers. */
  if (!value_is_integer(part->value) || (part->written != part->value && !is_coded_in_writing(part->written)))
    return false;
  rowkey_set_coding(&field->coding, part->written);
  rowkey_set_range(&field->coding, part);
  const struct value *operand = rowkey_folded_operand(part);
  if (operand != NULL) fold_operation(part->written, operand, &field->coding);
  /* Eight bytes hold every number, so there is nothing to compare. */
  else if (!part->checked && part->kind == PART_BIG_ENDIAN && part->width == 8)
    field->coding.span = UINT64_MAX;
  return true;
}

bool rowkey_plan_together(const struct rowkey_kernels *kernels, const struct sequence *sequence,
                          const struct part *parts, size_t count, size_t stride,
                          struct rowkey_fixed_rows *rows) {
  /* A single part gains nothing. */
  if (count < 2 || kernels->fixed_rows == NULL) return false;
  *rows = (struct rowkey_fixed_rows){.stride = stride};
  for (size_t i = 0; i < count; i++) {
    const struct part *part = &parts[i];
    rows->width = part->offset + part->width;
    if (rows->width > sizeof rows->literals) return false;
    if (part->kind == PART_LITERAL) {
      memcpy(rows->literals + part->offset, sequence->literals + part->literal, part->width);
      rows->has_literals = true;
    } else if (rows->count == ROWKEY_ROW_FIELDS || !make_field(part, &rows->fields[rows->count++])) {
      return false;
    }
  }
  return rows->count > 0 && kernels->plan_fixed_rows(rows);
}
