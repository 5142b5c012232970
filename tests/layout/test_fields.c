/* Where the fields of a key end: as the interpreter of layouts puts keys together, and in keys written out.
 */
#include <rowkey/fields.h>
#include <string.h>

#include "generator.h"
#include "on_isa.h"

/* ---- Random layouts -------------------------------------------------------------------------- */

enum { FIELDS_MAX = 2 * MODEL_FIELDS_MAX };

struct layout_case {
  char text[16384];
  struct model model;
  rowkey_layout *layout;
  rowkey_explanation *explanation;
  rowkey_decoder *decoder;
};

/* False when the template does not compile. */
static bool make_case(struct layout_case *made, const struct batch *batch) {
  made->model = random_model(made->text, sizeof made->text);
  made->layout = rowkey_layout_compile(made->text, strlen(made->text), batch->columns, batch->count, NULL);
  if (made->layout == NULL) return false;
  rowkey_error error;
  made->explanation = rowkey_explain(made->layout, 0, &error);
  CHECK(made->explanation != NULL, "%s: %s", made->text, error.text);
  CHECK(made->explanation->field_count <= FIELDS_MAX, "%zu fields", made->explanation->field_count);
  made->decoder = rowkey_decoder_create(made->layout, &error);
  CHECK(made->decoder != NULL, "%s: %s", made->text, error.text);
  return true;
}

static void free_case(struct layout_case *made) {
  rowkey_decoder_free(made->decoder);
  rowkey_explanation_free(made->explanation);
  rowkey_layout_free(made->layout);
}

/* What the explanation knows of a field without a key. */
static void check_explained(const struct layout_case *made, const uint8_t *key, size_t index, size_t begin,
                            size_t end) {
  const rowkey_explained_field *field = &made->explanation->fields[index];
  CHECK(begin <= end && end - begin >= field->min_width && end - begin <= field->max_width,
        "%s: field %zu lies from %zu to %zu", made->text, index, begin, end);
  CHECK(field->offset == ROWKEY_NONE || field->offset == begin, "%s: field %zu begins at %zu, not %zu",
        made->text, index, begin, field->offset);
  CHECK(field->literal == NULL || memcmp(field->literal, key + begin, end - begin) == 0,
        "%s: the literal %zu is not at %zu", made->text, index, begin);
}

static void check_key(const struct layout_case *made, const uint8_t *key, size_t size,
                      const struct places *places) {
  size_t ends[FIELDS_MAX];
  rowkey_error error;
  const size_t count = made->explanation->field_count;
  const rowkey_status status = rowkey_field_ends(made->decoder, key, size, ends, count, &error);
  CHECK(status == ROWKEY_OK, "%s: %s", made->text, error.text);
  size_t begin = 0, left = places->count;
  for (size_t i = 0; i < count; begin = ends[i++]) {
    check_explained(made, key, i, begin, ends[i]);
    if (made->explanation->fields[i].kind == ROWKEY_FIELD_LITERAL) continue;
    CHECK(left > 0, "%s: more fields than the layout has", made->text);
    left--;
    CHECK(begin == size - places->begin[left] && ends[i] == size - places->end[left],
          "%s: field %zu lies from %zu to %zu, not %zu to %zu", made->text, i, begin, ends[i],
          size - places->begin[left], size - places->end[left]);
  }
  CHECK(left == 0, "%s: %zu fields are missing", made->text, left);
  CHECK(begin == size, "%s: the last field ends at %zu of %zu", made->text, begin, size);
}

static void check_rows(const struct layout_case *made, const struct batch *batch, const char *isa) {
  const struct settings settings = {isa, random_u64(), random_u64(), GUARD_END};
  const struct encoded encoded = encode(made->layout, batch, settings);
  const size_t good = encoded.status == ROWKEY_OK ? batch->rows : encoded.error.row;
  for (size_t row = 0; row < good; row++) {
    const struct record record = {batch->columns, batch->values, row, settings.seed,
                                  settings.first_row + row};
    static struct bytes key;
    static struct places places;
    const bool has_key = expected_places(&made->model, &record, &key, &places);
    if (key.overflowed) continue;
    CHECK(has_key, "%s: row %zu", made->text, row);
    const size_t size = (size_t)(encoded.offsets[row + 1] - encoded.offsets[row]);
    uint8_t *bytes = guarded(size, GUARD_END);
    if (size > 0) memcpy(bytes, encoded.keys + encoded.offsets[row], size);
    check_key(made, bytes, size, &places);
  }
}

static void test_random_layouts(void) {
  for (size_t i = 0; i < repetitions(100); i++) {
    const struct batch batch = random_batch(1 + (size_t)random_below(5));
    for (size_t j = 0; j < 10; j++) EACH_ISA(kernels) {
        static struct layout_case made;
        bool is_made = false;
        ON_ISA(kernels->name) is_made = make_case(&made, &batch);
        if (!is_made) continue;
        check_rows(&made, &batch, kernels->name);
        free_case(&made);
      }
  }
}

/* ---- Keys written out ------------------------------------------------------------------------ */

static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                        {.name = "host", .type = ROWKEY_TEXT},
                                        {.name = "path", .type = ROWKEY_TEXT}};

struct written_key {
  const char *text, *key;
  size_t size, ends[8], count;
};
#define KEY(bytes) bytes, sizeof bytes - 1

static void check_written_key(const struct written_key *expected) {
  rowkey_layout *layout = rowkey_layout_compile(expected->text, strlen(expected->text), columns, 3, NULL);
  rowkey_decoder *decoder = rowkey_decoder_create(layout, NULL);
  rowkey_error error;
  size_t ends[8] = {0};
  const rowkey_status status =
      rowkey_field_ends(decoder, expected->key, expected->size, ends, expected->count, &error);
  CHECK(status == ROWKEY_OK, "%s: %s", expected->text, error.text);
  for (size_t i = 0; i < expected->count; i++)
    CHECK(ends[i] == expected->ends[i], "%s: field %zu ends at %zu", expected->text, i, ends[i]);
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
}

static void test_written_keys(void) {
  static const struct written_key keys[] = {
      {"{id:03d}", KEY("042"), {3}, 1},
      {"a-{id}-z", KEY("a-7-z"), {2, 3, 5}, 3},
      {"{host}|{path}|{id:02d}", KEY("web-1|/a/b|42"), {5, 6, 10, 11, 13}, 5},
      {"{host}|{path}", KEY("|"), {0, 1, 1}, 3},
      {"{host:esc}{path:mem}{id:u8}",
       KEY("a\0\xff"
           "b\0\1/\0\0\0\0\0\0\0\xf8\7"),
       {6, 15, 16},
       3},
      /* 128 bits in hex are two parts of the key, and one field. */
      {"{md5(id):x}{id:03d}", KEY("a1d0c6e83f027327d8461063f4ac58a6042"), {32, 35}, 2},
      {"constant", KEY("constant"), {8}, 1},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) check_written_key(&keys[i]);
}

/* ---- Errors ---------------------------------------------------------------------------------- */

struct bad_key {
  const char *text, *key;
  size_t size, count;
  rowkey_status status;
  const char *account;
};

static void test_bad_keys(void) {
  static const char layout_text[] = "{host}|{path}|{id:04d}";
  static const struct bad_key keys[] = {
      {layout_text, KEY("web-1|/a|0042"), 4, ROWKEY_ERROR_ARGUMENT,
       "count is 4 (expected 5: one end for each field of the explanation)"},
      {layout_text, KEY("web-1|/a|042"), 5, ROWKEY_ERROR_RANGE,
       "byte 9: {id:04d} holds \"042\", expected 4 bytes"},
      {layout_text, KEY("web-1|/a|00420"), 5, ROWKEY_ERROR_RANGE,
       "byte 13: \"0\" follows the last field, expected the end of the key"},
      {layout_text, KEY("web-1/a0042"), 5, ROWKEY_ERROR_RANGE,
       "byte 0: {host} holds \"web-1/a0042\", expected \"|\" after it"},
      {layout_text, KEY("web-1|/a|00x2"), 5, ROWKEY_ERROR_RANGE,
       "byte 9: {id:04d} holds \"00x2\", expected 4 digits"},
      {"{id:04d}", KEY("042"), 1, ROWKEY_ERROR_RANGE, "the key has 3 bytes, expected 4"},
      {"{id:04d}", KEY(""), 1, ROWKEY_ERROR_RANGE, "the key has 0 bytes, expected 4"},
      {"{id % 7:01d}{id:04d}", KEY("10042"), 2, ROWKEY_ERROR_RANGE,
       "byte 0: {id % 7:01d} holds \"1\", expected \"0\" for these columns"},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const struct bad_key *bad = &keys[i];
    rowkey_layout *layout = rowkey_layout_compile(bad->text, strlen(bad->text), columns, 3, NULL);
    rowkey_decoder *decoder = rowkey_decoder_create(layout, NULL);
    rowkey_error error;
    size_t ends[8], before[8];
    memset(ends, 0x55, sizeof ends);
    memcpy(before, ends, sizeof ends);
    const rowkey_status status = rowkey_field_ends(decoder, bad->key, bad->size, ends, bad->count, &error);
    CHECK(status == bad->status && error.status == status, "%s: status %d", bad->text, (int)status);
    CHECK(strcmp(error.text, bad->account) == 0, "%s: %s", bad->text, error.text);
    CHECK(status == ROWKEY_ERROR_ARGUMENT || error.row == 0, "%s: row %zu", bad->text, error.row);
    CHECK(memcmp(ends, before, sizeof ends) == 0, "%s: ends are written", bad->text);
    rowkey_decoder_free(decoder);
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"fields of random keys end where they were put", test_random_layouts},
      {"fields of keys that are written out", test_written_keys},
      {"bad keys are refused", test_bad_keys},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
