/* Keys: fields side by side, and what must not occur in them. */
#include <string.h>

#include "hashes.h"
#include "oracle.h"

bool is_constant(const struct expression *expression, const struct scope *scope) {
  switch (expression->kind) {
    case INTEGER:
    case STRING:
      return true;
    case NEGATION:
    case BINARY:
    case ABSOLUTE:
    case FLOORMOD:
    case INT32:
    case TRUNCATE:
    case DATE:
    case REVERSE_TIME:
    case TEXT_CALL:
    case LENGTH:
      return is_constant(expression->left, scope) &&
             (expression->right == NULL || is_constant(expression->right, scope));
    case REVERSE:
      for (size_t i = 0; i < expression->argument_count; i++)
        if (!is_constant(expression->arguments[i].expression, scope)) return false;
      return true;
    case REST:
      return scope->rest_is_constant;
    default:
      return false;
  }
}

static bool is_digest(const struct expression *expression) {
  if (expression->kind == ABSOLUTE) return is_digest(expression->left);
  if (expression->kind != HASH) return false;
  return expression->hash.part == WHOLE_HASH &&
         (expression->hash.is_md5 || values_per_row(&expression->hash.definition) == 2);
}

static bool is_fixed(const struct model_field *field, const struct scope *scope);

static bool is_column(const struct expression *expression) {
  return expression->kind == COLUMN || expression->kind == COALESCE;
}

static bool is_fixed_text(const struct expression *expression, const struct scope *scope) {
  if (is_column(expression)) return scope->record->columns[expression->column].width != 0;
  if (expression->kind != REVERSE) return false;
  for (size_t i = 0; i < expression->argument_count; i++)
    if (!is_fixed(&expression->arguments[i], scope)) return false;
  return true;
}

/* Whether the field has as many bytes in every record. */
static bool is_fixed(const struct model_field *field, const struct scope *scope) {
  const struct expression *expression = field->expression;
  if (expression->kind == REST) return scope->rest_is_fixed;
  if (is_constant(expression, scope)) return true;
  if (field->format.letter == 'e' || field->format.letter == 'm') return false;
  if (field->format.width != 0 || field->format.letter == 'a') return true;
  if (field->format.letter == 'd') return false;
  if (is_digest(expression) || is_fixed_text(expression, scope)) return true;
  rowkey_type type = is_column(expression) ? scope->record->columns[expression->column].type : ROWKEY_U64;
  return type == ROWKEY_F64 || type == ROWKEY_F32;
}

/* Whether a byte that follows the field must not occur in it: digits cannot hold one that the compiler
 * accepts, and esc and mem show their ends by themselves. */
static bool is_open_text(const struct model_field *field, const struct scope *scope) {
  const struct expression *expression = field->expression;
  if (field->format.letter != '\0' && field->format.letter != 's') return false;
  if (is_column(expression))
    return scope->record->columns[expression->column].type == ROWKEY_TEXT && field->format.width == 0 &&
           !is_fixed_text(expression, scope);
  const bool is_text = expression->kind == REVERSE || expression->kind == TEXT_CALL;
  return is_text && !is_fixed(field, scope);
}

/* From the last field to the first, so that what is `rest` is known. */
bool expected_key(const struct model *model, const struct record *record, struct bytes *key) {
  struct scope scope = {record, key, true, true};
  *key = (struct bytes){.size = 0};
  for (size_t i = model->count; i-- > 0;) {
    const struct model_field *field = &model->fields[i];
    struct bytes bytes = {.size = 0};
    if (!append_field(field, &scope, &bytes)) return false;
    if (!scope.rest_is_constant && is_open_text(field, &scope) && bytes.size > 0 && key->size > 0 &&
        memchr(bytes.at, key->at[0], bytes.size) != NULL)
      return false;
    scope.rest_is_fixed = scope.rest_is_fixed && is_fixed(field, &scope);
    scope.rest_is_constant = scope.rest_is_constant && is_constant(field->expression, &scope);
    append(&bytes, key->at, key->size);
    bytes.overflowed = bytes.overflowed || key->overflowed;
    *key = bytes;
  }
  return true;
}
