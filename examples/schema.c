/* The columns of records as one text, "host:text,ts:time(ms)", which users write: what they are, a layout for
 * them, and the same with the name and the type apart. */
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>

static void print(const rowkey_column *columns, size_t count) {
  char type[64];
  for (size_t i = 0; i < count; i++) {
    const bool is_whole = rowkey_column_type_name(&columns[i], type, sizeof type) < sizeof type;
    const char *hidden = rowkey_column_hidden_part(&columns[i]);
    printf("%s is %s%s", columns[i].name, type, is_whole ? "" : "...");
    if (hidden != NULL) printf(", and the data must not choose its %s", hidden);
    printf("\n");
  }
}

static bool compile(rowkey_error *error) {
  static const char text[] = "host:text, ts:time(ms), id:bytes(16)", template[] = "{host}|{ts:i64}{id}";
  size_t count;
  rowkey_schema *schema = rowkey_schema_parse_without_files(text, sizeof text - 1, error);
  if (schema == NULL) return false;
  const rowkey_column *columns = rowkey_schema_columns(schema, &count);
  print(columns, count);
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, columns, count, error);
  rowkey_schema_free(schema);
  const bool done = layout != NULL;
  rowkey_layout_free(layout);
  return done;
}

static bool declare(rowkey_error *error) {
  rowkey_column price;
  if (rowkey_column_declare("price", "decimal(2)", 10, &price, error) != ROWKEY_OK) return false;
  print(&price, 1);
  rowkey_column_free(&price);
  return true;
}

int main(void) {
  rowkey_error error;
  if (compile(&error) && declare(&error)) return 0;
  fprintf(stderr, "%s\n", error.text);
  return 1;
}
