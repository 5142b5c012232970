/* A key of any width taken apart: what each field is, the bytes that it has in this key, and what they hold.
 */
#define ROWKEY_EXPERIMENTAL
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "{host}|{md5(host) % 100:02d}|{ts:i64}";
static const unsigned char key[] = "web-1|72|\x80\0\0\0\x65\x53\xf1\0";
enum { FIELDS = 8, KEY_SIZE = sizeof key - 1 };

static void show(const rowkey_explanation *explanation, const size_t *ends) {
  size_t begin = 0;
  for (size_t i = 0; i < explanation->field_count; begin = ends[i++]) {
    const rowkey_explained_field *field = &explanation->fields[i];
    printf("%2zu to %2zu  %.*s ", begin, ends[i], (int)field->source_length, text + field->source_offset);
    for (size_t at = begin; at < ends[i]; at++) printf("%s%02x", at == begin ? "" : " ", key[at]);
    if (field->column != ROWKEY_NONE && field->reversible)
      printf("  gives %s", explanation->columns[field->column].name);
    printf("\n");
  }
}

int main(void) {
  const rowkey_column schema[] = {rowkey_column_of("host", ROWKEY_TEXT), rowkey_column_of("ts", ROWKEY_I64)};
  size_t ends[FIELDS];
  rowkey_error error = {.text = ""};
  rowkey_layout *layout = rowkey_layout_compile(text, sizeof text - 1, schema, 2, &error);
  rowkey_decoder *decoder = layout ? rowkey_decoder_create(layout, &error) : NULL;
  rowkey_explanation *explanation = decoder ? rowkey_explain(layout, 0, &error) : NULL;
  int status = 1;
  if (explanation && explanation->field_count <= FIELDS &&
      rowkey_field_ends(decoder, key, KEY_SIZE, ends, explanation->field_count, &error) == ROWKEY_OK) {
    show(explanation, ends);
    /* The layout makes no key that lacks its last byte. */
    status = rowkey_field_ends(decoder, key, KEY_SIZE - 1, ends, explanation->field_count, &error) ==
                     ROWKEY_ERROR_RANGE
                 ? 0
                 : 1;
  }
  printf("%s\n", error.text);
  rowkey_explanation_free(explanation);
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
  return status;
}
