#include "columns/value.h"

#include <rowkey/kernels.h>

#include "text/floating.h"
#include "text/number.h"

const char *rowkey_type_name(rowkey_type type) {
  static const char *const names[] = {[ROWKEY_U64] = "u64",
                                      [ROWKEY_I64] = "i64",
                                      [ROWKEY_TEXT] = "text",
                                      [ROWKEY_F64] = "f64",
                                      [ROWKEY_F32] = "f32"};
  return names[type];
}

const char *rowkey_number_expected(rowkey_type type) {
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

const char *rowkey_read_number(rowkey_type type, const uint8_t *text, size_t length, rowkey_value *value) {
  const uint64_t begin = 0, end = length;
  *value = (rowkey_value){.tag = rowkey_kept_tag(type)};
  if (type == ROWKEY_F64) return rowkey_read_f64(text, length, &value->as.f64);
  if (type == ROWKEY_F32) return rowkey_read_f32(text, length, &value->as.f32);
  const rowkey_status status = type == ROWKEY_I64
                                   ? rowkey_parse_i64(text, length, &begin, &end, 1, &value->as.i64, NULL)
                                   : rowkey_parse_u64(text, length, &begin, &end, 1, &value->as.u64, NULL);
  return status == ROWKEY_OK ? NULL : rowkey_number_fault(text, length, type).reason;
}
