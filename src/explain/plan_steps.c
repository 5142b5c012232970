/* The steps of a plan by the names of what runs them. */
#include "encode/encoder.h"
#include "explain/explain.h"

struct steps {
  struct explaining *explaining;
  rowkey_explained_step *at;
  size_t count, capacity;
};

/* Where something stands in the template. */
struct span {
  size_t begin, end;
};

/* What runs, and whether it is in the table of kernels. */
struct operation {
  const char *name; /* NULL for nothing */
  bool is_kernel;
};

#define KERNEL(name) ((struct operation){name, true})
#define PLAIN(name) ((struct operation){name, false})
#define NOTHING ((struct operation){NULL, false})

static bool add_step(struct steps *steps, struct operation operation, struct span span) {
  if (operation.name == NULL) return true;
  rowkey_explained_step *at =
      rowkey_arena_grow(steps->explaining->arena, steps->at, steps->count, &steps->capacity, sizeof *at);
  if (at == NULL) return false;
  steps->at = at;
  at[steps->count++] =
      (rowkey_explained_step){operation.name, operation.is_kernel, span.begin, span.end - span.begin};
  return true;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static struct operation writer_of(const struct part *part) {
  switch (part->kind) {
    case PART_LITERAL:
    case PART_BYTES:
      return KERNEL("copy_fixed");
    case PART_DECIMAL_PADDED:
      return KERNEL("decimal_padded");
    case PART_BIG_ENDIAN:
      return is_coded_in_writing(part->written) || (part->checked && part->written == part->value)
                 ? KERNEL("big_endian_coded")
                 : KERNEL("big_endian");
    case PART_HEX_PADDED:
      return KERNEL("hex_padded");
    case PART_BYTES_HEX:
      return KERNEL("hex_fixed");
    case PART_DIGEST_DECIMAL:
      return KERNEL("decimal_u128");
    case PART_TEXT_PADDED:
      return KERNEL("padded_text");
    case PART_TEXT:
    case PART_TEXT_HEX:
      break;
  }
  return NOTHING; /* joined with the others */
}

static bool add_part(struct steps *steps, const struct part *part, struct span span) {
  if (part->delimiter >= 0 && !add_step(steps, KERNEL("find_in_strings"), span)) return false;
  if (!add_step(steps, writer_of(part), span)) return false;
  bool inverts = part->inverted && !part_varies(part);
  return !inverts || add_step(steps, PLAIN("invert"), span);
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
  return add_step(steps, KERNEL("fixed_rows"), all);
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

static bool add_message(struct steps *steps, const struct value *value) {
  const struct sequence *message = value->message;
  if (!add_sequence(steps, value, message)) return false;
  bool joins = !message->fixed && (message_is_joined(message) || value->kind == VALUE_REVERSED);
  return !joins || add_step(steps, KERNEL("join_rows"), span_of_value(value));
}

/* ---- Values ---------------------------------------------------------------------------------- */

static struct operation hash_of(const struct value *value) {
  bool fixed = value->message != NULL && value->message->fixed;
  if (value->hash.is_md5)
    return value->message == NULL ? KERNEL("md5_decimal")
           : fixed                ? KERNEL("md5_fixed")
                                  : KERNEL("md5_strings");
  return fixed ? KERNEL("hash_fixed") : KERNEL("hash_strings");
}

static struct operation division_of(const struct value *value) {
  if (value->kind == VALUE_DIVIDE_CONSTANT) return PLAIN("divide");
  return value->a->type == TYPE_HASH ? KERNEL("modulo_u128")
         : needs_u64(value->a)       ? KERNEL("modulo_u64")
                                     : KERNEL("modulo_i64");
}

static struct operation text_of(const struct value *value) {
  if (value->kind == VALUE_HEX_TEXT) return KERNEL("hex_padded");
  if (value->kind == VALUE_ESCAPED_TEXT)
    return value->escape == ESCAPE_TERMINATED ? KERNEL("escape_terminated") : KERNEL("escape_groups");
  return value->a->type == TYPE_HASH    ? KERNEL("decimal_u128")
         : has_short_decimals(value->a) ? KERNEL("decimal_strings")
                                        : KERNEL("decimal_unpadded");
}

static struct operation maker_of(const struct value *value) {
  switch (value->kind) {
    case VALUE_RANDOM:
      return KERNEL("random_u64");
    case VALUE_COALESCE:
      return PLAIN("coalesce");
    case VALUE_ADD:
    case VALUE_SUBTRACT:
      return value_adds_constant(value) ? KERNEL("mask_integers")
             : value->kind == VALUE_ADD ? PLAIN("add")
                                        : PLAIN("subtract");
    case VALUE_MULTIPLY:
      return PLAIN("multiply");
    case VALUE_AND:
      return PLAIN("and");
    case VALUE_DIVIDE:
    case VALUE_MODULO:
    case VALUE_FLOORMOD:
      return PLAIN("divide");
    case VALUE_DIVIDE_CONSTANT:
    case VALUE_MODULO_CONSTANT:
    case VALUE_FLOORMOD_CONSTANT:
      return division_of(value);
    case VALUE_ABSOLUTE:
      return value->type == TYPE_HASH ? PLAIN("absolute") : KERNEL("absolute_i64");
    case VALUE_INT32:
      return PLAIN("int32");
    case VALUE_CODED:
      return is_coded_in_writing(value) ? NOTHING : KERNEL("mask_integers");
    case VALUE_ORDERED_FLOAT:
      return PLAIN("order_float");
    case VALUE_HASH:
      return hash_of(value);
    case VALUE_REVERSED:
      return value->fixed_width != 0 ? KERNEL("reverse_fixed") : PLAIN("reverse");
    case VALUE_DECIMAL_TEXT:
    case VALUE_HEX_TEXT:
    case VALUE_ESCAPED_TEXT:
      return text_of(value);
    case VALUE_TO_I64:
      return value->checked ? KERNEL("find_outside") : NOTHING;
    case VALUE_CONSTANT:
    case VALUE_TEXT_CONSTANT:
    case VALUE_INTEGER_COLUMN:
    case VALUE_FLOAT_COLUMN:
    case VALUE_TEXT_COLUMN:
    case VALUE_DIGEST_COLUMN:
      break;
  }
  return NOTHING;
}

/* What a format makes has no source of its own: that of its number. */
static const struct value *with_source(const struct value *value) {
  while (value->source.at == NULL && value->a != NULL) value = value->a;
  return value;
}

static bool add_value(struct steps *steps, const struct value *value) {
  if (value->message != NULL && !add_message(steps, value)) return false;
  return add_step(steps, maker_of(value), span_of_value(with_source(value)));
}

bool rowkey_find_steps(struct explaining *explaining) {
  const struct rowkey_layout *layout = explaining->layout;
  struct steps steps = {.explaining = explaining};
  for (size_t i = 0; i < layout->value_count; i++)
    if (layout->values[i]->used && !add_value(&steps, layout->values[i])) return false;
  if (!add_sequence(&steps, NULL, &layout->key)) return false;
  const struct span whole = {0, layout->length};
  if (!layout->key.fixed && !add_step(&steps, KERNEL("join_rows"), whole)) return false;
  explaining->result->steps = steps.at;
  explaining->result->step_count = steps.count;
  return true;
}
