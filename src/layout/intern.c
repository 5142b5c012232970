#include <string.h>

#include "layout/builder.h"

static size_t hash(const struct value *value) {
  uint64_t h = (uint64_t)value->kind * 8 + (uint64_t)value->type;
  const uint64_t words[] = {
      value->a != NULL ? value->a->index + 1 : 0,
      value->b != NULL ? value->b->index + 1 : 0,
      rowkey_integer_bits(value->range.low),
      value->column,
      value->ordinal,
      rowkey_integer_bits(value->held[0]) ^ rowkey_integer_bits(value->held[1]) << 32,
      value->code.bias ^ value->code.flip ^ value->code.swapped ^ value->hash.other.seed,
      value->call.from ^ value->call.count << 8 ^ (uintptr_t)value->call.function ^ value->call.byte,
      value->hash.other.function,
      value->message != NULL ? value->message->count : 0};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) h = (h ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
  return (size_t)(h >> 54) % BUCKETS;
}

static bool codes_equal(const struct rowkey_masking *a, const struct rowkey_masking *b) {
  return a->bias == b->bias && a->mask == b->mask && a->flip == b->flip && a->swapped == b->swapped;
}

static bool hashes_equal(const struct hash_call *a, const struct hash_call *b) {
  return a->is_md5 == b->is_md5 && a->half == b->half && a->other.function == b->other.function &&
         a->other.tail == b->other.tail && a->other.seed == b->other.seed &&
         memcmp(a->other.key, b->other.key, sizeof a->other.key) == 0;
}

static bool calls_equal(const struct text_call *a, const struct text_call *b) {
  return a->function == b->function && a->from == b->from && a->count == b->count && a->byte == b->byte;
}

static bool held_equal(const struct value *a, const struct value *b) {
  for (size_t i = 0; i < sizeof a->held / sizeof *a->held; i++)
    if (rowkey_integer_less(a->held[i], b->held[i]) || rowkey_integer_less(b->held[i], a->held[i]))
      return false;
  return true;
}

bool rowkey_same_operand(const struct value *a, const struct value *b) {
  if (a == b) return true;
  if (a == NULL || b == NULL || a->kind != b->kind) return false;
  if (a->kind == VALUE_FLOAT_CONSTANT) return memcmp(&a->number, &b->number, sizeof a->number) == 0;
  return a->kind == VALUE_TEXT_CONSTANT && a->text.size == b->text.size &&
         (a->text.size == 0 || memcmp(a->text.at, b->text.at, a->text.size) == 0);
}

/* Ranges need not be compared but for constants: elsewhere they follow from the operands. */
static bool equal(const struct value *a, const struct value *b) {
  if (a->kind != b->kind || a->type != b->type) return false;
  if (!rowkey_same_operand(a->a, b->a) || !rowkey_same_operand(a->b, b->b)) return false;
  if (a->column != b->column || a->ordinal != b->ordinal || !held_equal(a, b) ||
      a->operation != b->operation || a->null_allowed != b->null_allowed)
    return false;
  if (a->base != b->base || a->upper != b->upper || a->choice != b->choice || a->width != b->width ||
      a->escape != b->escape || memcmp(&a->rule, &b->rule, sizeof a->rule) != 0 || a->varint != b->varint)
    return false;
  if (!codes_equal(&a->code, &b->code) || !hashes_equal(&a->hash, &b->hash) ||
      !calls_equal(&a->call, &b->call))
    return false;
  if (a->kind == VALUE_CONSTANT && rowkey_integer_bits(a->range.low) != rowkey_integer_bits(b->range.low))
    return false;
  if (a->message == NULL || b->message == NULL) return a->message == b->message;
  return rowkey_sequences_equal(a->message, b->message);
}

struct value *rowkey_intern(struct builder *builder, const struct value *wanted) {
  struct value **bucket = &builder->buckets[hash(wanted)];
  for (struct value *value = *bucket; value != NULL; value = value->next_in_bucket)
    if (equal(value, wanted)) return value;

  struct rowkey_layout *layout = builder->layout;
  struct value **values = rowkey_arena_grow(&layout->arena, layout->values, layout->value_count,
                                            &layout->value_capacity, sizeof *layout->values);
  struct value *value = rowkey_arena_allocate(&layout->arena, sizeof *value);
  if (values == NULL || value == NULL) return NULL;
  *value = *wanted;
  value->index = layout->value_count;
  value->next_in_bucket = *bucket;
  *bucket = value;
  layout->values = values;
  layout->values[layout->value_count++] = value;
  return value;
}
