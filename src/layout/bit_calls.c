/* Functions on the bits of unsigned numbers of a stated width. */
#include <stdio.h>

#include "bits.h"
#include "layout/builder.h"

/* The numbers of so many bits. */
static struct range range_of_width(unsigned bits) {
  return rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(UINT64_MAX >> (64 - bits)));
}

/* The constant from 1 to `most` that the operand is; 0 after an error. */
static unsigned read_width(const struct builder *builder, const struct operand *operand, unsigned most) {
  const struct value *value = operand->value;
  const bool good = value->kind == VALUE_CONSTANT && !value->range.low.negative &&
                    value->range.low.magnitude >= 1 && value->range.low.magnitude <= most;
  if (good) return (unsigned)value->range.low.magnitude;
  char expected[40];
  snprintf(expected, sizeof expected, "a constant from 1 to %u", most);
  rowkey_type_error(builder, operand->node->begin, expected, "this is not a number of bits");
  return 0;
}

/* Whether the operand is an integer that can have so many bits. */
static bool check_bits(const struct builder *builder, const struct operand *operand, unsigned bits) {
  if (!rowkey_require_integer(builder, operand->value, operand->node)) return false;
  if (!rowkey_range_apart(operand->value->range, range_of_width(bits))) return true;
  char expected[64];
  snprintf(expected, sizeof expected, "a number from 0 to %s",
           rowkey_integer_text(range_of_width(bits).high).text);
  return rowkey_type_error(builder, operand->node->begin, expected, "this never has so few bits") != NULL;
}

struct value *rowkey_call_interleave(struct builder *builder, const struct node *node) {
  struct operand operands[3];
  if (!rowkey_read_operands(builder, node, 3, "interleave(number, number, bits)", operands)) return NULL;
  const unsigned bits = read_width(builder, &operands[2], 32);
  if (bits == 0 || !check_bits(builder, &operands[0], bits) || !check_bits(builder, &operands[1], bits))
    return NULL;
  struct value *a = operands[0].value, *b = operands[1].value;
  if (a->kind == VALUE_CONSTANT && b->kind == VALUE_CONSTANT)
    return rowkey_constant(
        builder, rowkey_integer_of_u64(interleaved_bits(a->range.low.magnitude, b->range.low.magnitude)),
        TYPE_U64, node);
  const struct range range = range_of_width(bits);
  return rowkey_intern_at(builder,
                          &(struct value){.kind = VALUE_INTERLEAVE,
                                          .type = TYPE_U64,
                                          .a = a,
                                          .b = b,
                                          .width = bits,
                                          .range = range_of_width(2 * bits),
                                          .checked = !rowkey_range_within(a->range, range) ||
                                                     !rowkey_range_within(b->range, range)},
                          node);
}
