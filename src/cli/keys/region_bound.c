#include "keys/region_bound.h"

#include "keys/escape.h"
#include "text/strings.h"

const char *region_bound(const rowkey_splits *splits, size_t region, struct buffer *text) {
  text->size = 0;
  const size_t size = region == 0 || region > splits->count ? 0 : split_size(splits, region - 1);
  if (size > SIZE_MAX / 8 || !buffer_reserve(text, 4 * size + 1)) return NULL;
  if (size != 0) text->size = escape_hbase(split_at(splits, region - 1), size, text->bytes);
  text->bytes[text->size] = 0;
  return (const char *)text->bytes;
}

bool json_region_bounds(struct json *json, const rowkey_splits *splits, size_t region, struct buffer *text) {
  static const char *const names[] = {"start", "stop"};
  for (size_t i = 0; i < 2; i++) {
    const char *bound = region_bound(splits, region + i, text);
    if (bound == NULL) return false;
    json_text(json, names[i], bound);
  }
  return true;
}

void put_csv_text(FILE *to, const char *text) {
  putc('"', to);
  for (; *text != 0; text++) {
    if (*text == '"') putc('"', to);
    putc(*text, to);
  }
  putc('"', to);
}

bool put_region_bound(FILE *to, const rowkey_splits *splits, size_t region, struct buffer *text) {
  const char *bound = region_bound(splits, region, text);
  if (bound != NULL) put_csv_text(to, bound);
  return bound != NULL;
}
