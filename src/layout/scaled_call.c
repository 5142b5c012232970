/* scaled(): floating-point numbers as integers. */
#include "layout/builder.h"

/* round=even or round=floor, once. */
static bool read_rounding(const struct builder *builder, const struct node *call, bool *floors) {
  for (const struct option_node *option = call->options; option != NULL; option = option->next) {
    const struct node *value = option->value;
    if (!slice_is(option->name, "round"))
      return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, option->begin, "round=even or round=floor",
                         "scaled has no option %s", rowkey_show(option->name).text);
    if (option != call->options)
      return rowkey_type_error(builder, option->begin, "each option once", "this option is given twice") !=
             NULL;
    *floors = value->kind == NODE_NAME && slice_is(value->text, "floor");
    if (!*floors && (value->kind != NODE_NAME || !slice_is(value->text, "even")))
      return rowkey_type_error(builder, value->begin, "even or floor", "this is not a way to round") != NULL;
  }
  return true;
}

struct value *rowkey_call_scaled(struct builder *builder, const struct node *node) {
  struct operand operands[2];
  bool floors = false;
  if (!rowkey_read_arguments(builder, node, 2, "scaled(number, factor)", operands) ||
      !read_rounding(builder, node, &floors))
    return NULL;
  struct value *number = operands[0].value, *factor = operands[1].value;
  if (number->type != TYPE_FLOAT || value_is_constant(number))
    return rowkey_type_error(builder, operands[0].node->begin, "a column of f64 or f32",
                             "this is not a float");
  if (factor->kind != VALUE_CONSTANT || factor->range.low.negative || factor->range.low.magnitude == 0)
    return rowkey_type_error(builder, operands[1].node->begin, "a constant from 1 to 18446744073709551615",
                             "nothing can be scaled by this");
  return rowkey_intern_at(builder,
                          &(struct value){.kind = VALUE_SCALED,
                                          .type = TYPE_I64,
                                          .a = number,
                                          .b = factor,
                                          .floors = floors,
                                          .range = rowkey_range_i64(),
                                          .checked = true},
                          node);
}
