/* Reserved members that are not zero are refused, and the error names the struct and the member. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"

/* What a call reads: all of it is good until a test sets one reserved member. */
struct call {
  rowkey_column column;
  rowkey_values values;
  rowkey_batch batch;
  rowkey_key_buffer buffer;
  rowkey_value value;
  rowkey_record record;
  rowkey_keys keys;
  rowkey_decoded decoded;
  rowkey_condition condition;
  rowkey_splits splits;
  rowkey_layout *layout;
  rowkey_error error;
};

static const uint64_t number = 7, point_offsets[] = {0, 1};
static uint64_t decoded_number;
static uint8_t key[8] = {0, 0, 0, 0, 0, 0, 0, 7};

static void fill(struct call *call) {
  call->column = rowkey_column_of("id", ROWKEY_U64);
  call->values = rowkey_u64s(&number, 1);
  call->batch = rowkey_batch_of(&call->values, 1, 1);
  call->buffer = rowkey_key_buffer_of(key, sizeof key);
  call->value = rowkey_value_u64(7);
  call->record = rowkey_record_of(&call->value, 1);
  call->keys = rowkey_keys_of_width(key, sizeof key, 1);
  call->decoded = rowkey_decoded_u64s(&decoded_number, 1);
  call->condition = rowkey_condition_of(0, ROWKEY_EQUAL, &call->value);
  call->splits = (rowkey_splits){.count = 1, .bytes = "m", .offsets = point_offsets};
}

static rowkey_status compile(struct call *call) {
  rowkey_layout *layout = rowkey_layout_compile("{id:u64}", 8, &call->column, 1, &call->error);
  rowkey_layout_free(layout);
  return layout != NULL ? ROWKEY_OK : call->error.status;
}

static rowkey_status encode(struct call *call) {
  rowkey_encoder *encoder = rowkey_encoder_create(call->layout, 0, NULL);
  CHECK(encoder != NULL, "no encoder");
  const rowkey_status status = rowkey_encode(encoder, &call->batch, &call->buffer, NULL, &call->error);
  rowkey_encoder_free(encoder);
  return status;
}

static rowkey_status encode_row(struct call *call) {
  rowkey_encoder *encoder = rowkey_encoder_create(call->layout, 0, NULL);
  CHECK(encoder != NULL, "no encoder");
  size_t length;
  const rowkey_status status =
      rowkey_encode_row(encoder, &call->record, key, sizeof key, &length, &call->error);
  rowkey_encoder_free(encoder);
  return status;
}

static rowkey_status decode(struct call *call) {
  rowkey_decoder *decoder = rowkey_decoder_create(call->layout, NULL);
  CHECK(decoder != NULL, "no decoder");
  const rowkey_status status = rowkey_decode(decoder, &call->keys, &call->decoded, 1, &call->error);
  rowkey_decoder_free(decoder);
  return status;
}

static rowkey_status sketch(struct call *call) {
  rowkey_sketch *made = rowkey_sketch_create(0, NULL);
  CHECK(made != NULL, "no sketch");
  const rowkey_status status = rowkey_sketch_add(made, &call->keys, &call->error);
  rowkey_sketch_free(made);
  return status;
}

static rowkey_status sort_keys(struct call *call) {
  uint64_t order[1], memory[ROWKEY_SORT_BYTES_PER_ROW / sizeof(uint64_t)];
  return rowkey_sort(&call->keys, order, NULL, memory, sizeof memory, &call->error);
}

static rowkey_status gather(struct call *call) {
  static const uint64_t order[] = {0};
  return rowkey_gather(&call->keys, order, 1, &call->buffer, &call->error);
}

static rowkey_status find_ranges(struct call *call) {
  rowkey_ranges *ranges = rowkey_ranges_find(call->layout, &call->condition, 1, 0, &call->error);
  rowkey_ranges_free(ranges);
  return ranges != NULL ? ROWKEY_OK : call->error.status;
}

static rowkey_status create_router(struct call *call) {
  rowkey_router *router = rowkey_router_create(&call->splits, &call->error);
  rowkey_router_free(router);
  return router != NULL ? ROWKEY_OK : call->error.status;
}

static void expect_refused(rowkey_status (*run)(struct call *), struct call *call, const char *name,
                           uint64_t *reserved, size_t count) {
  call->error.status = ROWKEY_OK;
  CHECK(run(call) == ROWKEY_OK, "%s: %s", name, call->error.text);
  for (size_t i = 0; i < count; i++) {
    reserved[i] = 9;
    CHECK(run(call) == ROWKEY_ERROR_ARGUMENT, "%s: reserved[%zu] was taken", name, i);
    char expected[100];
    snprintf(expected, sizeof expected, "%s: reserved[%zu] is 9 (expected 0: this library is rowkey ", name,
             i);
    CHECK(strncmp(call->error.text, expected, strlen(expected)) == 0, "%s", call->error.text);
    CHECK(call->error.reserved[0] == 0 && call->error.reserved[1] == 0, "the error's own");
    reserved[i] = 0;
  }
}

#define EXPECT_REFUSED(run, call, member)                               \
  expect_refused(run, call, "rowkey_" #member, (call)->member.reserved, \
                 sizeof(call)->member.reserved / sizeof(uint64_t))

static void test_refused(void) {
  struct call call;
  fill(&call);
  call.layout = rowkey_layout_compile("{id:u64}", 8, &call.column, 1, NULL);
  CHECK(call.layout != NULL, "no layout");
  EXPECT_REFUSED(compile, &call, column);
  EXPECT_REFUSED(encode, &call, values);
  EXPECT_REFUSED(encode, &call, batch);
  expect_refused(encode, &call, "rowkey_key_buffer", call.buffer.reserved, 1);
  EXPECT_REFUSED(encode_row, &call, record);
  EXPECT_REFUSED(encode_row, &call, value);
  EXPECT_REFUSED(decode, &call, keys);
  EXPECT_REFUSED(decode, &call, decoded);
  EXPECT_REFUSED(sketch, &call, keys);
  EXPECT_REFUSED(sort_keys, &call, keys);
  EXPECT_REFUSED(gather, &call, keys);
  expect_refused(gather, &call, "rowkey_key_buffer", call.buffer.reserved, 1);
  EXPECT_REFUSED(find_ranges, &call, condition);
  EXPECT_REFUSED(find_ranges, &call, value);
  EXPECT_REFUSED(create_router, &call, splits);
  rowkey_layout_free(call.layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"reserved members that are not zero are refused by name", test_refused}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
