/* Random layouts: the columns of random records come back from their keys, and a key that is changed is
 * refused or is that of other records. */
#include <stdio.h>
#include <string.h>

#include "decoding.h"
#include "generator.h"
#include "on_isa.h"

struct layout_case {
  char text[16384];
  struct model model;
  rowkey_layout *layout;
  struct batch batch;
  struct encoded encoded;
  struct settings settings;
  size_t good; /* rows that have a key */
};

/* False when the template does not compile. */
static bool make_case(struct layout_case *made, const struct batch *batch, const char *isa) {
  made->batch = *batch;
  made->model = random_model(made->text, sizeof made->text);
  made->layout =
      rowkey_layout_compile(made->text, strlen(made->text), made->batch.columns, made->batch.count, NULL);
  if (made->layout == NULL) return false;
  made->settings = (struct settings){isa, random_u64(), random_u64(), GUARD_END};
  made->encoded = encode(made->layout, &made->batch, made->settings);
  made->good = made->encoded.status == ROWKEY_OK ? batch->rows : made->encoded.error.row;
  return true;
}

/* The keys again, at the end of their memory: those of rows that were good may have more after them. */
static struct keys good_keys(const struct layout_case *made) {
  uint64_t size = made->encoded.offsets[made->good];
  uint8_t *bytes = guarded((size_t)size, random_below(2) == 0 ? GUARD_BEGIN : GUARD_END);
  memcpy(bytes, made->encoded.keys, (size_t)size);
  return (struct keys){bytes, made->encoded.offsets, made->good};
}

static void check_round_trip(const struct batch *batch, const char *isa) {
  static struct layout_case made;
  if (!make_case(&made, batch, isa)) return;
  struct decoded decoded =
      decode(made.layout, &made.batch, good_keys(&made), isa, random_below(3) == 0 ? random_u64() : 0);
  CHECK(decoded.status == ROWKEY_OK, "%s, %s, row %zu: %s", made.text, isa, decoded.error.row,
        decoded.error.text);
  check_decoded(made.layout, &made.batch, &decoded, made.good, made.text);
  rowkey_layout_free(made.layout);
}

/* Layouts of each batch. All memory of a test stays mapped until it ends. */
enum { LAYOUTS = 20 };

static void test_few_rows(void) {
  for (size_t i = 0; i < repetitions(10); i++) {
    struct batch batch = random_batch(1 + (size_t)random_below(40));
    for (size_t j = 0; j < LAYOUTS; j++) EACH_ISA(kernels) check_round_trip(&batch, kernels->name);
  }
}

static void test_many_rows(void) {
  static const size_t rows[] = {896, 1008, 1024, 1025, 3000};
  for (size_t i = 0; i < repetitions(5); i++) {
    struct batch batch = random_batch(rows[i % 5]);
    for (size_t j = 0; j < LAYOUTS; j++) EACH_ISA(kernels) check_round_trip(&batch, kernels->name);
  }
}

/* ---- Changed keys ---------------------------------------------------------------------------- */

static bool has_marker(const char *layout, const char *before, const char *column) {
  char first[512], last[512];
  snprintf(first, sizeof first, "%snull_first(%s)", before, column);
  snprintf(last, sizeof last, "%snull_last(%s)", before, column);
  return strstr(layout, first) != NULL || strstr(layout, last) != NULL;
}

/* Whether a key that depends on a column's being null says so outside of hashes too. */
static bool gives_back_nulls(const char *layout, const char *column) {
  return !has_marker(layout, "", column) || has_marker(layout, "{", column);
}

/* Whether the columns say all that there is in a key. */
static bool is_complete(const struct layout_case *made) {
  if (strstr(made->text, "random()") != NULL) return false;
  for (size_t i = 0; i < made->batch.count; i++) {
    rowkey_recovery recovery = rowkey_layout_recovery(made->layout, i);
    if (recovery != ROWKEY_RECOVERED && recovery != ROWKEY_UNUSED) return false;
    if (!gives_back_nulls(made->text, made->batch.columns[i].name)) return false;
  }
  return true;
}

enum { KEY_MAX = 4096 };

/* Memory of one row, so that nothing is mapped for each change. */
struct row {
  rowkey_decoder *decoder;
  rowkey_decoded columns[COLUMNS_MAX];
};

static struct row row_of(const struct batch *schema) {
  struct row row = {.decoder = NULL};
  for (size_t i = 0; i < schema->count; i++) {
    bool text = schema->columns[i].type == ROWKEY_TEXT;
    void *data = guarded(text ? KEY_MAX : 8, GUARD_BEGIN);
    row.columns[i] =
        rowkey_decoded_with_nulls(text ? rowkey_decoded_text(data, KEY_MAX, guarded(16, GUARD_BEGIN), 1)
                                       : rowkey_decoded_numbers(schema->columns[i].type, data, 1),
                                  guarded(1, GUARD_BEGIN));
  }
  return row;
}

static void set_decoder(struct row *row, const struct layout_case *made) {
  ON_ISA(made->settings.isa) row->decoder = rowkey_decoder_create(made->layout, NULL);
  CHECK(row->decoder != NULL, "no decoder");
}

static bool decode_row(const struct row *row, const uint8_t *key, size_t size, rowkey_error *error) {
  rowkey_status status =
      rowkey_decode(row->decoder, &(rowkey_keys){.data = key, .offsets = (uint64_t[]){0, size}, .rows = 1},
                    row->columns, COLUMN_COUNT, error);
  CHECK(status == ROWKEY_OK || status == ROWKEY_ERROR_RANGE, "status %d: %s", (int)status, error->text);
  CHECK(status == ROWKEY_OK || (error->row == 0 && error->text[0] != '\0'), "row %zu: %s", error->row,
        error->text);
  return status == ROWKEY_OK;
}

static void check_changed(const struct layout_case *made, const struct row *row, const uint8_t *changed,
                          size_t size) {
  rowkey_error error;
  if (!decode_row(row, changed, size, &error) || !is_complete(made)) return;
  const struct decoded decoded = {.status = ROWKEY_OK};
  struct decoded columns = decoded;
  memcpy(columns.columns, row->columns, sizeof row->columns);
  struct batch batch = batch_of_decoded(&made->batch, &columns, 1);
  const struct record record = {.columns = batch.columns, .values = batch.values};
  static struct bytes key;
  key = (struct bytes){.size = 0};
  bool good = expected_key(&made->model, &record, &key);
  if (key.overflowed) return;
  CHECK(good && key.size == size && memcmp(key.at, changed, size) == 0,
        "%s: a key of %zu bytes is taken for that of another record", made->text, size);
}

static void change_each_byte(const struct layout_case *made, const struct row *row, size_t number) {
  uint64_t begin = made->encoded.offsets[number];
  size_t size = (size_t)(made->encoded.offsets[number + 1] - begin);
  if (size == 0 || size >= KEY_MAX) return;
  uint8_t *key = guarded(size, GUARD_END);
  memcpy(key, made->encoded.keys + begin, size);
  for (size_t i = 0; i < size; i++) {
    uint8_t byte = key[i];
    const uint8_t others[] = {(uint8_t)(byte + 1), (uint8_t)(byte - 1), (uint8_t)~byte, 0,
                              (uint8_t)random_u64()};
    for (size_t j = 0; j < sizeof others; j++) {
      key[i] = others[j];
      check_changed(made, row, key, size);
    }
    key[i] = byte;
  }
  for (size_t cut = 1; cut <= size; cut += 1 + cut / 8) check_changed(made, row, key + cut, size - cut);
  uint8_t *longer = guarded(size + 1, GUARD_END);
  memcpy(longer, key, size);
  longer[size] = (uint8_t)random_u64();
  check_changed(made, row, longer, size + 1);
  for (size_t i = 0; i < 20; i++) {
    random_bytes(key, size);
    check_changed(made, row, key, size);
  }
}

static void test_changed_keys(void) {
  struct batch batch = random_batch(5);
  struct row row = row_of(&batch);
  for (size_t i = 0; i < repetitions(80); i++) {
    EACH_ISA(kernels) {
      static struct layout_case made;
      if (!make_case(&made, &batch, kernels->name)) continue;
      set_decoder(&row, &made);
      for (size_t number = 0; number < made.good; number++) change_each_byte(&made, &row, number);
      rowkey_decoder_free(row.decoder);
      rowkey_layout_free(made.layout);
    }
  }
}

static void change_bytes(const struct keys *keys, size_t count) {
  uint8_t *bytes = (uint8_t *)(uintptr_t)keys->bytes;
  uint64_t size = keys->offsets[keys->rows];
  for (size_t i = 0; i < count && size > 0; i++)
    bytes[random_below(size)] ^= (uint8_t)(1 + random_below(255));
}

/* A batch says of its keys what a batch of each key says. */
static void check_first_bad_row(const struct layout_case *made, struct row *row) {
  struct keys keys = good_keys(made);
  change_bytes(&keys, 3);
  struct decoded decoded = decode(made->layout, &made->batch, keys, made->settings.isa, 0);
  CHECK(decoded.status == ROWKEY_OK || decoded.status == ROWKEY_ERROR_RANGE, "%s: %s", made->text,
        decoded.error.text);
  size_t good = decoded.status == ROWKEY_OK ? keys.rows : decoded.error.row;
  set_decoder(row, made);
  for (size_t i = 0; i <= good && i < keys.rows; i++) {
    size_t size = (size_t)(keys.offsets[i + 1] - keys.offsets[i]);
    if (size > KEY_MAX) continue;
    rowkey_error error;
    bool is_good = decode_row(row, keys.bytes + keys.offsets[i], size, &error);
    CHECK(is_good == (i < good), "%s: row %zu of %zu: %s", made->text, i, good,
          is_good ? decoded.error.text : error.text);
    CHECK(is_good || strcmp(error.text, decoded.error.text) == 0, "%s: %s", made->text, error.text);
  }
  rowkey_decoder_free(row->decoder);
}

static void test_first_bad_row(void) {
  for (size_t i = 0; i < repetitions(5); i++) {
    struct batch batch = random_batch(1 + (size_t)random_below(2000));
    struct row row = row_of(&batch);
    for (size_t j = 0; j < LAYOUTS; j++) EACH_ISA(kernels) {
        static struct layout_case made;
        if (!make_case(&made, &batch, kernels->name)) continue;
        check_first_bad_row(&made, &row);
        rowkey_layout_free(made.layout);
      }
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"random layouts of few rows come back", test_few_rows},
      {"random layouts of several blocks come back", test_many_rows},
      {"a changed key is refused or that of another record", test_changed_keys},
      {"the first bad row is found", test_first_bad_row},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
