/* "zipf(users=1000,exponent=1.2)": which kind of rows, and its parameters. */
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "made/made.h"
#include "text/diagnostic.h"
#include "text/floating.h"
#include "text/number.h"

enum { LIST_SIZE = 512, DECIMAL_SIZE = 32 };

const rowkey_made_kind *rowkey_made_kind_at(size_t index) {
  size_t i = 0;
  while (i < index && rowkey_all_made_kinds[i] != NULL) i++;
  return rowkey_all_made_kinds[i] == NULL ? NULL : &rowkey_all_made_kinds[i]->told;
}

/* Parameter `index`; NULL after the last one. */
static const rowkey_made_parameter *parameter_at(const rowkey_made *made, size_t index) {
  const rowkey_made_parameter *parameters = made->kind->told.parameters;
  return index < ROWKEY_MADE_PARAMETERS && parameters[index].name != NULL ? &parameters[index] : NULL;
}

static rowkey_status find_kind(rowkey_made *made, struct slice name, rowkey_error *error) {
  char list[LIST_SIZE] = "", shown[QUOTED_SIZE];
  struct text_buffer text = {list, sizeof list};
  for (size_t i = 0; rowkey_all_made_kinds[i] != NULL; i++) {
    const struct made_kind *kind = rowkey_all_made_kinds[i];
    if (slice_is(name, kind->told.name)) made->kind = kind;
    rowkey_text_printf(&text, "%s%s", i == 0 ? "" : ", ", kind->told.name);
  }
  if (made->kind != NULL) return ROWKEY_OK;
  return rowkey_error_set(error, ROWKEY_ERROR_TYPE, "unknown source %s (expected %s)",
                          rowkey_quoted(shown, name.at, name.size), list);
}

static rowkey_status fail_parameter(const rowkey_made *made, struct slice name, rowkey_error *error) {
  char list[LIST_SIZE] = "none", shown[QUOTED_SIZE];
  struct text_buffer text = {list, sizeof list};
  const rowkey_made_parameter *parameter;
  for (size_t i = 0; (parameter = parameter_at(made, i)) != NULL; i++)
    rowkey_text_printf(&text, "%s%s", i == 0 ? "" : ", ", parameter->name);
  return rowkey_error_set(error, ROWKEY_ERROR_TYPE, "%s has no parameter %s (expected %s%s)",
                          made->kind->told.name, rowkey_quoted(shown, name.at, name.size), list,
                          parameter_at(made, 0) == NULL ? "" : ", each with = and a value");
}

static rowkey_status parse_decimal(rowkey_made *made, const rowkey_made_parameter *parameter,
                                   struct slice text, rowkey_error *error) {
  char shown[QUOTED_SIZE];
  const char *fault = rowkey_read_f64((const uint8_t *)text.at, text.size, &made->exponent);
  if (fault == NULL && made->exponent > (double)parameter->least && made->exponent <= (double)parameter->most)
    return ROWKEY_OK;
  return rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                          "%s %s %s (expected a decimal above %" PRIu64 ", to %" PRIu64 ")", parameter->name,
                          rowkey_quoted(shown, text.at, text.size), fault != NULL ? fault : "is out of range",
                          parameter->least, parameter->most);
}

static rowkey_status parse_number(const rowkey_made_parameter *parameter, struct slice text, uint64_t *number,
                                  rowkey_error *error) {
  const struct rowkey_number_fault fault =
      rowkey_number_fault((const uint8_t *)text.at, text.size, ROWKEY_U64);
  *number = 0;
  for (size_t i = 0; fault.status == ROWKEY_OK && i < text.size; i++)
    *number = *number * 10 + (uint64_t)(text.at[i] - '0');
  if (fault.status == ROWKEY_OK && *number >= parameter->least && *number <= parameter->most)
    return ROWKEY_OK;
  char shown[QUOTED_SIZE];
  return rowkey_error_set(
      error, ROWKEY_ERROR_TYPE, "%s: %s %s (expected a number from %" PRIu64 " to %" PRIu64 ")",
      parameter->name, rowkey_quoted(shown, text.at, text.size),
      fault.status != ROWKEY_OK ? fault.reason : "is out of range", parameter->least, parameter->most);
}

/* The text up to the first such byte, and *rest after it; all of the text, and NULL, where there is none. */
static struct slice cut_at(struct slice text, char byte, struct slice *rest) {
  const char *at = text.size == 0 ? NULL : memchr(text.at, byte, text.size);
  *rest = (struct slice){NULL, 0};
  if (at == NULL) return text;
  const size_t size = (size_t)(at - text.at);
  *rest = (struct slice){at + 1, text.size - size - 1};
  return (struct slice){text.at, size};
}

/* "name=value". Bit i of *given says that parameter i was there before. */
static rowkey_status parse_parameter(rowkey_made *made, struct slice text, unsigned *given,
                                     rowkey_error *error) {
  struct slice value;
  const struct slice name = cut_at(text, '=', &value);
  const rowkey_made_parameter *parameter;
  size_t i = 0;
  while ((parameter = parameter_at(made, i)) != NULL && !slice_is(name, parameter->name)) i++;
  if (value.at == NULL || parameter == NULL) return fail_parameter(made, name, error);
  if (*given >> i & 1)
    return rowkey_error_set(error, ROWKEY_ERROR_TYPE, "%s of %s is given twice", parameter->name,
                            made->kind->told.name);
  *given |= 1U << i;
  return parameter->is_decimal ? parse_decimal(made, parameter, value, error)
                               : parse_number(parameter, value, &made->values[i], error);
}

static rowkey_status parse_parameters(rowkey_made *made, struct slice text, rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  unsigned given = 0;
  for (struct slice rest; text.at != NULL && status == ROWKEY_OK; text = rest) {
    const struct slice parameter = cut_at(text, ',', &rest);
    status = parse_parameter(made, parameter, &given, error);
  }
  return status;
}

/* The shortest decimal that is read back as the same number, with a point in every locale. */
static void write_decimal(double number, char *out) {
  double back = 0;
  for (int precision = DBL_DIG; precision <= DBL_DECIMAL_DIG && back != number; precision++) {
    snprintf(out, DECIMAL_SIZE, "%.*g", precision, number);
    for (char *at = out; *at != '\0'; at++)
      if (strchr("+-0123456789e", *at) == NULL) *at = '.';
    if (rowkey_read_f64((const uint8_t *)out, strlen(out), &back) != NULL) back = 0;
  }
}

static rowkey_status write_name(rowkey_made *made, rowkey_error *error) {
  char name[LIST_SIZE], decimal[DECIMAL_SIZE];
  struct text_buffer text = {name, sizeof name};
  const rowkey_made_parameter *parameter;
  rowkey_text_printf(&text, "%s", made->kind->told.name);
  for (size_t i = 0; (parameter = parameter_at(made, i)) != NULL; i++) {
    write_decimal(made->exponent, decimal);
    if (!parameter->is_decimal) snprintf(decimal, sizeof decimal, "%" PRIu64, made->values[i]);
    rowkey_text_printf(&text, "%c%s=%s", i == 0 ? '(' : ',', parameter->name, decimal);
  }
  if (parameter_at(made, 0) != NULL) rowkey_text_printf(&text, ")");
  made->name = strdup(name);
  return made->name != NULL
             ? ROWKEY_OK
             : rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the name of made rows");
}

static void set_defaults(rowkey_made *made) {
  const rowkey_made_parameter *parameter;
  for (size_t i = 0; (parameter = parameter_at(made, i)) != NULL; i++) {
    made->values[i] = parameter->value;
    if (parameter->is_decimal) made->exponent = (double)parameter->value;
  }
}

rowkey_status rowkey_made_parse(rowkey_made *made, const char *text, size_t length, rowkey_error *error) {
  struct slice parameters;
  rowkey_status status = find_kind(made, cut_at((struct slice){text, length}, '(', &parameters), error);
  if (status != ROWKEY_OK) return status;
  set_defaults(made);
  if (parameters.at != NULL) {
    char shown[QUOTED_SIZE];
    if (text[length - 1] != ')')
      return rowkey_error_set(error, ROWKEY_ERROR_SYNTAX, "%s does not end in )",
                              rowkey_quoted(shown, text, length));
    parameters.size--;
    if (parameters.size > 0) status = parse_parameters(made, parameters, error);
  }
  return status == ROWKEY_OK ? write_name(made, error) : status;
}
