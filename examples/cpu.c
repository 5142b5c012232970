/* Every instruction set that this CPU has makes the same keys; then the best one is chosen for what follows.
 */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 4, WIDTH = 17 };

static bool make_keys(char *keys, rowkey_error *error) {
  static const char template[] = "{md5(id) % 1000000:07d}{id:010d}";
  static const uint64_t ids[ROWS] = {0, 1, 2, 3999999};
  const rowkey_column schema = rowkey_column_of("id", ROWKEY_U64);
  const rowkey_values column = rowkey_u64s(ids, ROWS);
  const rowkey_batch batch = rowkey_batch_of(&column, 1, ROWS);
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(keys, ROWS * WIDTH);
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, &schema, 1, error);
  rowkey_encoder *encoder = layout ? rowkey_encoder_create(layout, 0, error) : NULL;
  const bool made = encoder && rowkey_encode(encoder, &batch, &buffer, NULL, error) == ROWKEY_OK;
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  return made;
}

int main(void) {
  char first[ROWS * WIDTH], keys[ROWS * WIDTH];
  bool has_first = false;
  rowkey_error error;
  for (size_t i = 0; i < rowkey_isa_count(); i++) {
    const char *name = rowkey_isa_name(i);
    if (!rowkey_isa_supported(i)) continue;
    if (rowkey_isa_select(name, &error) != ROWKEY_OK || !make_keys(keys, &error)) {
      fprintf(stderr, "%s\n", error.text);
      return 1;
    }
    if (has_first && memcmp(first, keys, sizeof keys) != 0) {
      fprintf(stderr, "%s makes other keys\n", name);
      return 1;
    }
    memcpy(first, keys, sizeof keys);
    has_first = true;
    fprintf(stderr, "%s: %zu numbers in a vector%s\n", name, rowkey_isa_lanes(i),
            rowkey_isa_preferred(i) ? "" : ", not worth choosing on this CPU");
  }
  if (rowkey_isa_select(NULL, &error) != ROWKEY_OK || !make_keys(keys, &error)) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  printf("%.17s\n%s\n", keys + WIDTH, memcmp(first, keys, sizeof keys) == 0 ? "all the same" : "different");
  return 0;
}
