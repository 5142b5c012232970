/* Calls of functions of text. */
#include <string.h>

#include "layout/builder.h"
#include "plan/text_function.h"

const struct text_function *rowkey_find_text_function(struct slice name) {
  const struct text_function *function;
  for (size_t i = 0; (function = rowkey_text_function_at(i)) != NULL && function->name != NULL; i++)
    if (function->word == NULL && slice_is(name, function->name)) return function;
  return NULL;
}

struct slice rowkey_text_function_name(size_t index) {
  const struct text_function *function = rowkey_text_function_at(index);
  const bool has_name = function != NULL && function->name != NULL && function->word == NULL;
  return has_name ? (struct slice){function->name, strlen(function->name)} : (struct slice){NULL, 0};
}

/* ---- Arguments ------------------------------------------------------------------------------- */

enum { TEXT_OPERANDS_MAX = 3 };

static const struct field_node *argument_at(const struct node *call, size_t index) {
  const struct field_node *argument = call->arguments;
  for (; argument != NULL && index > 0; index--) argument = argument->next;
  return argument;
}

/* The function whose word stands in the call, of those of the same name, or `function`. */
static const struct text_function *function_by_word(const struct text_function *function,
                                                    const struct node *call) {
  const struct text_function *other;
  for (size_t i = 0; (other = rowkey_text_function_at(i)) != NULL; i++) {
    if (other->word == NULL || strcmp(other->name, function->name) != 0) continue;
    const struct field_node *word = argument_at(call, other->word_at);
    if (word != NULL && word->format.at == NULL && word->expression->kind == NODE_NAME &&
        slice_is(word->expression->text, other->word))
      return other;
  }
  return function;
}

/* The call without its argument number `at`, 1 or 2; those in front of it become copies. */
static struct node without_argument(const struct node *call, size_t at, struct field_node copies[2]) {
  struct node shorter = *call;
  for (size_t i = 0; i < at; i++) {
    copies[i] = *argument_at(call, i);
    copies[i].next = i + 1 < at ? &copies[i + 1] : argument_at(call, at)->next;
  }
  shorter.arguments = copies;
  return shorter;
}

/* How many arguments follow the text of the call. */
static size_t count_arguments(const struct text_function *function, const struct node *node) {
  switch (function->arguments) {
    case TEXT_ALONE:
      return 0;
    case TEXT_AND_BYTE_IF_ANY:
      return argument_at(node, 1) == NULL ? 0 : 1;
    case TEXT_AND_BYTE_AND_REASON:
      return argument_at(node, 2) == NULL ? 1 : 2;
    case TEXT_AND_BYTE:
    case TEXT_AND_COUNT:
      return 1;
    case TEXT_AND_FROM_AND_COUNT:
      return 2;
  }
  return 0;
}

bool rowkey_require_text(const struct builder *builder, const struct operand *operand) {
  return operand->value->type == TYPE_TEXT ||
         rowkey_type_error(builder, operand->node->begin, "text, such as a text column",
                           "this function takes text") != NULL;
}

static bool read_number(struct builder *builder, const struct operand *operand, uint64_t least,
                        uint64_t *number) {
  const struct value *value = operand->value;
  const bool good =
      value->kind == VALUE_CONSTANT && !value->range.low.negative && value->range.low.magnitude >= least;
  if (good) *number = value->range.low.magnitude;
  return good || rowkey_type_error(builder, operand->node->begin,
                                   least == 0 ? "a constant from 0 on" : "a constant from 1 on",
                                   "this is not a count") != NULL;
}

static bool read_byte(struct builder *builder, const struct operand *operand, uint8_t *byte) {
  const struct value *value = operand->value;
  const bool good = value->kind == VALUE_TEXT_CONSTANT && value->text.size == 1;
  if (good) *byte = (uint8_t)value->text.at[0];
  return good || rowkey_type_error(builder, operand->node->begin, "a string of one byte, such as \".\"",
                                   "this is not one byte") != NULL;
}

static bool read_reason(struct builder *builder, const struct operand *operand, struct slice *reason) {
  const bool good = operand->value->kind == VALUE_TEXT_CONSTANT;
  if (good) *reason = operand->value->text;
  return good || rowkey_type_error(builder, operand->node->begin, "a string", "this is not a reason") != NULL;
}

static bool read_call(struct builder *builder, const struct text_function *function, const struct node *node,
                      struct operand *operands, struct text_call *call, struct slice *reason) {
  const size_t count = count_arguments(function, node);
  if (!rowkey_read_operands(builder, node, 1 + count, function->usage, operands) ||
      !rowkey_require_text(builder, &operands[0]))
    return false;
  call->function = function;
  switch (function->arguments) {
    case TEXT_ALONE:
      break;
    case TEXT_AND_BYTE_IF_ANY:
      call->count = count;
      return count == 0 || read_byte(builder, &operands[1], &call->byte);
    case TEXT_AND_BYTE:
      return read_byte(builder, &operands[1], &call->byte);
    case TEXT_AND_BYTE_AND_REASON:
      return read_byte(builder, &operands[1], &call->byte) &&
             (count == 1 || read_reason(builder, &operands[2], reason));
    case TEXT_AND_COUNT:
      return read_number(builder, &operands[1], 1, &call->count);
    case TEXT_AND_FROM_AND_COUNT:
      if (!read_number(builder, &operands[1], 0, &call->from)) return false;
      if (call->from == 0) call->function = function->from_front; /* which keeps the order of texts */
      return read_number(builder, &operands[2], 1, &call->count);
  }
  return true;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* The result for constant text. */
static struct value *folded(struct builder *builder, const struct text_call *call, struct slice text,
                            const struct node *node) {
  struct arena *arena = &builder->layout->arena;
  struct value *value = rowkey_arena_allocate(arena, sizeof *value);
  if (value == NULL) return NULL;
  *value = (struct value){.kind = VALUE_TEXT_CONSTANT, .type = TYPE_TEXT};
  if (text_call_cuts(call)) {
    value->text = call->function->cut(call, text);
    return value;
  }
  char *bytes = rowkey_arena_allocate(arena, (size_t)rowkey_text_call_most(call, text.size) + 1);
  if (bytes == NULL) return NULL;
  const size_t size = call->function->change(call, (const uint8_t *)text.at, text.size, (uint8_t *)bytes);
  if (size == NO_TEXT && call->function->lacks_byte)
    return rowkey_type_error(builder, node->begin, "a string without the byte", "this string has the byte");
  if (size == NO_TEXT)
    return rowkey_type_error(builder, node->begin, "a string in UTF-8", "this string is not UTF-8");
  value->text = (struct slice){bytes, size};
  return value;
}

struct value *rowkey_call_text(struct builder *builder, const struct text_function *function,
                               const struct node *node) {
  struct operand operands[TEXT_OPERANDS_MAX];
  struct text_call call = {.from = 0};
  struct slice reason = {NULL, 0};
  function = function_by_word(function, node);
  struct field_node copies[2];
  const struct node wordless =
      function->word == NULL ? *node : without_argument(node, function->word_at, copies);
  if (!read_call(builder, function, &wordless, operands, &call, &reason)) return NULL;
  struct value *text = operands[0].value;
  if (text->kind == VALUE_TEXT_CONSTANT) return folded(builder, &call, text->text, node);
  const bool makes_utf16 = call.function->makes_utf16;
  if (makes_utf16 && text->is_utf16)
    return rowkey_type_error(builder, operands[0].node->begin, "text in UTF-8",
                             "this text is UTF-16 already");
  struct value wanted = {.kind = VALUE_TEXT_CALL,
                         .type = TYPE_TEXT,
                         .a = text,
                         .call = call,
                         .text = reason,
                         .is_utf16 = makes_utf16 || text->is_utf16,
                         .fixed_width = (size_t)rowkey_text_call_width(&call, text->fixed_width)};
  if (!rowkey_limit_copies(builder, rowkey_copies_of_text(&wanted), node->begin)) return NULL;
  return rowkey_intern_at(builder, &wanted, node);
}
