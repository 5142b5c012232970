#include "records/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "columns/value.h"
#include "text/buffer.h"

size_t number_size(rowkey_type type) { return type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t); }

/* Why the text is not a number of the type, as a sentence. */
static void describe(rowkey_type type, const uint8_t *text, size_t length, const char *fault, char *out,
                     size_t size) {
  char shown[QUOTED_SIZE];
  snprintf(out, size, "%s is not a number of type %s: it %s (expected %s)",
           rowkey_quoted(shown, text, length), rowkey_type_name(type), fault, rowkey_number_expected(type));
}

void number_describe(const struct column *column, const uint8_t *text, size_t length, char *reason,
                     size_t size) {
  rowkey_value value;
  const char *fault = rowkey_read_number(column->type, text, length, &value);
  const int used = snprintf(reason, size, "column %s: ", column->name);
  if ((size_t)used < size) describe(column->type, text, length, fault, reason + used, size - (size_t)used);
}

bool value_parse(const struct column *column, const uint8_t *text, size_t length, uint8_t **room,
                 rowkey_value *value, rowkey_error *error) {
  if (column->written_as != NULL)
    return rowkey_read_written(column->written_as, text, length, room, value, error);
  *value = rowkey_value_text(text, length);
  if (column->type == ROWKEY_TEXT) return true;
  const char *fault = rowkey_read_number(column->type, text, length, value);
  if (fault == NULL) return true;
  describe(column->type, text, length, fault, error->text, sizeof error->text);
  return false;
}

/* A decimal of at most DBL_DIG digits is what its double prints in as many, so that the first precision that
 * is read back is the shortest. Subnormal numbers hold fewer digits than that. */
size_t floating_print_f64(double value, char *out) {
  int precision = fabs(value) < DBL_MIN ? 1 : DBL_DIG;
  int length;
  do {
    length = snprintf(out, FLOATING_TEXT_SIZE, "%.*g", precision, value);
  } while (++precision <= DBL_DECIMAL_DIG && strtod(out, NULL) != value);
  return (size_t)length;
}

size_t floating_print_f32(float value, char *out) {
  int precision = fabsf(value) < FLT_MIN ? 1 : FLT_DIG;
  int length;
  do {
    length = snprintf(out, FLOATING_TEXT_SIZE, "%.*g", precision, (double)value);
  } while (++precision <= FLT_DECIMAL_DIG && strtof(out, NULL) != value);
  return (size_t)length;
}
