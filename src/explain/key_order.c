/* Which columns the keys sort by. */
#include "explain/explain.h"
#include "explain/periods.h"
#include "plan/operation.h"
#include "plan/recovery.h"

/* When values are known, in the order of the key's fields: 0 from the beginning, f + 1 once field f
 * determines them. */
#define NEVER SIZE_MAX

static size_t later(size_t a, size_t b) { return a > b ? a : b; }

static size_t time_of_operands(const size_t *times, const struct value *value) {
  size_t time = 0;
  struct operands operands = value_operands(value);
  for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
    time = later(time, times[operand->index]);
  return time;
}

static bool has_operands(const struct value *value) {
  return value->a != NULL || value->message != NULL || value->kind == VALUE_CONSTANT;
}

static const struct facts *facts_of_field(const struct explaining *explaining, size_t field) {
  const struct part *part = &explaining->layout->key.parts[field];
  return part->kind == PART_LITERAL ? NULL : facts_of(explaining, part->value);
}

/* The fields from `first` on that sort as a column determine its value. */
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

/* ---- Nulls ------------------------------------------------------------------------------------ */

/* The marker of nulls that a number rises with, or falls; NULL when there is none. */
static const struct value *marker_of(const struct value *value, bool *falls) {
  *falls = false;
  while (value->kind != VALUE_NULL_MARKER) {
    if (value->kind != VALUE_OPERATION || (value->b != NULL && !rowkey_is_beside_constant(value)))
      return NULL;
    const unsigned side = value_is_constant(value->a) ? 1 : 0;
    const struct range b = (value->b == NULL ? value->a : value->b)->range;
    const struct course course = rowkey_operation_course(value, side, value->a->range, b);
    if (!course.strict || (course.direction != RISES && course.direction != FALLS)) return NULL;
    *falls ^= course.direction == FALLS;
    value = side == 0 ? value->a : value->b;
  }
  return value;
}

static size_t next_field(const struct sequence *key, size_t field) {
  do {
    field++;
  } while (field < key->count && key->parts[field].kind == PART_LITERAL);
  return field;
}

/* What a field that marks the nulls of a column says of the field after it, `next`, which gives the column
 * back with a constant for its nulls; ROWKEY_NULLS_REPLACED where it is not so. */
static rowkey_null_order nulls_marked(const struct explaining *explaining, size_t field, size_t *next) {
  const struct sequence *key = &explaining->layout->key;
  const struct part *part = &key->parts[field];
  const rowkey_order order = explaining->fields[field].order;
  *next = next_field(key, field);
  if (part->kind == PART_LITERAL || order == ROWKEY_UNORDERED || *next == key->count)
    return ROWKEY_NULLS_REPLACED;
  bool falls;
  const struct value *marker = marker_of(part->value, &falls);
  if (marker == NULL || explaining->fields[*next].column_order == ROWKEY_UNORDERED)
    return ROWKEY_NULLS_REPLACED;
  const struct facts *facts = facts_of_field(explaining, *next);
  if (!facts->strict || facts->leaf->kind != VALUE_COALESCE || facts->leaf->a != marker->a)
    return ROWKEY_NULLS_REPLACED;
  return falls == (order == ROWKEY_ASCENDING) ? ROWKEY_NULLS_FIRST : ROWKEY_NULLS_LAST;
}

/* ---- Columns ---------------------------------------------------------------------------------- */

static size_t find_first_sorted(const struct explaining *explaining) {
  size_t first = 0, next;
  while (first < explaining->layout->key.count &&
         explaining->fields[first].column_order == ROWKEY_UNORDERED &&
         nulls_marked(explaining, first, &next) == ROWKEY_NULLS_REPLACED)
    first++;
  return first;
}

static bool only_literals_before(const struct explaining *explaining, size_t field) {
  for (size_t i = 0; i < field; i++)
    if (explaining->layout->key.parts[i].kind != PART_LITERAL) return false;
  return true;
}

/* Two fields of one column: the second determines what the first leaves open. */
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

/* A field that goes on from those before it within a period of their instant, as a month from its year.
 * *open: it, too, leaves the column open. */
static bool goes_on(const struct explaining *explaining, size_t coarse, size_t fine, struct period *period,
                    bool *open) {
  const rowkey_order order = explaining->fields[fine].order;
  bool exact;
  if (order == ROWKEY_UNORDERED || order != explaining->fields[coarse].column_order ||
      !rowkey_period_narrow(period, explaining->layout->key.parts[fine].value, &exact))
    return false;
  *open = !exact;
  return true;
}

/* What a field that sorts as its column shows of an instant. The column follows from that strictly. */
static struct period period_of_field(const struct explaining *explaining, size_t field) {
  const struct period period = rowkey_period_of(explaining->layout->key.parts[field].value);
  const struct facts *facts = period.instant == NULL ? NULL : facts_of(explaining, period.instant);
  const bool rises = facts != NULL && facts->strict && facts->order == ROWKEY_ASCENDING;
  return rises ? period : (struct period){.instant = NULL};
}

/* Every field is a literal, known from those before it, the marker of the nulls of the next column of the
 * tuple, or sorts as that. One that leaves its column open must be followed by others of that column, or by
 * nothing. */
static bool find_sorted(struct explaining *explaining, const size_t *times, size_t *sorted) {
  const struct sequence *key = &explaining->layout->key;
  rowkey_explanation *result = explaining->result;
  size_t count = 0;
  bool open = false;
  struct period period = {.instant = NULL};
  for (size_t i = result->sorted_from; i < key->count; i++) {
    const struct part *part = &key->parts[i];
    if (part->kind == PART_LITERAL || times[part->value->index] <= i) continue;
    if (open && completes(explaining, sorted[count - 1], i)) {
      open = false;
      continue;
    }
    if (open && goes_on(explaining, sorted[count - 1], i, &period, &open)) continue;
    size_t next;
    const rowkey_null_order nulls = nulls_marked(explaining, i, &next);
    if (!open && nulls != ROWKEY_NULLS_REPLACED && times[key->parts[next].value->index] > next) {
      explaining->fields[next].nulls = nulls;
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
    period = period_of_field(explaining, i);
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
  result->sorted = explaining->sorted = sorted;
  result->sorts_as_columns = result->sorted_to_end && only_literals_before(explaining, result->sorted_from);
  return true;
}
