/* rowkey_encode_row: the key of one record is its key in any batch. */
#include <inttypes.h>
#include <string.h>

#include "batch.h"
#include "on_isa.h"

enum { ROWS = 300, KEY_SIZE = 512 };

static const char *const layouts[] = {
    "{id:u64}{n:i64}{temp}{level}",
    "{random() % 1000:03d}{md5(id, host) % 77}|{host:esc}{reverse(host, id)}",
    "{coalesce(host, \"none\"):mem}{coalesce(temp, 0)}{id:~u32}",
    "{id << 31 ^ id | 1:u64}{n >> 7:i64}{bit_reverse(id, 32):u32}{interleave(id, id, 32):u64}",
    "{jump(id, 10):d}|{abs(int32(id)):d}|{id * 3 - id:d}",
    "{lower(host):u8s}{reverse_labels(trim(host), \".\"):u16s}{prefix(host, 4):u8s}{slice(upper(host), 2, 9):u8s}",
    "{length(host):u8}{md5(lower(host)) % 1000:03d}{crc32(hash_tag(host)):u32}{fnv1a_32(prefix(host, 3)):u32}",
    "constant",
};

static void test_same_as_batch(void) {
  static uint64_t id[ROWS];
  static int64_t n[ROWS];
  static double temp[ROWS];
  static float level[ROWS];
  static uint64_t offsets[ROWS + 1];
  static char host[ROWS * 20];
  static uint8_t valid[(ROWS + 7) / 8];
  random_bytes(host, sizeof host);
  random_bytes(valid, sizeof valid);
  for (size_t i = 0; i < ROWS; i++) {
    id[i] = random_below(UINT64_C(1) << 32);
    n[i] = (int64_t)random_u64();
    temp[i] = (double)n[i];
    level[i] = (float)n[i];
    offsets[i + 1] = offsets[i] + random_below(20);
  }
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "id", id);
  add_i64(&batch, "n", n);
  add_bytes(&batch, "host", host, offsets);
  add_f64(&batch, "temp", temp);
  add_f32(&batch, "level", level);
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
    bool nulls = i == 2;
    batch.values[2].validity = batch.values[3].validity = nulls ? valid : NULL;
    rowkey_layout *layout = compile(layouts[i], &batch);
    EACH_ISA(kernels) {
      struct settings settings = {.isa = kernels->name, .seed = 3, .first_row = 1000, .side = GUARD_END};
      struct encoded expected = encode(layout, &batch, settings);
      CHECK(expected.status == ROWKEY_OK, "%s", expected.error.text);
      rowkey_encoder *encoder = NULL;
      ON_ISA(kernels->name) encoder = rowkey_encoder_create(layout, 3, NULL);
      for (size_t row = 0; row < ROWS; row++) {
        bool null = nulls && (valid[row / 8] >> (row & 7) & 1) == 0;
        /* Nothing of a null is read. */
        const size_t size = (size_t)(offsets[row + 1] - offsets[row]);
        rowkey_value values[] = {rowkey_value_u64(id[row]), rowkey_value_i64(n[row]),
                                 rowkey_value_bytes(null ? NULL : host + offsets[row], size),
                                 rowkey_value_f64(temp[row]), rowkey_value_f32(level[row])};
        values[2].is_null = values[3].is_null = null;
        const rowkey_record record = rowkey_record_from(rowkey_record_of(values, 5), 1000 + row);
        uint8_t key[KEY_SIZE];
        size_t length = 0;
        rowkey_error error;
        CHECK(rowkey_encode_row(encoder, &record, key, sizeof key, &length, &error) == ROWKEY_OK, "%s",
              error.text);
        CHECK(length == expected.offsets[row + 1] - expected.offsets[row], "%s, row %zu: length", layouts[i],
              row);
        CHECK(memcmp(key, expected.keys + expected.offsets[row], length) == 0, "%s, row %zu", layouts[i],
              row);
      }
      rowkey_encoder_free(encoder);
    }
    rowkey_layout_free(layout);
  }
}

static void test_errors(void) {
  static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                          {.name = "host", .type = ROWKEY_TEXT}};
  rowkey_layout *layout = rowkey_layout_compile("{id:u8}{host}", 13, columns, 2, NULL);
  CHECK(layout != NULL, "the layout");
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, NULL);
  const rowkey_value seven = rowkey_value_u64(7), abc = rowkey_value_text("abc", 3);
  const struct {
    rowkey_value values[2];
    size_t capacity;
    rowkey_status status;
    size_t row, column;
    const char *text;
  } cases[] = {
      {{seven, abc},
       3,
       ROWKEY_ERROR_SPACE,
       ROWKEY_NONE,
       ROWKEY_NONE,
       "the keys need 4 bytes and there is room for 3"},
      {{rowkey_value_u64(256), abc},
       4,
       ROWKEY_ERROR_RANGE,
       0,
       0,
       "id = 256 does not fit {id:u8} (column id, at most 255)"},
      {{seven, rowkey_value_null()},
       4,
       ROWKEY_ERROR_RANGE,
       0,
       1,
       "host is null (column host, a value, or coalesce(host, \"\") in the layout)"},
      {{seven, rowkey_value_text(NULL, 3)},
       4,
       ROWKEY_ERROR_ARGUMENT,
       ROWKEY_NONE,
       1,
       "column host: data is NULL (expected as many bytes as size says)"},
      {{{.as.u64 = 7}, abc},
       4,
       ROWKEY_ERROR_ARGUMENT,
       ROWKEY_NONE,
       0,
       "column id: tag is 0, so the type of its values is unknown (expected the tag that a constructor such as "
       "rowkey_i64s sets)"},
  };
  uint8_t key[4];
  size_t length = 99;
  rowkey_error error;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const rowkey_record record = rowkey_record_of(cases[i].values, 2);
    const rowkey_status status = rowkey_encode_row(encoder, &record, key, cases[i].capacity, &length, &error);
    CHECK(status == cases[i].status && error.status == status, "case %zu: status %d", i, (int)status);
    CHECK(strcmp(error.text, cases[i].text) == 0, "%s", error.text);
    CHECK(error.row == cases[i].row && error.column == cases[i].column, "case %zu: row %zu, column %zu", i,
          error.row, error.column);
    CHECK(length == (status == ROWKEY_ERROR_SPACE ? 4 : 99), "case %zu: the length is %zu", i, length);
    length = 99;
  }
  const rowkey_record good = rowkey_record_of(cases[0].values, 2), no_values = rowkey_record_of(NULL, 2),
                      short_record = rowkey_record_of(cases[0].values, 1);
  CHECK(rowkey_encode_row(encoder, &short_record, key, 4, &length, &error) == ROWKEY_ERROR_ARGUMENT,
        "a value of two");
  CHECK(strcmp(error.text, "count is 1 (expected 2: one entry for each column of the schema)") == 0, "%s",
        error.text);
  CHECK(rowkey_encode_row(encoder, &no_values, key, 4, &length, &error) == ROWKEY_ERROR_ARGUMENT,
        "no values");
  CHECK(strcmp(error.text, "values is NULL (expected one entry for each column)") == 0, "%s", error.text);
  CHECK(rowkey_encode_row(encoder, &good, key, 4, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "no length");
  CHECK(strcmp(error.text, "length is NULL (expected room for a number)") == 0, "%s", error.text);
  CHECK(rowkey_encode_row(encoder, &good, key, 4, &length, NULL) == ROWKEY_OK, "no error");
  CHECK(length == 4 && memcmp(key, "\aabc", 4) == 0, "the key");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* A caller with too little room learns how much the key needs, and asks again with that much. */
static void test_room_that_is_missing(void) {
  static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                          {.name = "host", .type = ROWKEY_TEXT}};
  static char host[5000];
  random_bytes(host, sizeof host);
  static const char *const varying[] = {"{id:d}|{host}", "{host:esc}{id:u64}",
                                        "{host:mem}{reverse(host, id)}",
                                        "{md5(host)}{coalesce(host, \"none\"):x}", "{id:u64}{host:16s}"};
  for (size_t i = 0; i < sizeof varying / sizeof *varying; i++) {
    rowkey_layout *layout = rowkey_layout_compile(varying[i], strlen(varying[i]), columns, 2, NULL);
    CHECK(layout != NULL, "%s", varying[i]);
    rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, NULL);
    size_t longest = rowkey_layout_key_width(layout) == ROWKEY_NONE ? sizeof host : 15;
    for (size_t size = 0; size <= longest; size += 1 + random_below(longest / 5)) {
      const rowkey_value values[] = {rowkey_value_u64(UINT64_MAX), rowkey_value_bytes(host, size)};
      const rowkey_record record = rowkey_record_of(values, 2);
      size_t room = 0, length = 0;
      rowkey_error error;
      rowkey_status status = rowkey_encode_row(encoder, &record, NULL, 0, &room, &error);
      CHECK(status == ROWKEY_ERROR_SPACE, "%s: status %d", varying[i], (int)status);
      uint8_t *key = guarded(room, GUARD_END);
      CHECK(rowkey_encode_row(encoder, &record, key, room - 1, &length, NULL) == ROWKEY_ERROR_SPACE &&
                length == room,
            "%s: a byte less than %zu", varying[i], room);
      status = rowkey_encode_row(encoder, &record, key, room, &length, &error);
      CHECK(status == ROWKEY_OK || error.status == ROWKEY_ERROR_RANGE, "%s: %s", varying[i], error.text);
      CHECK(status != ROWKEY_OK || length <= room,
            "%s: %zu"
            " bytes",
            varying[i], length);
    }
    rowkey_encoder_free(encoder);
    rowkey_layout_free(layout);
  }
}

/* Values that are made of nothing stand in the layout where columns do elsewhere. */
static void test_no_columns(void) {
  rowkey_layout *layout = rowkey_layout_compile("{3:u8}{random() % 1:u8}", 23, NULL, 0, NULL);
  CHECK(layout != NULL, "the layout");
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, NULL);
  uint8_t key[2];
  size_t length = 0;
  rowkey_error error;
  CHECK(rowkey_encode_row(encoder, &(rowkey_record){.row = 0}, key, sizeof key, &length, &error) == ROWKEY_OK,
        "%s", error.text);
  CHECK(length == 2 && memcmp(key, "\3\0", 2) == 0, "the key");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"the key of one record is its key in a batch", test_same_as_batch},
      {"one record that is refused", test_errors},
      {"a record whose key finds no room reports how much it needs", test_room_that_is_missing},
      {"a layout without columns needs no values", test_no_columns},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
