/* The steps of a plan by the names of what runs them. */
#include "explain/explain.h"
#include "plan/operation.h"

struct steps {
  struct explaining *explaining;
  rowkey_explained_step *at;
  size_t count, capacity;
};

/* Where something stands in the template. */
struct span {
  size_t begin, end;
};

static bool add_named_step(struct steps *steps, struct step_name name, struct span span) {
  if (name.name == NULL) return true;
  rowkey_explained_step *at =
      rowkey_arena_grow(steps->explaining->arena, steps->at, steps->count, &steps->capacity, sizeof *at);
  if (at == NULL) return false;
  steps->at = at;
  at[steps->count++] = (rowkey_explained_step){.operation = name.name,
                                               .is_kernel = name.is_kernel,
                                               .source_offset = span.begin,
                                               .source_length = span.end - span.begin};
  return true;
}

static bool add_step(struct steps *steps, enum step step, struct span span) {
  return add_named_step(steps, rowkey_step_name(step), span);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static bool add_part(struct steps *steps, const struct part *part, struct span span) {
  if (part->delimiter >= 0 && !add_step(steps, STEP_FIND_DELIMITER, span)) return false;
  if (!add_step(steps, part->step, span)) return false;
  bool inverts = part->inverted && !part_varies(part);
  return !inverts || add_step(steps, STEP_INVERT, span);
}

static struct span span_of_value(const struct value *value) {
  return (struct span){value->offset, value->offset + value->source.size};
}

/* A part of the key or, unless it is NULL, of the value's message: for a literal there, the function call
 * that hashes it. */
static struct span span_of(const struct steps *steps, const struct value *value, size_t index) {
  if (value == NULL) {
    const rowkey_explained_field *field = &steps->explaining->fields[index];
    return (struct span){field->source_offset, field->source_offset + field->source_length};
  }
  const struct part *part = &value->message->parts[index];
  if (part->kind == PART_LITERAL) return span_of_value(value);
  return (struct span){part->source_offset, part->source_offset + part->source.size};
}

/* Parts that lie side by side: one kernel writes them all, or each is written by its own. */
static bool add_run(struct steps *steps, const struct value *value, const struct sequence *sequence,
                    size_t first, size_t count, size_t stride) {
  if (count == 0) return true;
  const struct part *parts = sequence->parts + first;
  struct rowkey_fixed_rows unused;
  if (!rowkey_plan_together(steps->explaining->kernels, sequence, parts, count, stride, &unused)) {
    for (size_t i = 0; i < count; i++)
      if (!add_part(steps, &parts[i], span_of(steps, value, first + i))) return false;
    return true;
  }
  struct span all = span_of(steps, value, first);
  for (size_t i = 1; i < count; i++) {
    const struct span span = span_of(steps, value, first + i);
    if (span.begin < all.begin) all.begin = span.begin;
    if (span.end > all.end) all.end = span.end;
  }
  return add_step(steps, STEP_WRITE_TOGETHER, all);
}

/* The key or, unless it is NULL, the value's message. */
static bool add_sequence(struct steps *steps, const struct value *value, const struct sequence *sequence) {
  if (sequence->fixed) return add_run(steps, value, sequence, 0, sequence->count, sequence->width);
  for (size_t i = 0; i < sequence->piece_count; i++) {
    const struct piece *piece = &sequence->pieces[i];
    const struct part *varying = piece->varying;
    /* Literal bytes by themselves are joined from where they are. */
    if (piece->stride != 0 && !add_run(steps, value, sequence, piece->first, piece->count, piece->stride))
      return false;
    if (varying != NULL &&
        !add_part(steps, varying, span_of(steps, value, (size_t)(varying - sequence->parts))))
      return false;
  }
  return true;
}

/* A message that varies in length is put together, unless it is a single text or is hashed in two steps.
 */
static bool add_message(struct steps *steps, const struct value *value) {
  const struct sequence *message = value->message;
  const struct span span = span_of_value(value);
  if (!add_sequence(steps, value, message)) return false;
  if (value->step == STEP_HASH_ON) return add_step(steps, STEP_HASH_FIXED, span);
  bool joins = !message->fixed && (message_is_joined(message) || value->kind == VALUE_REVERSED);
  return !joins || add_step(steps, STEP_JOIN, span);
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* A value that a format makes has no source of its own: the source of its number stands for it. */
static const struct value *with_source(const struct value *value) {
  while (value->source.at == NULL && value->a != NULL) value = value->a;
  return value;
}

static bool add_value(struct steps *steps, const struct value *value) {
  if (value->message != NULL && !add_message(steps, value)) return false;
  const struct step_name name =
      value->step == STEP_OPERATION ? rowkey_operation_step(value) : rowkey_step_name(value->step);
  return add_named_step(steps, name, span_of_value(with_source(value)));
}

/* Then the step that makes the text has written the key. */
static bool joins_made_text(const struct sequence *key) {
  const struct part *varying = key->pieces[0].varying;
  return varying != NULL && varying->step == STEP_JOIN_MADE;
}

bool rowkey_find_steps(struct explaining *explaining) {
  const struct rowkey_layout *layout = explaining->layout;
  struct steps steps = {.explaining = explaining};
  for (size_t i = 0; i < layout->value_count; i++)
    if (layout->values[i]->used && !add_value(&steps, layout->values[i])) return false;
  if (!add_sequence(&steps, NULL, &layout->key)) return false;
  const struct span whole = {0, layout->length};
  if (!layout->key.fixed && !joins_made_text(&layout->key) && !add_step(&steps, STEP_JOIN, whole))
    return false;
  explaining->result->steps = steps.at;
  explaining->result->step_count = steps.count;
  return true;
}
