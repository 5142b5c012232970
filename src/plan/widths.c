/* The widths of fields in bytes. */
#include "plan/facts.h"
#include "plan/text_function.h"

enum { GROUP_SIZE = 8 }; /* of escaped text */

size_t rowkey_digits(uint64_t number, uint64_t base) {
  size_t count = 1;
  for (; number >= base; number /= base) count++;
  return count;
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Each group takes 8 bytes and one more; after a full last group comes a group of padding. */
static size_t size_in_groups(size_t size) {
  return size == ROWKEY_NONE ? ROWKEY_NONE : multiply_sizes(size / GROUP_SIZE + 1, GROUP_SIZE + 1);
}

static size_t size_of(uint64_t bytes) { return bytes < ROWKEY_NONE ? (size_t)bytes : ROWKEY_NONE; }

/* ROWKEY_NONE is greater than every size. */
static void find_call_size(const struct text_call *call, const struct facts *text, size_t *least,
                           size_t *most) {
  const struct text_sizes sizes = rowkey_text_call_sizes(
      call, (struct text_sizes){text->min_size, text->max_size == ROWKEY_NONE ? UINT64_MAX : text->max_size});
  *least = size_of(sizes.least);
  *most = size_of(sizes.most);
}

void rowkey_find_text_size(struct known_values known, const struct value *value, size_t *least,
                           size_t *most) {
  *least = value->fixed_width;
  *most = value->fixed_width != 0 ? value->fixed_width : ROWKEY_NONE;
  if (value->fixed_width != 0) return;
  const struct facts *text = value->a == NULL ? NULL : &known.facts[value->a->index];
  if (value->kind == VALUE_REVERSED) {
    *most = 0;
    for (size_t i = 0; i < value->message->count; i++) {
      size_t part_least, part_most;
      rowkey_find_width(known, &value->message->parts[i], &part_least, &part_most);
      *least = add_sizes(*least, part_least);
      *most = add_sizes(*most, part_most);
    }
  } else if (value->kind == VALUE_ESCAPED_TEXT && value->escape == ESCAPE_GROUPS) {
    *least = size_in_groups(text->min_size);
    *most = size_in_groups(text->max_size);
  } else if (value->kind == VALUE_ESCAPED_TEXT) {
    *least = add_sizes(text->min_size, value->rule.end_size);
    *most = add_sizes(multiply_sizes(text->max_size, 2), value->rule.end_size);
  } else if (value->kind == VALUE_TEXT_CALL) {
    find_call_size(&value->call, text, least, most);
  }
}

/* The digits of an integer, and the sign of a negative one. */
static size_t number_size(struct integer number, uint64_t base) {
  return rowkey_digits(number.magnitude, base) + number.negative;
}

static void find_number_size(struct known_values known, const struct part *part, size_t *least,
                             size_t *most) {
  *most = part->written->max_length;
  *least = 1;
  if (part->value->type == TYPE_HASH) return;
  const uint64_t base = part->written->base;
  const struct range range = rowkey_range_in_key(part, known.images);
  const size_t low = number_size(range.low, base), high = number_size(range.high, base);
  *most = low > high ? low : high;
  if (range.high.negative || !range.low.negative) *least = low < high ? low : high;
}

static size_t varint_size(const struct varint_rule *rule, struct integer number) {
  return 1 + varint_more(rule, number.negative, number.magnitude);
}

static void find_varint_size(struct known_values known, const struct part *part, size_t *least,
                             size_t *most) {
  const struct range range = rowkey_range_in_key(part, known.images);
  const size_t low = varint_size(part->written->varint, range.low);
  const size_t high = varint_size(part->written->varint, range.high);
  *most = low > high ? low : high;
  *least = range.high.negative ? high : range.low.negative ? 1 : low;
}

void rowkey_find_width(struct known_values known, const struct part *part, size_t *least, size_t *most) {
  *least = *most = part->width;
  if (!part_varies(part)) return;
  if (part->written->varint != NULL) {
    find_varint_size(known, part, least, most);
    return;
  }
  if (part->written->base != 0) {
    find_number_size(known, part, least, most);
    return;
  }
  const struct facts *text = &known.facts[part->written->index];
  size_t factor = part->kind == PART_TEXT_HEX ? 2 : 1;
  *least = multiply_sizes(text->min_size, factor);
  *most = multiply_sizes(text->max_size, factor);
}
