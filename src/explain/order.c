/* Which bytes sort as the values that they are made from. */
#include "explain/explain.h"
#include "plan/recovery.h"

rowkey_order rowkey_reversed_order(rowkey_order order) {
  switch (order) {
    case ROWKEY_ASCENDING:
      return ROWKEY_DESCENDING;
    case ROWKEY_DESCENDING:
      return ROWKEY_ASCENDING;
    case ROWKEY_UNORDERED:
      break;
  }
  return ROWKEY_UNORDERED;
}

static rowkey_order order_unless_inverted(bool inverted) {
  return inverted ? ROWKEY_DESCENDING : ROWKEY_ASCENDING;
}

/* ---- Binary numbers -------------------------------------------------------------------------- */

/* Adding the bias and masking keeps the order of a range that does not wrap on the way. */
static rowkey_order order_of_big_endian(const struct part *part) {
  static const struct value plain = {.mask = UINT64_MAX};
  const struct value *coding = part->written->kind == VALUE_CODED ? part->written : &plain;
  rowkey_order order = order_unless_inverted(coding->flip != 0);
  if (part->value->type == TYPE_FLOAT) return order;
  struct range range = rowkey_range_in_key(part);
  uint64_t low = (rowkey_integer_bits(range.low) + coding->bias) & coding->mask;
  uint64_t high = (rowkey_integer_bits(range.high) + coding->bias) & coding->mask;
  /* With its last byte first a number sorts when all its other bytes are 0. */
  bool sorts = low <= high && (coding->swapped <= 1 || high <= UINT8_MAX);
  return sorts ? order : ROWKEY_UNORDERED;
}

/* ---- What varies in length ------------------------------------------------------------------- */

static bool is_zeros(const struct sequence *key, const struct part *literal) {
  for (size_t i = 0; i < literal->width; i++)
    if (key->literals[literal->literal + i] != 0) return false;
  return true;
}

/* Whether text that another one begins with sorts before that one: what follows it is to be less than every
 * byte that may follow in the longer one. All bytes are complemented where the part is inverted. */
static bool shorter_is_less(const struct sequence *key, size_t index) {
  const struct part *part = &key->parts[index];
  if (part_delimits_itself(part)) return true;
  if (index + 1 == key->count) return !part->inverted; /* the key ends, which is less than any byte */
  const struct part *next = part + 1;
  unsigned char byte = (unsigned char)key->literals[next->literal];
  if (part->inverted) byte = (unsigned char)~byte;
  if (part->kind == PART_TEXT_HEX) return byte < '0';
  /* The text holds no delimiter, so that 00 is less than all its bytes. Behind the last field of a key it may
   * hold any: then zeros up to the end of the key are never the greater ones. */
  if (part->delimiter >= 0) return byte == 0;
  return !part->inverted && is_zeros(key, next);
}

/* Digits without padding sort when there are always as many. */
static rowkey_order order_of_number_text(const struct part *part) {
  if (part->value->type == TYPE_HASH) return ROWKEY_UNORDERED;
  uint64_t base = part->written->kind == VALUE_HEX_TEXT ? 16 : 10;
  struct range range = rowkey_range_in_key(part);
  bool one_length = !range.low.negative &&
                    rowkey_digits(range.low.magnitude, base) == rowkey_digits(range.high.magnitude, base);
  return one_length ? order_unless_inverted(part->inverted) : ROWKEY_UNORDERED;
}

rowkey_order rowkey_order_of_part(const struct sequence *key, size_t index) {
  const struct part *part = &key->parts[index];
  switch (part->kind) {
    case PART_LITERAL:
      return ROWKEY_UNORDERED;
    case PART_BIG_ENDIAN:
      return order_of_big_endian(part);
    case PART_TEXT:
      if (part->written->kind == VALUE_DECIMAL_TEXT || part->written->kind == VALUE_HEX_TEXT)
        return order_of_number_text(part);
      break;
    case PART_TEXT_HEX:
      break;
    default: /* of one width: padded digits, bytes, and text whose own end is not the padding's 00 */
      return order_unless_inverted(part->inverted);
  }
  return shorter_is_less(key, index) ? order_unless_inverted(part->inverted) : ROWKEY_UNORDERED;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* When values are known, in the order of the key's fields: 0 from the beginning, f + 1 when field f has told
 * it. */
#define NEVER SIZE_MAX

static size_t later(size_t a, size_t b) { return a > b ? a : b; }

static size_t time_of(const size_t *times, const struct value *value) {
  return value == NULL || is_constant(value) ? 0 : times[value->index];
}

static size_t time_of_operands(const size_t *times, const struct value *value) {
  size_t time = later(time_of(times, value->a), time_of(times, value->b));
  for (size_t i = 0; value->message != NULL && i < value->message->count; i++)
    if (value->message->parts[i].kind != PART_LITERAL)
      time = later(time, time_of(times, value->message->parts[i].value));
  return time;
}

static bool has_operands(const struct value *value) {
  return value->a != NULL || value->message != NULL || value->kind == VALUE_CONSTANT;
}

static const struct facts *facts_of_field(const struct explaining *explaining, size_t field) {
  const struct part *part = &explaining->layout->key.parts[field];
  return part->kind == PART_LITERAL ? NULL : facts_of(explaining, part->value);
}

/* The fields from `first` on that sort as a column tell its value. */
static size_t *find_times(const struct explaining *explaining, size_t first) {
  const struct rowkey_layout *layout = explaining->layout;
  size_t *times = rowkey_arena_allocate_array(explaining->arena, layout->value_count + 1, sizeof *times);
  if (times == NULL) return NULL;
  for (size_t i = 0; i < layout->value_count; i++) times[i] = NEVER;
  for (size_t i = layout->key.count; i-- > first;) {
    if (explaining->fields[i].column_order == ROWKEY_UNORDERED) continue;
    const struct facts *facts = facts_of_field(explaining, i);
    if (facts->strict) times[facts->leaf->index] = i + 1;
  }
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    size_t time = has_operands(value) ? time_of_operands(times, value) : NEVER;
    if (time < times[i]) times[i] = time;
  }
  return times;
}

static size_t find_first_sorted(const struct explaining *explaining) {
  size_t first = 0;
  while (first < explaining->layout->key.count && explaining->fields[first].column_order == ROWKEY_UNORDERED)
    first++;
  return first;
}

static bool only_literals_before(const struct explaining *explaining, size_t field) {
  for (size_t i = 0; i < field; i++)
    if (explaining->layout->key.parts[i].kind != PART_LITERAL) return false;
  return true;
}

/* Two fields of one column, of which the first leaves open what the second tells. */
static bool refines(const struct explaining *explaining, size_t coarse, size_t fine) {
  return facts_of_field(explaining, coarse)->leaf == facts_of_field(explaining, fine)->leaf &&
         explaining->fields[coarse].column_order == explaining->fields[fine].column_order;
}

/* A number rounded and its remainder: together they sort as the number. */
static bool completes(const struct explaining *explaining, size_t rounded, size_t remainder) {
  const struct part *parts = explaining->layout->key.parts;
  const rowkey_order order = explaining->fields[rounded].order;
  return rowkey_is_remainder_of(parts[remainder].value, parts[rounded].value) &&
         facts_of(explaining, rowkey_unrounded(parts[rounded].value))->strict && order != ROWKEY_UNORDERED &&
         order == explaining->fields[remainder].order;
}

/* Every field is a literal, known from those before it, or sorts as the next column of the tuple. One that
 * leaves its column open must be followed by others of that column, or by nothing. */
static bool find_sorted(struct explaining *explaining, const size_t *times, size_t *sorted) {
  const struct sequence *key = &explaining->layout->key;
  rowkey_explanation *result = explaining->result;
  size_t count = 0;
  bool open = false;
  for (size_t i = result->sorted_from; i < key->count; i++) {
    const struct part *part = &key->parts[i];
    if (part->kind == PART_LITERAL || time_of(times, part->value) <= i) continue;
    if (open && completes(explaining, sorted[count - 1], i)) {
      open = false;
      continue;
    }
    bool sorts = explaining->fields[i].column_order != ROWKEY_UNORDERED;
    if (!sorts || (open && !refines(explaining, sorted[count - 1], i))) {
      result->sorted_count = open ? count - 1 : count;
      return false;
    }
    if (open) count--;
    sorted[count++] = i;
    open = !facts_of_field(explaining, i)->strict;
  }
  result->sorted_count = count;
  return count > 0;
}

bool rowkey_find_key_order(struct explaining *explaining) {
  rowkey_explanation *result = explaining->result;
  size_t count = explaining->layout->key.count;
  result->sorted_from = find_first_sorted(explaining);
  size_t *times = find_times(explaining, result->sorted_from);
  size_t *sorted = rowkey_arena_allocate_array(explaining->arena, count + 1, sizeof *sorted);
  if (times == NULL || sorted == NULL) return false;
  result->sorted_to_end = find_sorted(explaining, times, sorted);
  result->sorted = sorted;
  result->sorts_as_columns = result->sorted_to_end && only_literals_before(explaining, result->sorted_from);
  return true;
}
