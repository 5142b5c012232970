/* Conditions on numbers. */
#include "conditions/conditions.h"

#include <stdlib.h>
#include <string.h>

/* ---- Ranks ---------------------------------------------------------------------------------- */

#define SIGN64 (UINT64_C(1) << 63)
#define SIGN32 (UINT32_C(1) << 31)

/* The bits of the infinities' magnitude. */
#define INFINITY64 UINT64_C(0x7ff0000000000000)
#define INFINITY32 UINT32_C(0x7f800000)

static uint64_t rank_of_bits64(uint64_t bits) { return bits ^ ((bits & SIGN64) != 0 ? UINT64_MAX : SIGN64); }
static uint32_t rank_of_bits32(uint32_t bits) { return bits ^ ((bits & SIGN32) != 0 ? UINT32_MAX : SIGN32); }

uint64_t rowkey_rank_of(rowkey_type type, const rowkey_value *value) {
  uint64_t bits64;
  uint32_t bits32;
  switch (type) {
    case ROWKEY_I64:
      return (uint64_t)value->as.i64 ^ SIGN64;
    case ROWKEY_F64:
      memcpy(&bits64, &value->as.f64, sizeof bits64);
      return rank_of_bits64(bits64);
    case ROWKEY_F32:
      memcpy(&bits32, &value->as.f32, sizeof bits32);
      return rank_of_bits32(bits32);
    default:
      return value->as.u64;
  }
}

rowkey_value rowkey_value_of_rank(rowkey_type type, uint64_t rank) {
  rowkey_value value = {.as.u64 = rank};
  const uint64_t bits64 = rank ^ ((rank & SIGN64) != 0 ? SIGN64 : UINT64_MAX);
  const uint32_t low = (uint32_t)rank, bits32 = low ^ ((low & SIGN32) != 0 ? SIGN32 : UINT32_MAX);
  if (type == ROWKEY_I64) value.as.u64 = rank ^ SIGN64; /* the bits of the i64 */
  if (type == ROWKEY_F64) memcpy(&value.as.f64, &bits64, sizeof bits64);
  if (type == ROWKEY_F32) memcpy(&value.as.f32, &bits32, sizeof bits32);
  return value;
}

uint64_t rowkey_lowest_rank(rowkey_type type) {
  if (type == ROWKEY_F64) return rank_of_bits64(INFINITY64 | SIGN64);
  return type == ROWKEY_F32 ? rank_of_bits32(INFINITY32 | SIGN32) : 0;
}

uint64_t rowkey_highest_rank(rowkey_type type) {
  if (type == ROWKEY_F64) return rank_of_bits64(INFINITY64);
  return type == ROWKEY_F32 ? rank_of_bits32(INFINITY32) : UINT64_MAX;
}

/* ---- Spans of ranks ------------------------------------------------------------------------- */

static int compare_ranks(const void *left, const void *right) {
  const uint64_t a = ((const struct span *)left)->low, b = ((const struct span *)right)->low;
  return (a > b) - (a < b);
}

/* Joins single values that follow one another; they are sorted. */
static size_t join_spans(struct span *spans, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (kept > 0 && spans[i].low - spans[kept - 1].high <= 1)
      spans[kept - 1].high = spans[i].high;
    else
      spans[kept++] = spans[i];
  }
  return kept;
}

/* The values of one comparison other than ROWKEY_EQUAL; false if there are none. */
static bool span_of(const rowkey_condition *condition, rowkey_type type, struct span *span) {
  const uint64_t rank = rowkey_rank_of(type, condition->values);
  *span = (struct span){rowkey_lowest_rank(type), rowkey_highest_rank(type)};
  switch (condition->comparison) {
    case ROWKEY_LESS:
      if (rank == span->low) return false;
      span->high = rank - 1;
      return true;
    case ROWKEY_LESS_EQUAL:
      span->high = rank;
      return true;
    case ROWKEY_GREATER:
      if (rank == span->high) return false;
      span->low = rank + 1;
      return true;
    default:
      span->low = rank;
      return true;
  }
}

static struct span *spans_of(const rowkey_condition *condition, rowkey_type type, struct asking *asking,
                             size_t *count) {
  if (condition->value_count > PTRDIFF_MAX / sizeof(struct span)) return NULL;
  struct span *spans = malloc(condition->value_count * sizeof *spans);
  if (spans == NULL) return NULL;
  if (condition->comparison != ROWKEY_EQUAL) {
    *count = span_of(condition, type, spans);
    return spans;
  }
  for (size_t i = 0; i < condition->value_count; i++)
    spans[i].low = spans[i].high = rowkey_rank_of(type, &condition->values[i]);
  if (!rowkey_sort_while(spans, condition->value_count, sizeof *spans, compare_ranks, asking)) {
    free(spans);
    return NULL;
  }
  *count = join_spans(spans, condition->value_count);
  return spans;
}

/* Intersects two lists. Room for as many spans as both have is enough. */
static size_t common_spans(const struct span *a, size_t a_count, const struct span *b, size_t b_count,
                           struct span *out) {
  size_t count = 0;
  for (size_t i = 0, k = 0; i < a_count && k < b_count;) {
    const uint64_t low = a[i].low > b[k].low ? a[i].low : b[k].low;
    const uint64_t high = a[i].high < b[k].high ? a[i].high : b[k].high;
    if (low <= high) out[count++] = (struct span){low, high};
    if (a[i].high < b[k].high)
      i++;
    else
      k++;
  }
  return count;
}

static enum outcome meet_number(struct constraint *constraint, const rowkey_condition *condition) {
  size_t more_count;
  struct span *more = spans_of(condition, constraint->type, constraint->asking, &more_count);
  if (more == NULL) return NO_MEMORY;
  struct span *common = malloc((constraint->span_count + more_count + 1) * sizeof *common);
  if (common != NULL) {
    constraint->span_count =
        common_spans(constraint->spans, constraint->span_count, more, more_count, common);
    free(constraint->spans);
    constraint->spans = common;
  }
  free(more);
  return common == NULL ? NO_MEMORY : constraint->span_count == 0 ? NO_VALUES : SOME_VALUES;
}

static bool count_values(struct constraint *constraint) {
  constraint->before = malloc((constraint->span_count + 1) * sizeof *constraint->before);
  if (constraint->before == NULL) return false;
  uint64_t before = 0;
  for (size_t i = 0; i < constraint->span_count; i++) {
    constraint->before[i] = before;
    const struct span span = constraint->spans[i];
    const uint64_t more = span.high - span.low == UINT64_MAX ? UINT64_MAX : span.high - span.low + 1;
    before = more > UINT64_MAX - before ? UINT64_MAX : before + more;
  }
  constraint->before[constraint->span_count] = before;
  return true;
}

enum outcome rowkey_meet_numbers(struct constraint *constraint, const rowkey_condition *const *conditions,
                                 size_t count) {
  constraint->spans = malloc(sizeof *constraint->spans);
  if (constraint->spans == NULL) return NO_MEMORY;
  constraint->spans[0] =
      (struct span){rowkey_lowest_rank(constraint->type), rowkey_highest_rank(constraint->type)};
  constraint->span_count = 1;
  enum outcome outcome = SOME_VALUES;
  for (size_t i = 0; i < count && outcome == SOME_VALUES; i++)
    outcome = meet_number(constraint, conditions[i]);
  return outcome == SOME_VALUES && !count_values(constraint) ? NO_MEMORY : outcome;
}
