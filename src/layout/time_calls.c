/* Functions of instants: the unit in which a column counts them says what a day is. */
#include <string.h>

#include "civil.h"
#include "layout/builder.h"
#include "plan/operation.h"
#include "text/names.h"

/* How many units `seconds` are. */
static uint64_t units_of(rowkey_time_unit unit, uint64_t seconds) {
  for (int i = ROWKEY_SECONDS; i < (int)unit; i++) seconds *= 1000;
  return seconds;
}

/* a (sign) number */
static struct value *with_number(struct builder *builder, char sign, struct operand a, uint64_t number,
                                 const struct node *node) {
  struct value *constant = rowkey_constant(builder, rowkey_integer_of_u64(number), TYPE_U64, node);
  if (constant == NULL) return NULL;
  const struct operand operands[2] = {a, {constant, node}};
  return rowkey_check_operation(builder, sign, node->begin, operands, node);
}

/* ---- The time of day ------------------------------------------------------------------------- */

/* floormod(ts, 3600) / 60: the minute of ts in seconds. */
static const struct {
  const char *name, *call;
  uint64_t outer, inner; /* in seconds */
} clocks[] = {{"hour", "hour(instant)", SECONDS_OF_DAY, 3600},
              {"minute", "minute(instant)", 3600, 60},
              {"second", "second(instant)", 60, 1}};

struct value *rowkey_call_clock(struct builder *builder, const struct node *node) {
  struct operand instant;
  size_t i = 0;
  while (!slice_is(node->text, clocks[i].name)) i++;
  if (!rowkey_read_operands(builder, node, 1, clocks[i].call, &instant) ||
      !rowkey_require_instant(builder, &instant))
    return NULL;
  const rowkey_time_unit unit = instant.value->unit;
  struct value *rest = with_number(builder, FLOORMOD_SIGN, instant, units_of(unit, clocks[i].outer), node);
  const uint64_t inner = units_of(unit, clocks[i].inner);
  if (rest == NULL || inner == 1) return rest;
  return with_number(builder, '/', (struct operand){rest, node}, inner, node);
}

/* ---- Truncation ------------------------------------------------------------------------------ */

/* Units of as many seconds each, and those of the calendar. */
static const struct {
  const char *name;
  uint64_t seconds; /* 0: of the calendar */
  const struct operation *start;
} periods[] = {{.name = "second", .seconds = 1},
               {.name = "minute", .seconds = 60},
               {.name = "hour", .seconds = 3600},
               {.name = "day", .seconds = SECONDS_OF_DAY},
               {.name = "week", .start = &rowkey_operation_week_start},
               {.name = "month", .start = &rowkey_operation_month_start},
               {.name = "quarter", .start = &rowkey_operation_quarter_start},
               {.name = "year", .start = &rowkey_operation_year_start}};
enum { PERIODS = sizeof periods / sizeof *periods };

struct slice rowkey_period_name(const void *context, size_t index) {
  (void)context;
  if (index >= PERIODS) return (struct slice){NULL, 0};
  return (struct slice){periods[index].name, strlen(periods[index].name)};
}

/* ts - floormod(ts, n): the beginning of the period of n units that ts lies in. */
static struct value *round_down(struct builder *builder, const struct operand operands[2],
                                const struct node *node) {
  struct value *within = rowkey_check_operation(builder, FLOORMOD_SIGN, node->begin, operands, node);
  if (within == NULL) return NULL;
  const struct operand difference[2] = {operands[0], {within, operands[1].node}};
  return rowkey_check_operation(builder, '-', node->begin, difference, node);
}

static struct value *begin_of_period(struct builder *builder, const struct operation *start,
                                     const struct operand *instant, const struct node *node) {
  struct value wanted = {.kind = VALUE_OPERATION, .operation = start};
  wanted.a = rowkey_to_i64(builder, instant->value, instant->node);
  return wanted.a == NULL ? NULL : rowkey_check_result(builder, &wanted, instant, node->begin, node);
}

/* PERIODS where the name is that of no unit. Of several the name may end in s. */
static size_t find_period(struct slice name, bool is_several) {
  size_t i = 0;
  if (is_several && name.size > 1 && name.at[name.size - 1] == 's') name.size--;
  while (i < PERIODS && !slice_is(name, periods[i].name)) i++;
  return i;
}

/* The units of ts in a period that has a fixed number of seconds; 0 after an error. */
static uint64_t units_of_period(const struct builder *builder, const struct node *period, uint64_t seconds,
                                rowkey_time_unit unit) {
  const bool is_several = period->kind == NODE_INTEGER;
  uint64_t units = units_of(unit, seconds);
  if (!is_several || (period->integer != 0 && !__builtin_mul_overflow(units, period->integer, &units)))
    return units;
  rowkey_type_error(builder, period->begin, "a number from 1 on, and less than 2^63 units of the instant",
                    "this is not a period");
  return 0;
}

/* Where a period stands, a name is that of a unit, whatever columns there are: they are no periods. */
static struct value *truncate_to_unit(struct builder *builder, const struct node *node,
                                      const struct field_node *first, const struct node *period) {
  struct operand operands[2] = {{rowkey_check_expression(builder, first->expression), first->expression}};
  if (operands[0].value == NULL) return NULL;
  const bool is_several = period->kind == NODE_INTEGER;
  const size_t i = find_period(period->text, is_several);
  if (i == PERIODS) {
    const struct suggestion suggestion = rowkey_suggest(period->text, "units", rowkey_period_name, NULL);
    rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, period->begin, suggestion.text,
                "%s is neither a constant nor a unit of time", rowkey_show(period->text).text);
    return NULL;
  }
  if (!rowkey_require_instant(builder, &operands[0])) return NULL;
  if (periods[i].seconds == 0 && is_several)
    return rowkey_type_error(builder, period->begin,
                             "a number of seconds, minutes, hours or days, or one unit",
                             "units of the calendar are not counted here");
  if (periods[i].seconds == 0) return begin_of_period(builder, periods[i].start, &operands[0], node);
  const uint64_t units = units_of_period(builder, period, periods[i].seconds, operands[0].value->unit);
  if (units == 0) return NULL;
  operands[1] =
      (struct operand){rowkey_constant(builder, rowkey_integer_of_u64(units), TYPE_U64, period), period};
  return operands[1].value == NULL ? NULL : round_down(builder, operands, node);
}

struct value *rowkey_call_truncate(struct builder *builder, const struct node *node) {
  const struct field_node *first = node->arguments, *second = first == NULL ? NULL : first->next;
  const bool names_unit = second != NULL && second->next == NULL && first->format.at == NULL &&
                          second->format.at == NULL &&
                          (second->expression->kind == NODE_NAME ||
                           (second->expression->kind == NODE_INTEGER && second->expression->text.size > 0));
  if (names_unit)
    return rowkey_no_options(builder, node) ? truncate_to_unit(builder, node, first, second->expression)
                                            : NULL;
  struct operand operands[2];
  if (!rowkey_read_operands(builder, node, 2, "truncate(number, period)", operands)) return NULL;
  const struct value *period = operands[1].value;
  if (period->kind != VALUE_CONSTANT || period->range.low.negative || period->range.low.magnitude == 0)
    return rowkey_type_error(builder, operands[1].node->begin,
                             "a constant from 1 on, such as 3600, or a time, such as hour or 15 minutes",
                             "this is not a period");
  return round_down(builder, operands, node);
}

/* Long.MAX_VALUE - ts: what is newer sorts first. */
struct value *rowkey_call_reverse_time(struct builder *builder, const struct node *node) {
  struct operand operands[2];
  if (!rowkey_read_operands(builder, node, 1, "reverse_time(number)", &operands[1])) return NULL;
  struct value *last = rowkey_constant(builder, rowkey_integer_of_i64(INT64_MAX), TYPE_U64, node);
  if (last == NULL) return NULL;
  operands[0] = (struct operand){last, node};
  return rowkey_check_operation(builder, '-', node->begin, operands, node);
}
