/* Decoders that cannot be made, and arguments of rowkey_decode that make no sense. Every allocation is made
 * to fail once, by way of the linker's --wrap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decoding.h"
#include "failing_memory.h"

enum { ROWS = 3 };

static struct batch records(void) {
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "id", (const uint64_t[]){1, 2, 3});
  add_text(&batch, "name", (const char *const[]){"ann", "", "bob"});
  return batch;
}

static void create_without_memory(const char *text) {
  struct batch batch = records();
  rowkey_layout *layout = compile(text, &batch);
  for (size_t failures = 0;; failures++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = failures;
    rowkey_decoder *decoder = rowkey_decoder_create(layout, &error);
    size_t left = allocations_allowed;
    allocations_allowed = SIZE_MAX;
    if (decoder != NULL) {
      CHECK(left != SIZE_MAX, "a failed allocation went unnoticed");
      CHECK(failures > 10, "only %zu allocations were tried", failures);
      CHECK(error.status == ROWKEY_OK, "an error: %s", error.text);
      rowkey_decoder_free(decoder);
      break;
    }
    CHECK(error.status == ROWKEY_ERROR_MEMORY, "allocation %zu: %s", failures, error.text);
  }
  rowkey_layout_free(layout);
}

static void test_creation_without_memory(void) {
  create_without_memory("{md5(name) % 7}|{id / 10}|{id % 10}|{reverse(name):x}");
  create_without_memory("{coalesce(id, 1):u64}{coalesce(id, 1):u64}{name:~esc}{md5(rest) % 9:u8}{id % 9}");
  create_without_memory("{reverse(name:mem, reverse(id:u64)):mem}{md5(name, reverse(id))}");
}

/* A decoder, its keys, and room for what they hold. */
struct call {
  rowkey_layout *layout;
  rowkey_decoder *decoder;
  struct encoded keys;
  uint64_t ids[ROWS], offsets[ROWS + 1];
  char names[16];
  rowkey_decoded columns[2];
};

static void begin(struct call *call, const char *text, const struct batch *batch) {
  *call = (struct call){.layout = compile(text, batch)};
  call->decoder = rowkey_decoder_create(call->layout, NULL);
  CHECK(call->decoder != NULL, "no decoder");
  call->keys = encode(call->layout, batch, (struct settings){.side = GUARD_END});
  call->columns[0] = rowkey_decoded_u64s(call->ids, ROWS);
  call->columns[1] = rowkey_decoded_text(call->names, sizeof call->names, call->offsets, ROWS);
}

static void end(struct call *call) {
  rowkey_decoder_free(call->decoder);
  rowkey_layout_free(call->layout);
}

static void expect_error(const struct call *call, const void *keys, const uint64_t *offsets,
                         const rowkey_decoded *columns, const rowkey_error *expected) {
  rowkey_error error;
  rowkey_status status = rowkey_decode(
      call->decoder, &(rowkey_keys){.data = keys, .offsets = offsets, .rows = ROWS}, columns, 2, &error);
  CHECK(status == expected->status && error.status == status, "status %d: %s", (int)status, error.text);
  CHECK(strcmp(error.text, expected->text) == 0, "%s", error.text);
  CHECK(error.row == expected->row, "row %zu", error.row);
  CHECK(error.column == expected->column, "column %zu", error.column);
  CHECK(rowkey_decode(call->decoder, &(rowkey_keys){.data = keys, .offsets = offsets, .rows = ROWS}, columns,
                      2, NULL) == status,
        "without an error");
}

static void test_arguments(void) {
  struct batch batch = records();
  struct call call;
  begin(&call, "{id}|{name}", &batch);
  const uint8_t *keys = call.keys.keys;
  const uint64_t *offsets = call.keys.offsets;
  const rowkey_status bad = ROWKEY_ERROR_ARGUMENT;
  const size_t none = ROWKEY_NONE;
  expect_error(
      &call, keys, NULL, call.columns,
      &(rowkey_error){.status = bad,
                      .row = none,
                      .column = none,
                      .offset = none,
                      .text = "offsets is NULL, but keys differ in length (expected rows + 1 numbers)"});
  expect_error(&call, NULL, offsets, call.columns,
               &(rowkey_error){.status = bad,
                               .row = none,
                               .column = none,
                               .offset = none,
                               .text = "data is NULL (expected keys of 12 bytes)"});
  expect_error(&call, keys, offsets, NULL,
               &(rowkey_error){.status = bad,
                               .row = none,
                               .column = none,
                               .offset = none,
                               .text = "columns is NULL (expected one entry for each column)"});
  expect_error(
      &call, keys, (const uint64_t[]){0, 5, 4, 9}, call.columns,
      &(rowkey_error){.status = bad,
                      .row = 1,
                      .column = none,
                      .offset = none,
                      .text = "the key begins at byte 5 and ends at byte 4 (expected offsets that do not "
                              "decrease)"});
  expect_error(
      &call, keys, (const uint64_t[]){0, 5, 7, UINT64_MAX}, call.columns,
      &(rowkey_error){.status = bad,
                      .row = 2,
                      .column = none,
                      .offset = none,
                      .text = "the keys are larger than any memory (expected offsets of their bytes)"});
  expect_error(&call, keys, (const uint64_t *)(const void *)((const uint8_t *)offsets + 1), call.columns,
               &(rowkey_error){.status = bad,
                               .row = none,
                               .column = none,
                               .offset = none,
                               .text = "offsets is not aligned (expected an address for a uint64_t)"});
  rowkey_decoded columns[2] = {call.columns[0], call.columns[1]};
  columns[0].data = (uint8_t *)call.ids + 1;
  expect_error(
      &call, keys, offsets, columns,
      &(rowkey_error){.status = bad,
                      .row = none,
                      .column = 0,
                      .offset = none,
                      .text = "column id: data is not aligned (expected an address for a uint64_t)"});
  columns[0] = rowkey_decoded_i64s((int64_t *)call.ids, ROWS);
  expect_error(&call, keys, offsets, columns,
               &(rowkey_error){.status = ROWKEY_ERROR_TYPE,
                               .row = none,
                               .column = 0,
                               .offset = none,
                               .text = "column id: there is room for i64 (expected room for u64)"});
  columns[0] = rowkey_decoded_u64s(call.ids, ROWS - 1);
  expect_error(&call, keys, offsets, columns,
               &(rowkey_error){.status = bad,
                               .row = none,
                               .column = 0,
                               .offset = none,
                               .text = "column id: there is room for 2 rows (expected 3)"});
  columns[0] = (rowkey_decoded){.data = call.ids, .rows = ROWS};
  expect_error(
      &call, keys, offsets, columns,
      &(rowkey_error){.status = bad,
                      .row = none,
                      .column = 0,
                      .offset = none,
                      .text = "column id: tag is 0, so the type of the room is unknown "
                              "(expected the tag that a constructor such as rowkey_decoded_u64s sets)"});
  columns[0].data = NULL;
  columns[1] = rowkey_decoded_numbers(ROWKEY_TEXT, call.names, ROWS);
  expect_error(&call, keys, offsets, columns,
               &(rowkey_error){.status = bad,
                               .row = none,
                               .column = 1,
                               .offset = none,
                               .text = "column name: offsets is NULL (expected room for rows + 1 numbers)"});
  columns[1].offsets = (uint64_t *)(void *)((uint8_t *)call.offsets + 1);
  expect_error(
      &call, keys, offsets, columns,
      &(rowkey_error){.status = bad,
                      .row = none,
                      .column = 1,
                      .offset = none,
                      .text = "column name: offsets is not aligned (expected an address for a uint64_t)"});
  CHECK(rowkey_decode(call.decoder, &(rowkey_keys){.rows = 0}, NULL, 2, NULL) == ROWKEY_OK, "no rows");
  for (size_t count = 0; count < 4; count++) {
    const rowkey_keys good = rowkey_keys_of_offsets(keys, offsets, ROWS);
    rowkey_error error = {.text = ""};
    const rowkey_status status = rowkey_decode(call.decoder, &good, call.columns, count, &error);
    CHECK(status == (count == 2 ? ROWKEY_OK : bad), "%zu columns: status %d", count, (int)status);
    char expected[100];
    snprintf(expected, sizeof expected,
             "column_count is %zu (expected 2: one entry for each column of the schema)", count);
    CHECK(count == 2 || strcmp(error.text, expected) == 0, "%s", error.text);
  }
  end(&call);
}

/* More keys of one width than there is memory, whether or not their size fits 64 bits. */
static void test_too_many_keys(void) {
  struct batch batch = records();
  rowkey_layout *layout = compile("{id:u64}", &batch);
  rowkey_decoder *decoder = rowkey_decoder_create(layout, NULL);
  const rowkey_decoded columns[2] = {{.data = NULL}, {.data = NULL}};
  for (size_t rows = SIZE_MAX / 8; rows != 0; rows = rows == SIZE_MAX ? 0 : SIZE_MAX) {
    rowkey_error error;
    rowkey_status status =
        rowkey_decode(decoder, &(rowkey_keys){.data = "key", .width = 8, .rows = rows}, columns, 2, &error);
    CHECK(status == ROWKEY_ERROR_ARGUMENT && error.status == status, "%zu rows: status %d", rows,
          (int)status);
    CHECK(strcmp(error.text, "the keys are larger than any memory (expected `rows` of `width` bytes)") == 0,
          "%zu rows: %s", rows, error.text);
  }
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
}

/* Keys of literal text alone, and of no bytes at all, need neither columns nor an address. */
static void test_nothing_to_decode(void) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile("x", 1, NULL, 0, &error);
  CHECK(layout != NULL, "%s", error.text);
  CHECK(rowkey_layout_recovery(layout, 0) == ROWKEY_UNUSED, "a column that is not there");
  rowkey_decoder *decoder = rowkey_decoder_create(layout, &error);
  CHECK(decoder != NULL, "%s", error.text);
  CHECK(rowkey_decode(decoder, &(rowkey_keys){.data = "xx", .width = 1, .rows = 2}, NULL, 0, &error) ==
            ROWKEY_OK,
        "%s", error.text);
  CHECK(rowkey_decode(decoder, &(rowkey_keys){.data = "xy", .width = 1, .rows = 2}, NULL, 0, &error) ==
                ROWKEY_ERROR_RANGE &&
            error.row == 1,
        "%s", error.text);
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
  struct batch batch = records();
  struct call call;
  begin(&call, "{name}", &batch);
  const uint64_t nothing[ROWS + 1] = {0};
  CHECK(rowkey_decode(call.decoder, &(rowkey_keys){.offsets = nothing, .rows = ROWS}, call.columns, 2,
                      &error) == ROWKEY_OK,
        "%s", error.text);
  CHECK(call.offsets[ROWS] == 0, "%zu bytes", (size_t)call.offsets[ROWS]);
  end(&call);
}

static void test_space(void) {
  struct batch batch = records();
  struct call call;
  begin(&call, "{id}|{name}", &batch);
  call.columns[1].capacity = 6;
  CHECK(rowkey_decode(call.decoder,
                      &(rowkey_keys){.data = call.keys.keys, .offsets = call.keys.offsets, .rows = ROWS},
                      call.columns, 2, NULL) == ROWKEY_OK,
        "no room for 6 bytes");
  CHECK(memcmp(call.names, "annbob\0", 7) == 0, "names are %s", call.names);
  call.columns[1].capacity = 5;
  expect_error(
      &call, call.keys.keys, call.keys.offsets, call.columns,
      &(rowkey_error){.status = ROWKEY_ERROR_SPACE,
                      .row = 0,
                      .column = 1,
                      .offset = ROWKEY_NONE,
                      .text = "column name: its text needs 6 bytes or more and there is room for 5"});
  end(&call);
}

/* A decoder that has decoded one short key. */
static rowkey_decoder *warm_decoder(const rowkey_layout *layout) {
  struct batch batch = {.rows = 1};
  add_u64(&batch, "id", (const uint64_t[]){7});
  add_bytes(&batch, "name", "x", (const uint64_t[]){0, 1});
  struct encoded keys = encode(layout, &batch, (struct settings){.side = GUARD_END});
  rowkey_decoder *decoder = rowkey_decoder_create(layout, NULL);
  const rowkey_decoded columns[2] = {{.data = NULL}, {.data = NULL}};
  const rowkey_keys key = rowkey_keys_of_offsets(keys.keys, keys.offsets, 1);
  CHECK(rowkey_decode(decoder, &key, columns, 2, NULL) == ROWKEY_OK, "a short key");
  return decoder;
}

/* Only keys longer than any before allocate. */
static void decode_long_keys_without_memory(const char *text, size_t allocations) {
  enum { LONG = 1000000 };
  struct batch batch = {.rows = 1};
  uint8_t *bytes = guarded(LONG, GUARD_END);
  memset(bytes, 'x', LONG);
  add_u64(&batch, "id", (const uint64_t[]){7});
  add_bytes(&batch, "name", bytes, (const uint64_t[]){0, LONG});
  rowkey_layout *layout = compile(text, &batch);
  struct encoded keys = encode(layout, &batch, (struct settings){.side = GUARD_END});
  rowkey_decoder *decoder = warm_decoder(layout);
  const rowkey_decoded columns[2] = {{.data = NULL}, {.data = NULL}};
  rowkey_error error;
  size_t failures = 0;
  for (;; failures++) {
    allocations_allowed = failures;
    rowkey_status status = rowkey_decode(
        decoder, &(rowkey_keys){.data = keys.keys, .offsets = keys.offsets, .rows = 1}, columns, 2, &error);
    allocations_allowed = SIZE_MAX;
    if (status == ROWKEY_OK) break;
    CHECK(status == ROWKEY_ERROR_MEMORY && error.row == 0, "status %d, row %zu", (int)status, error.row);
  }
  /* What has grown before a failure is not allocated again. */
  CHECK(failures == allocations, "%s: %zu failures", text, failures);
  allocations_allowed = 0;
  rowkey_status status = rowkey_decode(
      decoder, &(rowkey_keys){.data = keys.keys, .offsets = keys.offsets, .rows = 1}, columns, 2, &error);
  CHECK(status == ROWKEY_OK && allocations_allowed == 0,
        "an allocation when there was one of this size before");
  allocations_allowed = SIZE_MAX;
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
}

/* A batch of as many keys as one before, which are not longer, allocates nothing. */
static void decode_usual_keys_without_memory(const char *text) {
  enum { MANY = 5000, WIDTH = 50 };
  struct batch batch = {.rows = MANY};
  uint64_t *ids = guarded(MANY * sizeof *ids, GUARD_END);
  uint64_t *offsets = guarded((MANY + 1) * sizeof *offsets, GUARD_END);
  char *bytes = guarded((size_t)MANY * WIDTH, GUARD_END);
  memset(bytes, 'x', (size_t)MANY * WIDTH);
  for (size_t i = 0; i < MANY; i++) {
    ids[i] = 100000 + i;
    offsets[i + 1] = offsets[i] + WIDTH;
  }
  add_u64(&batch, "id", ids);
  add_bytes(&batch, "name", bytes, offsets);
  rowkey_layout *layout = compile(text, &batch);
  struct encoded keys = encode(layout, &batch, (struct settings){.side = GUARD_END});
  rowkey_decoder *decoder = rowkey_decoder_create(layout, NULL);
  const rowkey_decoded columns[2] = {{.data = NULL}, {.data = NULL}};
  rowkey_error error;
  const rowkey_keys all = rowkey_keys_of_offsets(keys.keys, keys.offsets, MANY);
  CHECK(rowkey_decode(decoder, &all, columns, 2, &error) == ROWKEY_OK, "%s: %s", text, error.text);
  allocations_allowed = 0;
  const rowkey_status status = rowkey_decode(decoder, &all, columns, 2, &error);
  allocations_allowed = SIZE_MAX;
  CHECK(status == ROWKEY_OK, "%s: %s", text, error.text);
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
}

static void test_usual_keys_without_memory(void) {
  decode_usual_keys_without_memory("{name}|{id:u64}");
  decode_usual_keys_without_memory("{name:~64s}{id:u64}");
  decode_usual_keys_without_memory("{name:x}|{id}");
  decode_usual_keys_without_memory("{name:esc}{id}");
  decode_usual_keys_without_memory("{id:010d}{reverse(name:64s):~x}");
  decode_usual_keys_without_memory("{reverse(id:010d, name)}");
}

/* The last of them encodes again what it has read, to check the hash. */
static void test_long_keys_without_memory(void) {
  decode_long_keys_without_memory("{name:esc}{id}", 2);
  decode_long_keys_without_memory("{md5(name, id) % 10:u8}{name:esc}{id}", 3);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"a decoder that finds no memory is not made", test_creation_without_memory},
      {"arguments that make no sense are refused", test_arguments},
      {"keys larger than any memory are refused", test_too_many_keys},
      {"keys in which nothing stands need no columns", test_nothing_to_decode},
      {"text is not written past its room", test_space},
      {"keys that are not long need no other memory", test_usual_keys_without_memory},
      {"long keys that find no memory are refused", test_long_keys_without_memory},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
