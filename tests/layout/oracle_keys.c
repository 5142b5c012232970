/* Keys: fields side by side, and what must not occur in them. */
#include <string.h>

#include "oracle.h"

bool is_constant(const struct expression *expression, const struct scope *scope) {
  switch (expression->kind) {
    case INTEGER:
    case STRING:
      return true;
    case NEGATION:
    case BINARY:
    case FLOORMOD:
    case OPERATION:
    case TRUNCATE:
    case DATE:
    case REVERSE_TIME:
    case TEXT_CALL:
    case LENGTH:
      return is_constant(expression->left, scope) &&
             (expression->right == NULL || is_constant(expression->right, scope)) &&
             (expression->third == NULL || is_constant(expression->third, scope));
    case REVERSE:
    case Z_ORDER:
      for (size_t i = 0; i < expression->argument_count; i++)
        if (!is_constant(expression->arguments[i].expression, scope)) return false;
      return true;
    case REST:
      return scope->rest_is_constant;
    default:
      return false;
  }
}

bool is_fixed(const struct model_field *field, const struct result *value, const struct scope *scope) {
  const struct model_format *format = &field->format;
  if (is_constant(field->expression, scope)) return true;
  if (strchr("emv", format->letter) != NULL && format->letter != '\0') return false;
  if (format->letter == 'n') return value->width != 0;
  if (format->width != 0 || format->letter == 'a') return true;
  if (format->letter == 'd') return false;
  return value->type == DIGEST || value->type == FLOAT || (value->type == TEXT && value->width != 0);
}

/* From the last field to the first, so that what is `rest` is known. */
bool expected_places(const struct model *model, const struct record *record, struct bytes *key,
                     struct places *places) {
  struct scope scope = {record, key, true, true};
  *key = (struct bytes){.size = 0};
  size_t count = 0;
  for (size_t i = model->count; i-- > 0;) {
    const struct model_field *field = &model->fields[i];
    struct bytes bytes = {.size = 0};
    if (!append_field(field, &scope, &bytes)) return false;
    if (!scope.rest_is_constant && bytes.is_open && bytes.size > 0 && key->size > 0 &&
        memchr(bytes.at, key->at[0], bytes.size) != NULL)
      return false;
    if (!is_constant(field->expression, &scope)) {
      places->end[count] = key->size;
      places->begin[count++] = key->size + bytes.size;
    }
    scope.rest_is_fixed = scope.rest_is_fixed && !bytes.varies;
    scope.rest_is_constant = scope.rest_is_constant && is_constant(field->expression, &scope);
    append(&bytes, key->at, key->size);
    bytes.overflowed = bytes.overflowed || key->overflowed;
    *key = bytes;
  }
  places->count = count;
  return true;
}

bool expected_key(const struct model *model, const struct record *record, struct bytes *key) {
  struct places unused;
  return expected_places(model, record, key, &unused);
}
