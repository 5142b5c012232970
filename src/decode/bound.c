/* How many bytes the texts of decoded keys need at most. */
#include <rowkey/decode.h>

#include "kernels/keys.h"
#include "plan/plan.h"

/* Text that was written in UTF-16 has up to three bytes for every two of the key. */
static bool writes_utf16(const struct rowkey_layout *layout) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value->used && value->kind == VALUE_TEXT_CALL && value->call.function == TEXT_UTF16LE) return true;
  }
  return false;
}

static size_t sum_of_widths(const rowkey_keys *keys) {
  size_t sum;
  if (keys->offsets == NULL && keys->offsets32 == NULL)
    return __builtin_mul_overflow(keys->rows, keys->width, &sum) ? SIZE_MAX : sum;
  const uint64_t begin = key_limit(keys, 0), end = key_limit(keys, keys->rows);
  return end < begin ? 0 : end - begin > SIZE_MAX ? SIZE_MAX : (size_t)(end - begin);
}

size_t rowkey_decode_bound(const rowkey_layout *layout, const rowkey_keys *keys, size_t column) {
  if (layout == NULL || keys == NULL || column >= layout->column_count) return 0;
  if (layout->columns[column].type != ROWKEY_TEXT) return 0;
  const size_t bytes = sum_of_widths(keys);
  if (!writes_utf16(layout)) return bytes;
  return bytes > SIZE_MAX - bytes / 2 ? SIZE_MAX : bytes + bytes / 2;
}
