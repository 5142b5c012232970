/* The forms that columns come in: nulls, floats, text by offsets and of fixed width, a single row. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "on_isa.h"

/* More than two blocks. */
enum { ROWS = 2500 };

/* A column of each type: random values, text of 0 to 39 bytes. */
struct records {
  uint64_t id[ROWS];
  int64_t n[ROWS];
  double temp[ROWS];
  float level[ROWS];
  uint64_t offsets[ROWS + 1];
  char host[ROWS * 40];
  size_t rows;
};

static struct records *random_records(size_t rows) {
  struct records *records = guarded(sizeof *records, GUARD_END);
  records->rows = rows;
  records->offsets[0] = 0;
  for (size_t i = 0; i < rows; i++) {
    records->id[i] = random_u64();
    records->n[i] = (int64_t)random_u64() >> random_below(64);
    records->temp[i] = (double)(int64_t)random_u64() / 1024;
    records->level[i] = (float)(int64_t)random_u64();
    size_t length = random_below(40);
    random_bytes(records->host + records->offsets[i], length);
    records->offsets[i + 1] = records->offsets[i] + length;
  }
  return records;
}

enum { COLUMNS = 5 };

/* What of the columns is null; no column has nulls where `nulls` is NULL. */
static struct batch batch_of(const struct records *records, bool nulls[COLUMNS][ROWS]) {
  struct batch batch = {.rows = records->rows};
  for (size_t column = 0; column < COLUMNS; column++) {
    if (column == 0) add_u64(&batch, "id", records->id);
    if (column == 1) add_i64(&batch, "n", records->n);
    if (column == 2) add_f64(&batch, "temp", records->temp);
    if (column == 3) add_f32(&batch, "level", records->level);
    if (column == 4) add_bytes(&batch, "host", records->host, records->offsets);
    if (nulls != NULL) mark_nulls(&batch, nulls[column], random_below(20));
  }
  return batch;
}

static void expect_same_keys(const rowkey_layout *layout, const struct batch *batch,
                             const rowkey_layout *plain_layout, const struct batch *plain) {
  EACH_ISA(kernels) {
    struct settings settings = {.isa = kernels->name, .side = GUARD_END};
    struct encoded keys = encode(layout, batch, settings);
    struct encoded expected = encode(plain_layout, plain, settings);
    CHECK(keys.status == ROWKEY_OK, "%s", keys.error.text);
    CHECK(expected.status == ROWKEY_OK, "%s", expected.error.text);
    CHECK(memcmp(keys.offsets, expected.offsets, (batch->rows + 1) * sizeof(uint64_t)) == 0, "offsets");
    CHECK(memcmp(keys.keys, expected.keys, (size_t)keys.offsets[batch->rows]) == 0, "%s: keys",
          kernels->name);
  }
}

/* ---- Nulls ----------------------------------------------------------------------------------- */

/* The keys are those of columns that hold the constants themselves. */
static void test_nulls_are_replaced(void) {
  for (size_t repetition = 0; repetition < repetitions(20); repetition++) {
    struct records *records = random_records(1 + random_below(ROWS));
    size_t rows = records->rows;
    static bool nulls[COLUMNS][ROWS];
    for (size_t column = 0; column < COLUMNS; column++) {
      size_t rarity = 1 + random_below(repetition % 2 == 0 ? 3 : 3000);
      for (size_t i = 0; i < rows; i++) nulls[column][i] = random_below(rarity + 1) == 0;
    }
    struct batch batch = batch_of(records, nulls);
    struct records *replaced = guarded(sizeof *replaced, GUARD_END);
    *replaced = *records;
    replaced->offsets[0] = 0;
    for (size_t i = 0; i < rows; i++) {
      if (nulls[0][i]) replaced->id[i] = 18446744073709551615u;
      if (nulls[1][i]) replaced->n[i] = -3;
      if (nulls[2][i]) replaced->temp[i] = -40;
      if (nulls[3][i]) replaced->level[i] = 16777216;
      const char *host = nulls[4][i] ? "none" : records->host + records->offsets[i];
      size_t length = nulls[4][i] ? 4 : (size_t)(records->offsets[i + 1] - records->offsets[i]);
      memcpy(replaced->host + replaced->offsets[i], host, length);
      replaced->offsets[i + 1] = replaced->offsets[i] + length;
    }
    struct batch plain = batch_of(replaced, NULL);
    rowkey_layout *layout = compile(
        "{coalesce(id, 18446744073709551615)}|{coalesce(n, -3):i64}{coalesce(temp, -40)}"
        "{coalesce(level, 16777216):f32}{md5(coalesce(host, \"none\"), 1)}{coalesce(host, \"none\")}",
        &batch);
    rowkey_layout *plain_layout = compile("{id}|{n:i64}{temp}{level}{md5(host, 1)}{host}", &plain);
    expect_same_keys(layout, &batch, plain_layout, &plain);
    rowkey_layout_free(layout);
    rowkey_layout_free(plain_layout);
  }
}

static void test_constants_of_any_length(void) {
  struct batch batch = {.rows = 4};
  add_text(&batch, "host", (const char *[]){"a", "", "a text that is longer than a unit", "d"});
  mark_nulls(&batch, (const bool[]){false, true, false, true}, 3);
  expect_keys("{coalesce(host, \"\")}", &batch, (struct settings){.isa = NULL},
              (const char *[]){"a", "", "a text that is longer than a unit", ""});
  expect_keys("{coalesce(host, \"a constant that is longer than a unit\")}", &batch,
              (struct settings){.isa = NULL},
              (const char *[]){"a", "a constant that is longer than a unit",
                               "a text that is longer than a unit", "a constant that is longer than a unit"});
}

static void test_nulls_are_refused(void) {
  static const struct {
    const char *text;
    size_t column;
    const char *message;
  } cases[] = {
      {"{id:u64}", 0, "id is null (column id, a value, or coalesce(id, 0) in the layout)"},
      {"{n:i64}", 1, "n is null (column n, a value, or coalesce(n, 0) in the layout)"},
      {"{temp}", 2, "temp is null (column temp, a value, or coalesce(temp, 0) in the layout)"},
      {"{level}", 3, "level is null (column level, a value, or coalesce(level, 0) in the layout)"},
      {"{host}", 4, "host is null (column host, a value, or coalesce(host, \"\") in the layout)"},
  };
  static const size_t edges[] = {0, 1, 7, 8, 63, 64, 1023, 1024, 2499};
  struct records *records = random_records(ROWS);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t edge = 0; edge < sizeof edges / sizeof *edges; edge++) {
      static bool nulls[COLUMNS][ROWS];
      for (size_t row = 0; row < ROWS; row++)
        nulls[cases[i].column][row] = row == edges[edge] || (row > edges[edge] && random_below(2) == 0);
      struct batch batch = batch_of(records, nulls);
      expect_refusal(cases[i].text, &batch,
                     (struct refusal){ROWKEY_ERROR_RANGE, edges[edge], cases[i].column, 1, cases[i].message});
      memset(nulls, 0, sizeof nulls);
    }
  /* One place that replaces it does not excuse another. */
  static bool nulls[COLUMNS][ROWS] = {{true}};
  struct batch batch = batch_of(records, nulls);
  expect_refusal("{coalesce(id, 0):u64}{id:u64}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 0, 0, 22, cases[0].message});
}

/* ---- Text ------------------------------------------------------------------------------------ */

static const char text_layout[] =
    "{host}|{md5(host)}{md5(host, 1)}{host:x}|{host:40s}{host:esc}{reverse(host)}";

static void test_forms_of_text(void) {
  struct records *records = random_records(ROWS);
  /* Neither the delimiter nor the padding. */
  for (size_t i = 0; i < records->offsets[ROWS]; i++) records->host[i] |= 1;
  struct batch plain = {.rows = ROWS}, batch = {.rows = ROWS};
  add_bytes(&plain, "host", records->host, records->offsets);
  add_bytes32(&batch, "host", records->host, records->offsets);
  rowkey_layout *layout = compile(text_layout, &plain);
  expect_same_keys(layout, &batch, layout, &plain);

  for (uint64_t width = 0; width <= 24; width++) {
    for (size_t i = 0; i <= ROWS; i++) records->offsets[i] = i * width;
    for (size_t i = 0; i < ROWS * width; i++) records->host[i] = (char)('A' + random_below(26));
    plain = batch = (struct batch){.rows = ROWS};
    add_bytes(&plain, "host", records->host, records->offsets);
    add_fixed_bytes(&batch, "host", records->host, width);
    expect_same_keys(layout, &batch, layout, &plain);
  }
  rowkey_layout_free(layout);
}

static void test_offsets_that_fall(void) {
  struct batch batch = {.rows = 3};
  add_text(&batch, "host", (const char *[]){"alpha", "beta", "gamma"});
  batch.values[0].begin = batch.values[0].end = NULL;
  static const uint32_t falling[] = {0, 5, 4, 14}, beyond[] = {0, 5, 9, 15};
  batch.values[0].offsets32 = falling;
  expect_refusal("{host}", &batch,
                 (struct refusal){ROWKEY_ERROR_ARGUMENT, 1, 0, 1,
                                  "host: its text begins at byte 5 and ends at byte 4 of 14 (column host, "
                                  "begin <= end <= size)"});
  batch.values[0].offsets32 = beyond;
  expect_refusal("{host}", &batch,
                 (struct refusal){ROWKEY_ERROR_ARGUMENT, 2, 0, 1,
                                  "host: its text begins at byte 9 and ends at byte 15 of 14 (column host, "
                                  "begin <= end <= size)"});
}

/* ---- Rows that are left out ------------------------------------------------------------------- */

/* The columns from a row on, as the header says how to move them. */
static void move_on(rowkey_values *values, const rowkey_column *columns, size_t count, size_t rows) {
  for (size_t i = 0; i < count; i++) {
    rowkey_values *column = &values[i];
    column->rows -= rows;
    column->validity_offset += rows;
    if (columns[i].type != ROWKEY_TEXT) {
      column->data = (const uint8_t *)column->data + rows * (columns[i].type == ROWKEY_F32 ? 4 : 8);
    } else if (column->begin != NULL) {
      column->begin += rows;
      column->end += rows;
    } else if (column->offsets32 != NULL) {
      column->offsets32 += rows;
    } else {
      column->data = (const uint8_t *)column->data + rows * column->width;
      column->size -= rows * column->width;
    }
  }
}

/* Keys of the good rows one after the other; returns how many rows are good. */
static size_t encode_good_rows(rowkey_encoder *encoder, const struct batch *batch, char *keys, size_t *size) {
  static uint64_t offsets[ROWS + 1];
  rowkey_values values[COLUMNS_MAX];
  memcpy(values, batch->values, sizeof values);
  size_t good = 0;
  *size = 0;
  for (size_t row = 0; row < batch->rows;) {
    const rowkey_batch rest =
        rowkey_batch_from(rowkey_batch_of(values, batch->count, batch->rows - row), row);
    rowkey_error error;
    rowkey_status status = rowkey_encode(
        encoder, &rest,
        &(rowkey_key_buffer){.data = keys + *size, .capacity = ROWS * 200 - *size, .offsets = offsets}, NULL,
        &error);
    CHECK(status == ROWKEY_OK || status == ROWKEY_ERROR_RANGE, "%s", error.text);
    size_t done = status == ROWKEY_OK ? batch->rows - row : error.row;
    *size += (size_t)offsets[done];
    good += done;
    size_t next = status == ROWKEY_OK ? done : done + 1;
    move_on(values, batch->columns, batch->count, next);
    row += next;
  }
  return good;
}

/* Keys of every form of text, and with nulls, are those of the same rows in a batch without the bad ones.
 */
static void test_rows_after_a_bad_one(void) {
  struct records *records = random_records(600);
  static bool nulls[COLUMNS][ROWS];
  for (size_t i = 0; i < records->rows; i++) {
    records->offsets[i + 1] = 10 * (i + 1);
    records->id[i] = random_below(20) == 0 ? 256 : i % 256;
    for (size_t column = 1; column < COLUMNS; column++) nulls[column][i] = random_below(4) == 0;
  }
  memset(records->host, 'h', sizeof records->host);
  static const char template[] =
      "{id:u8}{coalesce(n, 7):i64}{coalesce(temp, 1)}{coalesce(level, 2)}{random() % 99:u8}"
      "{coalesce(host, \"none\")}";
  static char keys[ROWS * 200], expected[ROWS * 200];
  for (int form = 0; form < 3; form++) {
    struct batch batch = {.rows = records->rows};
    add_u64(&batch, "id", records->id);
    add_i64(&batch, "n", records->n);
    mark_nulls(&batch, nulls[1], 3);
    add_f64(&batch, "temp", records->temp);
    mark_nulls(&batch, nulls[2], 0);
    add_f32(&batch, "level", records->level);
    mark_nulls(&batch, nulls[3], 13);
    if (form == 0) add_bytes(&batch, "host", records->host, records->offsets);
    if (form == 1) add_bytes32(&batch, "host", records->host, records->offsets);
    if (form == 2) add_fixed_bytes(&batch, "host", records->host, 10);
    mark_nulls(&batch, nulls[4], 5);
    rowkey_layout *layout = compile(template, &batch);
    EACH_ISA(kernels) {
      rowkey_encoder *encoder = NULL;
      ON_ISA(kernels->name) encoder = rowkey_encoder_create(layout, 1, NULL);
      size_t size, good = encode_good_rows(encoder, &batch, keys, &size);
      size_t end = 0, rows = 0;
      for (size_t row = 0; row < batch.rows; row++) {
        if (records->id[row] > 255) continue;
        rowkey_values values[COLUMNS_MAX];
        uint64_t offsets[2];
        memcpy(values, batch.values, sizeof values);
        move_on(values, batch.columns, batch.count, row);
        const rowkey_batch alone = rowkey_batch_from(rowkey_batch_of(values, batch.count, 1), row);
        CHECK(
            rowkey_encode(encoder, &alone,
                          &(rowkey_key_buffer){
                              .data = expected + end, .capacity = sizeof expected - end, .offsets = offsets},
                          NULL, NULL) == ROWKEY_OK,
            "row %zu", row);
        end += (size_t)offsets[1];
        rows++;
      }
      CHECK(good == rows && size == end && memcmp(keys, expected, size) == 0, "form %d, %s", form,
            kernels->name);
      rowkey_encoder_free(encoder);
    }
    rowkey_layout_free(layout);
  }
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static void expect_argument_error(const char *text, const struct batch *batch, const char *message) {
  rowkey_layout *layout = compile(text, batch);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, NULL);
  const rowkey_batch rows = rows_of(batch);
  uint8_t keys[64];
  uint64_t offsets[8];
  rowkey_error error;
  rowkey_status status = rowkey_encode(
      encoder, &rows, &(rowkey_key_buffer){.data = keys, .capacity = sizeof keys, .offsets = offsets}, NULL,
      &error);
  CHECK(status == ROWKEY_ERROR_ARGUMENT && error.status == status, "%s: status %d", message, (int)status);
  CHECK(strcmp(error.text, message) == 0, "%s", error.text);
  CHECK(error.column == 0 && error.row == ROWKEY_NONE, "column %zu, row %zu", error.column, error.row);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

static void test_arguments(void) {
  static const double numbers[4];
  struct batch batch = {.columns = {{.name = "temp", .type = ROWKEY_F64}}, .count = 1, .rows = 3};
  batch.values[0] = rowkey_f64s(NULL, 3);
  expect_argument_error("{temp}", &batch, "column temp: data is NULL (expected a number for each row)");
  batch.values[0].data = (const char *)numbers + 4;
  if (_Alignof(double) == 8)
    expect_argument_error("{temp}", &batch,
                          "column temp: data is not aligned (expected an address for a double)");
  batch.columns[0].type = ROWKEY_F32;
  batch.values[0] = rowkey_kept_numbers(ROWKEY_F32, (const char *)numbers + 2, 3);
  expect_argument_error("{temp}", &batch,
                        "column temp: data is not aligned (expected an address for a float)");
  batch.values[0].data = numbers;
  batch.values[0].validity = (const uint8_t *)numbers;
  batch.values[0].validity_offset = SIZE_MAX - 2;
  expect_argument_error("{temp}", &batch, "column temp: validity_offset is larger than any memory");

  batch = (struct batch){.columns = {{.name = "host", .type = ROWKEY_TEXT}}, .count = 1, .rows = 3};
  batch.values[0] = rowkey_values_of_width(ROWKEY_KIND_TEXT, "12345678", 3, 3);
  batch.values[0].size = 8;
  expect_argument_error(
      "{host}", &batch,
      "column host: 3 rows of width 3 exceed its size of 8 bytes (expected rows * width <= size)");
  batch.values[0].width = SIZE_MAX / 2;
  char passing[128];
  snprintf(passing, sizeof passing,
           "column host: 3 rows of width %zu exceed its size of 8 bytes (expected rows * width <= size)",
           batch.values[0].width);
  expect_argument_error("{host}", &batch, passing);
  /* A caller who forgets the offsets gets an error, and no keys of empty texts. */
  batch.values[0].width = 0;
  expect_argument_error(
      "{host}", &batch,
      "column host: begin, offsets32 and width are 0 (expected one of them to say where its "
      "texts are among its 8 bytes)");
  batch.values[0].offsets32 = (const void *)((const char *)numbers + 2);
  expect_argument_error("{host}", &batch,
                        "column host: offsets32 is not aligned (expected an address for a uint32_t)");
  batch.values[0].offsets32 = (const void *)numbers;
  batch.rows = batch.values[0].rows = SIZE_MAX / 2;
  expect_argument_error("{host}", &batch, "column host: offsets32 cannot hold as many rows");
  batch.columns[0].type = ROWKEY_F64;
  batch.values[0] = rowkey_f64s(numbers, SIZE_MAX);
  /* Their size passes that of memory, nearly a size_t, and that as well: then it looks small. */
  for (size_t i = 0; i < 3; i++) {
    batch.rows = (const size_t[]){PTRDIFF_MAX / 8 + 1, SIZE_MAX / 8, SIZE_MAX / 8 + 2}[i];
    expect_argument_error("{host}", &batch, "column host: data cannot hold as many rows");
  }
}

/* Good rows and bad rows: every form counts the good ones and reports the bad ones. */
static void test_bounds_of_offsets(void) {
  enum { MOST = 70 };
  for (size_t repetition = repetitions(3000); repetition-- > 0;) {
    uint64_t offsets[MOST + 1] = {random_below(3)};
    uint32_t narrow[MOST + 1] = {(uint32_t)offsets[0]};
    const size_t rows = 1 + random_below(MOST);
    const bool bad = repetition % 2 == 0;
    for (size_t i = 0; i < rows; i++) {
      const bool falls = bad && offsets[i] != 0 && random_below(30) == 0;
      offsets[i + 1] = falls ? random_below(offsets[i]) : offsets[i] + random_below(20);
      narrow[i + 1] = (uint32_t)offsets[i + 1];
    }
    struct batch batch = {.columns = {{.name = "host", .type = ROWKEY_TEXT}}, .count = 1, .rows = rows};
    rowkey_layout *layout = compile("{host}", &batch);
    const size_t size = bad ? random_below(offsets[rows] + 2) : offsets[rows];
    const rowkey_values columns[] = {rowkey_values_of_offsets(ROWKEY_KIND_TEXT, NULL, size, offsets, rows),
                                     rowkey_values_of_offsets32(ROWKEY_KIND_TEXT, NULL, size, narrow, rows)};
    size_t expected = 0;
    for (size_t i = 0; i < rows; i++)
      if (offsets[i] <= offsets[i + 1] && offsets[i + 1] <= size) expected += offsets[i + 1] - offsets[i];
    for (size_t i = 0; i < 2; i++) {
      const rowkey_batch given = rowkey_batch_of(&columns[i], 1, rows);
      const size_t bound = rowkey_encode_bound(layout, &given);
      CHECK(bound == expected, "form %zu: %zu, expected %zu", i, bound, expected);
    }
    rowkey_layout_free(layout);
  }
}

/* A caller who asks for the bound first learns what is wrong when it encodes. */
static void test_bounds_of_nothing(void) {
  static const uint64_t numbers[] = {0, 3, 5};
  struct batch batch = {.columns = {{.name = "host", .type = ROWKEY_TEXT}}, .count = 1, .rows = 2};
  rowkey_layout *layout = compile("{host}|{host:x}", &batch);
  const rowkey_batch rows = rows_of(&batch), without_columns = rowkey_batch_of(NULL, 1, 2);
  CHECK(rowkey_encode_bound(layout, &without_columns) == 2, "without columns");
  for (int which = 0; which < 3; which++) {
    batch.values[0] = rowkey_values_of_offsets(ROWKEY_KIND_TEXT, "alpha", 5, NULL, 2);
    if (which == 0) batch.values[0].begin = numbers;
    if (which == 1) batch.values[0].end = numbers + 1;
    CHECK(rowkey_encode_bound(layout, &rows) == 2, "case %d", which);
  }
  const rowkey_batch others[] = {rowkey_batch_of(batch.values, 0, 2), rowkey_batch_of(batch.values, 2, 2)};
  for (size_t i = 0; i < 2; i++)
    CHECK(rowkey_encode_bound(layout, &others[i]) == 0, "of %zu columns", others[i].column_count);
  CHECK(rowkey_encode_bound(layout, NULL) == 0, "of no batch");
  rowkey_layout_free(layout);
}

/* What keys need beyond a size_t is not what is left of it in a size_t, whichever sum or product passes it.
 */
static void test_bounds_that_overflow(void) {
  struct batch batch = {
      .columns = {{.name = "host", .type = ROWKEY_TEXT}, {.name = "path", .type = ROWKEY_TEXT}},
      .count = 2,
      .rows = 1};
  static const struct {
    const char *text;
    size_t host, path, bound;
  } cases[] = {
      {"{host}|{path}", SIZE_MAX - 3, 1, SIZE_MAX - 1},
      {"{host}|{path}", SIZE_MAX - 1, 1, SIZE_MAX},
      {"{host}|{path}", SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1, SIZE_MAX},
      {"{path:x}|{host:x}", SIZE_MAX / 2 - 2, 1, SIZE_MAX - 2},
      {"{path:x}|{host:x}", SIZE_MAX / 2 + 1, 1, SIZE_MAX},
      {"{reverse(host, path)}", SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1, SIZE_MAX},
      {"{host:esc}{path}", SIZE_MAX / 2, 1, SIZE_MAX},
      {"{host:mem}{path}", SIZE_MAX, 1, SIZE_MAX},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    batch.values[0] = rowkey_values_of_width(ROWKEY_KIND_TEXT, NULL, cases[i].host, 1);
    batch.values[1] = rowkey_values_of_width(ROWKEY_KIND_TEXT, NULL, cases[i].path, 1);
    const rowkey_batch row = rows_of(&batch);
    const size_t bound = rowkey_encode_bound(layout, &row);
    CHECK(bound == cases[i].bound, "%s: %zu", cases[i].text, bound);
    rowkey_layout_free(layout);
  }
}

/* A row that is null makes no key, however large the key might be: the largest size that memory can have is
 * room enough for it, and one byte more is none. */
static void test_largest_bound(void) {
  static const uint8_t null = 0;
  struct batch batch = {.columns = {{.name = "host", .type = ROWKEY_TEXT}}, .count = 1, .rows = 1};
  rowkey_layout *layout = compile("{host}|", &batch);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, NULL);
  uint8_t keys[1];
  uint64_t offsets[2];
  rowkey_error error;
  const rowkey_batch row = rows_of(&batch);
  for (size_t size = PTRDIFF_MAX - 1; size <= PTRDIFF_MAX; size++) {
    batch.values[0] =
        rowkey_values_with_nulls(rowkey_values_of_width(ROWKEY_KIND_TEXT, keys, size, 1), &null, 0);
    rowkey_status status = rowkey_encode(
        encoder, &row, &(rowkey_key_buffer){.data = keys, .capacity = SIZE_MAX, .offsets = offsets}, NULL,
        &error);
    CHECK(status == (size < PTRDIFF_MAX ? ROWKEY_ERROR_RANGE : ROWKEY_ERROR_SPACE), "status %d: %s",
          (int)status, error.text);
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* Keys without bytes need no memory. */
static void test_no_bytes(void) {
  struct batch batch = {.rows = 3};
  add_text(&batch, "host", (const char *[]){"", "", ""});
  rowkey_layout *layout = compile("{host}", &batch);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, NULL);
  const rowkey_batch rows = rows_of(&batch);
  uint64_t offsets[4] = {9, 9, 9, 9};
  rowkey_error error;
  CHECK(rowkey_encode(encoder, &rows, &(rowkey_key_buffer){.offsets = offsets}, NULL, &error) == ROWKEY_OK,
        "%s", error.text);
  for (size_t i = 0; i < 4; i++) CHECK(offsets[i] == 0, "offset %zu", i);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"nulls are replaced where the layout says so", test_nulls_are_replaced},
      {"constants of any length replace text", test_constants_of_any_length},
      {"other nulls are refused", test_nulls_are_refused},
      {"text makes the same keys in every form", test_forms_of_text},
      {"offsets that fall or leave the bytes are refused", test_offsets_that_fall},
      {"a call can begin after a bad row", test_rows_after_a_bad_one},
      {"arguments are checked", test_arguments},
      {"bounds that pass 64 bits are the largest number", test_bounds_that_overflow},
      {"offsets of either width have the same bound", test_bounds_of_offsets},
      {"what has no place counts nothing in a bound", test_bounds_of_nothing},
      {"keys may be as large as memory can be", test_largest_bound},
      {"keys without bytes need no memory", test_no_bytes},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
