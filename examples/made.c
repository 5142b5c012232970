/* Records that are made, as keys: what there is before the data is. */
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 3, KEY_SIZE = 64 };
static const char source[] = "timestamps(hosts=1000,rate=1)";
static const char template[] = "{host}|{ts / 1000:010d}";

static void show_kinds(void) {
  const rowkey_made_kind *kind;
  for (size_t i = 0; (kind = rowkey_made_kind_at(i)) != NULL; i++) printf("%s%s\n", kind->name, kind->usage);
}

static bool show_keys(rowkey_made *made, const rowkey_layout *layout, rowkey_error *error) {
  char bytes[ROWS * KEY_SIZE];
  uint64_t offsets[ROWS + 1];
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(bytes, sizeof bytes, offsets);
  rowkey_batch rows;
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, error);
  const bool good = encoder && rowkey_made_use(made, layout, error) == ROWKEY_OK &&
                    rowkey_made_rows(made, 0, ROWS, &rows, error) == ROWKEY_OK &&
                    rowkey_encode(encoder, &rows, &buffer, NULL, error) == ROWKEY_OK;
  for (size_t i = 0; good && i < rows.rows; i++)
    printf("%.*s\n", (int)(offsets[i + 1] - offsets[i]), bytes + offsets[i]);
  rowkey_encoder_free(encoder);
  return good;
}

int main(void) {
  rowkey_error error = {.text = ""};
  size_t count;
  show_kinds();
  rowkey_made *made = rowkey_made_create(source, strlen(source), ROWS, 0, &error);
  const rowkey_column *columns = rowkey_made_columns(made, &count);
  if (made) printf("%s: %d columns, the first is %s\n", rowkey_made_name(made), (int)count, columns[0].name);
  rowkey_layout *layout =
      made ? rowkey_layout_compile(template, strlen(template), columns, count, &error) : NULL;
  const bool good = layout && show_keys(made, layout, &error);
  if (!good) fprintf(stderr, "%s\n", error.text);
  rowkey_layout_free(layout);
  rowkey_made_free(made);
  return good ? 0 : 1;
}
