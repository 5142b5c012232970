/* The constructors of the public headers, in what C and C++ have in common: each sets what it is given, and
 * leaves all other members 0. The test of the recipes compiles this file as both. It needs no library. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(const char *what, const void *made, const void *expected, size_t size) {
  if (memcmp(made, expected, size) == 0) return;
  failures++;
  printf("%s makes another struct\n", what);
}

/* Compares what `constructor` makes with a struct of zeros whose members the statements set. */
#define EXPECT(type, constructor, ...)               \
  do {                                               \
    const type made = constructor;                   \
    type want;                                       \
    memset(&want, 0, sizeof want);                   \
    __VA_ARGS__;                                     \
    expect(#constructor, &made, &want, sizeof want); \
  } while (0)

static const char text[] = "abcdef";
static const uint64_t offsets[] = {0, 2, 6}, ends[] = {2, 6, 6};
static const uint32_t offsets32[] = {0, 2, 6};
static const uint8_t bits[] = {3};

static void columns(void) {
  EXPECT(rowkey_column, rowkey_column_of("id", ROWKEY_I64), want.name = made.name, want.type = ROWKEY_I64);
  EXPECT(rowkey_column, rowkey_column_of_width("id", 16), want.name = made.name, want.type = ROWKEY_TEXT,
         want.width = 16);
  EXPECT(rowkey_column, rowkey_column_of_time("ts", ROWKEY_MICROSECONDS), want.name = made.name,
         want.type = ROWKEY_I64, want.unit = ROWKEY_MICROSECONDS);
  EXPECT(rowkey_values, rowkey_values_of_numbers(offsets), want.data = offsets);
  EXPECT(rowkey_values, rowkey_values_of_width(text, 3, 2), want.data = text, want.size = 6, want.width = 3);
  EXPECT(rowkey_values, rowkey_values_of_offsets(text, offsets, 2), want.data = text, want.size = 6,
         want.begin = offsets, want.end = offsets + 1);
  EXPECT(rowkey_values, rowkey_values_of_offsets32(text, offsets32, 2), want.data = text, want.size = 6,
         want.offsets32 = offsets32);
  EXPECT(rowkey_values, rowkey_values_of_spans(text, 6, offsets, ends), want.data = text, want.size = 6,
         want.begin = offsets, want.end = ends);
  EXPECT(rowkey_values, rowkey_values_with_nulls(rowkey_values_of_numbers(offsets), bits, 5),
         want.data = offsets, want.validity = bits, want.validity_offset = 5);
  const rowkey_values none = rowkey_values_of_numbers(NULL);
  EXPECT(rowkey_batch, rowkey_batch_of(&none, 7), want.columns = &none, want.rows = 7);
}

static void values(void) {
  EXPECT(rowkey_value, rowkey_value_u64(UINT64_MAX), want.as.u64 = UINT64_MAX);
  EXPECT(rowkey_value, rowkey_value_i64(-7), want.as.i64 = -7);
  EXPECT(rowkey_value, rowkey_value_f64(0.5), want.as.f64 = 0.5);
  EXPECT(rowkey_value, rowkey_value_f32(0.5F), want.as.f32 = 0.5F);
  EXPECT(rowkey_value, rowkey_value_text(text, 3), want.as.text = text, want.size = 3);
  EXPECT(rowkey_value, rowkey_value_null(), want.is_null = true);
  const rowkey_value value = rowkey_value_null();
  EXPECT(rowkey_record, rowkey_record_of(&value), want.values = &value);
  EXPECT(rowkey_condition, rowkey_condition_of(3, ROWKEY_LESS, &value), want.column = 3,
         want.comparison = ROWKEY_LESS, want.values = &value, want.value_count = 1);
}

static void keys(void) {
  static char room[8];
  static uint64_t limits[3];
  static uint32_t limits32[3];
  EXPECT(rowkey_keys, rowkey_keys_of_width(text, 3, 2), want.data = text, want.width = 3, want.rows = 2);
  EXPECT(rowkey_keys, rowkey_keys_of_offsets(text, offsets, 2), want.data = text, want.offsets = offsets,
         want.rows = 2);
  EXPECT(rowkey_keys, rowkey_keys_of_offsets32(text, offsets32, 2), want.data = text,
         want.offsets32 = offsets32, want.rows = 2);
  EXPECT(rowkey_key_buffer, rowkey_key_buffer_of(room, 8), want.data = room, want.capacity = 8);
  EXPECT(rowkey_key_buffer, rowkey_key_buffer_with_offsets(room, 8, limits), want.data = room,
         want.capacity = 8, want.offsets = limits);
  EXPECT(rowkey_key_buffer, rowkey_key_buffer_with_offsets32(room, 8, limits32), want.data = room,
         want.capacity = 8, want.offsets32 = limits32);
  EXPECT(rowkey_decoded, rowkey_decoded_numbers(limits), want.data = limits);
  EXPECT(rowkey_decoded, rowkey_decoded_text(room, 8, limits), want.data = room, want.capacity = 8,
         want.offsets = limits);
  EXPECT(rowkey_decoded, rowkey_decoded_text32(room, 8, limits32), want.data = room, want.capacity = 8,
         want.offsets32 = limits32);
}

int main(void) {
  columns();
  values();
  keys();
  if (ROWKEY_VERSION_NUMBER !=
      ROWKEY_VERSION_MAJOR * 10000 + ROWKEY_VERSION_MINOR * 100 + ROWKEY_VERSION_PATCH)
    failures++;
  return failures == 0 ? 0 : 1;
}
