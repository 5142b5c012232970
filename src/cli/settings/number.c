#include "settings/number.h"

#include <rowkey/kernels.h>
#include <stdio.h>

#include "keys/escape.h"
#include "records/floating.h"
#include "text/number.h"

size_t number_size(rowkey_type type) { return type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t); }

const char *number_expected(rowkey_type type) {
  switch (type) {
    case ROWKEY_U64:
      return "digits only, from 0 to 18446744073709551615";
    case ROWKEY_I64:
      return "digits only, after an optional -, from -9223372036854775808 to 9223372036854775807";
    case ROWKEY_F32:
      return "a decimal such as -2.5 or 6e-7, up to 3.4028235e+38, or inf";
    default:
      return "a decimal such as -2.5 or 6e-7, up to 1.7976931348623157e+308, or inf";
  }
}

const char *number_fault(rowkey_type type, const uint8_t *text, size_t length) {
  double f64;
  float f32;
  if (type == ROWKEY_F64) return floating_parse_f64(text, length, &f64);
  if (type == ROWKEY_F32) return floating_parse_f32(text, length, &f32);
  return rowkey_number_fault(text, length, type).reason;
}

/* Why the text is not a number of the type, as a sentence. */
static void describe(rowkey_type type, const uint8_t *text, size_t length, char *out, size_t size) {
  char shown[QUOTED_SIZE];
  snprintf(out, size, "%s is not a number of type %s: it %s (expected %s)", quoted(shown, text, length),
           column_type_name(type), number_fault(type, text, length), number_expected(type));
}

void number_describe(const struct column *column, const uint8_t *text, size_t length, char *reason,
                     size_t size) {
  const int used = snprintf(reason, size, "column %s: ", column->name);
  if ((size_t)used < size) describe(column->type, text, length, reason + used, size - (size_t)used);
}

/* Of a type such as time(ms). */
static bool parse_typed(const struct column *column, const uint8_t *text, size_t length, uint8_t **room,
                        rowkey_value *value, rowkey_error *error) {
  const uint64_t limits[] = {0, length};
  const rowkey_values texts = rowkey_values_of_offsets(text, limits, 1);
  uint64_t offsets[2];
  const rowkey_decoded to = column->type == ROWKEY_TEXT
                                ? rowkey_decoded_text(*room, value_room(length), offsets)
                                : rowkey_decoded_numbers(&value->as);
  if (rowkey_column_type_read(column->written_as, &texts, 1, &to, error) != ROWKEY_OK) return false;
  if (column->type != ROWKEY_TEXT) return true;
  *value = rowkey_value_text(*room, (size_t)offsets[1]);
  *room += value->size;
  return true;
}

bool value_parse(const struct column *column, const uint8_t *text, size_t length, uint8_t **room,
                 rowkey_value *value, rowkey_error *error) {
  const uint64_t begin = 0, end = length;
  bool good = true;
  *value = (rowkey_value){.is_null = false};
  if (column->written_as != NULL) return parse_typed(column, text, length, room, value, error);
  switch (column->type) {
    case ROWKEY_U64:
      good = rowkey_parse_u64(text, length, &begin, &end, 1, &value->as.u64, NULL) == ROWKEY_OK;
      break;
    case ROWKEY_I64:
      good = rowkey_parse_i64(text, length, &begin, &end, 1, &value->as.i64, NULL) == ROWKEY_OK;
      break;
    case ROWKEY_F64:
      good = floating_parse_f64(text, length, &value->as.f64) == NULL;
      break;
    case ROWKEY_F32:
      good = floating_parse_f32(text, length, &value->as.f32) == NULL;
      break;
    case ROWKEY_TEXT:
      *value = rowkey_value_text(text, length);
      break;
  }
  if (!good) describe(column->type, text, length, error->text, sizeof error->text);
  return good;
}
