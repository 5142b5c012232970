/* The constructors of the public headers, in what C and C++ have in common: each sets what it is given, and
 * leaves all other members 0. The test of the recipes compiles this file as both. It needs no library. */
#define ROWKEY_EXPERIMENTAL
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

#define TAG(kind, form, detail) ROWKEY_TAG(ROWKEY_KIND_##kind, ROWKEY_FORM_##form, detail)

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
  EXPECT(rowkey_values, rowkey_values_of_width(ROWKEY_KIND_TEXT, text, 3, 2), want.data = text, want.size = 6,
         want.width = 3, want.rows = 2, want.tag = TAG(TEXT, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_of_offsets(ROWKEY_KIND_BYTES, text, 6, offsets, 2), want.data = text,
         want.size = 6, want.begin = offsets, want.end = offsets + 1, want.rows = 2,
         want.tag = TAG(BYTES, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_of_offsets32(ROWKEY_KIND_KEPT, text, 6, offsets32, 2), want.data = text,
         want.size = 6, want.offsets32 = offsets32, want.rows = 2, want.tag = TAG(KEPT, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_with_nulls(rowkey_u64s(offsets, 3), bits, 5), want.data = offsets,
         want.rows = 3, want.tag = TAG(INTEGER, U64, 0), want.validity = bits, want.validity_offset = 5);
  const rowkey_values none = rowkey_nulls(7);
  EXPECT(rowkey_batch, rowkey_batch_of(&none, 1, 7), want.columns = &none, want.column_count = 1,
         want.rows = 7);
  EXPECT(rowkey_batch, rowkey_batch_from(rowkey_batch_of(&none, 1, 7), 9), want.columns = &none,
         want.column_count = 1, want.rows = 7, want.first_row = 9, want.numbering = ROWKEY_ROWS_FROM);
}

/* Without offsets there are no texts; a size that is not 0 says that the offsets were forgotten. */
static void columns_without_offsets(void) {
  EXPECT(rowkey_values, rowkey_values_of_offsets(ROWKEY_KIND_TEXT, NULL, 0, NULL, 0),
         want.tag = TAG(TEXT, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_of_offsets32(ROWKEY_KIND_TEXT, NULL, 0, NULL, 0),
         want.tag = TAG(TEXT, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text, 6, NULL, 2), want.data = text,
         want.size = 6, want.rows = 2, want.tag = TAG(TEXT, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_of_offsets32(ROWKEY_KIND_TEXT, text, 6, NULL, 2), want.data = text,
         want.size = 6, want.rows = 2, want.tag = TAG(TEXT, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text, 0, NULL, 2), want.data = text,
         want.size = 2, want.rows = 2, want.tag = TAG(TEXT, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_of_offsets32(ROWKEY_KIND_TEXT, text, 0, NULL, 2), want.data = text,
         want.size = 2, want.rows = 2, want.tag = TAG(TEXT, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_of_width(ROWKEY_KIND_TEXT, text, SIZE_MAX / 2, 3), want.data = text,
         want.size = SIZE_MAX, want.width = SIZE_MAX / 2, want.rows = 3, want.tag = TAG(TEXT, NONE, 0));
  if (rowkey_advised_peak(NULL) != 0) failures++;
}

#define EXPECT_NUMBERS(constructor, type, kind, form)                                  \
  do {                                                                                 \
    static const type numbers[] = {1, 0};                                              \
    EXPECT(rowkey_values, constructor(numbers, 2), want.data = numbers, want.rows = 2, \
           want.tag = TAG(kind, form, 0));                                             \
  } while (0)

static void columns_with_tags(void) {
  static const int64_t counts[] = {1, 2};
  EXPECT_NUMBERS(rowkey_i8s, int8_t, INTEGER, I8);
  EXPECT_NUMBERS(rowkey_i16s, int16_t, INTEGER, I16);
  EXPECT_NUMBERS(rowkey_i32s, int32_t, INTEGER, I32);
  EXPECT_NUMBERS(rowkey_i64s, int64_t, INTEGER, I64);
  EXPECT_NUMBERS(rowkey_u8s, uint8_t, INTEGER, U8);
  EXPECT_NUMBERS(rowkey_u16s, uint16_t, INTEGER, U16);
  EXPECT_NUMBERS(rowkey_u32s, uint32_t, INTEGER, U32);
  EXPECT_NUMBERS(rowkey_u64s, uint64_t, INTEGER, U64);
  EXPECT_NUMBERS(rowkey_f32s, float, FLOAT, F32);
  EXPECT_NUMBERS(rowkey_f64s, double, FLOAT, F64);
  EXPECT_NUMBERS(rowkey_dates, int32_t, DATE, I32);
  EXPECT_NUMBERS(rowkey_bools, bool, BOOL, U8);
  EXPECT(rowkey_values, rowkey_instants(counts, ROWKEY_SECONDS, 2), want.data = counts, want.rows = 2,
         want.tag = TAG(INSTANT, I64, ROWKEY_SECONDS));
  EXPECT(rowkey_values, rowkey_decimals(counts, 18, 2), want.data = counts, want.rows = 2,
         want.tag = TAG(DECIMAL, I64, 18));
  EXPECT(rowkey_values, rowkey_kept_numbers(ROWKEY_I64, counts, 2), want.data = counts, want.rows = 2,
         want.tag = TAG(KEPT, I64, 0));
  EXPECT(rowkey_values, rowkey_nulls(2), want.rows = 2, want.tag = TAG(NULL, NONE, 0));
  EXPECT(rowkey_values, rowkey_values_of_spans(ROWKEY_KIND_UUID, text, 6, offsets, ends, 2), want.data = text,
         want.size = 6, want.begin = offsets, want.end = ends, want.rows = 2, want.tag = TAG(UUID, NONE, 0));
}

static void values(void) {
  EXPECT(rowkey_value, rowkey_value_u64(UINT64_MAX), want.as.u64 = UINT64_MAX,
         want.tag = TAG(INTEGER, U64, 0));
  EXPECT(rowkey_value, rowkey_value_i64(-7), want.as.i64 = -7, want.tag = TAG(INTEGER, I64, 0));
  EXPECT(rowkey_value, rowkey_value_f64(0.5), want.as.f64 = 0.5, want.tag = TAG(FLOAT, F64, 0));
  EXPECT(rowkey_value, rowkey_value_f32(0.5F), want.as.f32 = 0.5F, want.tag = TAG(FLOAT, F32, 0));
  EXPECT(rowkey_value, rowkey_value_date(-7), want.as.i64 = -7, want.tag = TAG(DATE, I64, 0));
  EXPECT(rowkey_value, rowkey_value_bool(true), want.as.u64 = 1, want.tag = TAG(BOOL, U64, 0));
  EXPECT(rowkey_value, rowkey_value_instant(-7, ROWKEY_NANOSECONDS), want.as.i64 = -7,
         want.tag = TAG(INSTANT, I64, ROWKEY_NANOSECONDS));
  EXPECT(rowkey_value, rowkey_value_decimal(-7, -2), want.as.i64 = -7, want.tag = TAG(DECIMAL, I64, -2));
  EXPECT(rowkey_value, rowkey_value_text(text, 3), want.as.text = text, want.size = 3,
         want.tag = TAG(TEXT, NONE, 0));
  EXPECT(rowkey_value, rowkey_value_bytes(text, 3), want.as.text = text, want.size = 3,
         want.tag = TAG(BYTES, NONE, 0));
  EXPECT(rowkey_value, rowkey_value_of_kind(ROWKEY_KIND_KEPT, text, 3), want.as.text = text, want.size = 3,
         want.tag = TAG(KEPT, NONE, 0));
  EXPECT(rowkey_value, rowkey_value_null(), want.is_null = true, want.tag = TAG(NULL, NONE, 0));
  const rowkey_value value = rowkey_value_null();
  EXPECT(rowkey_record, rowkey_record_of(&value, 1), want.values = &value, want.count = 1);
  EXPECT(rowkey_record, rowkey_record_from(rowkey_record_of(&value, 1), 9), want.values = &value,
         want.count = 1, want.row = 9, want.numbering = ROWKEY_ROWS_FROM);
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
  EXPECT(rowkey_key_buffer, rowkey_key_buffer_of(room, 8), want.data = room, want.capacity = 8);
  EXPECT(rowkey_key_buffer, rowkey_key_buffer_with_offsets(room, 8, limits), want.data = room,
         want.capacity = 8, want.offsets = limits);
  EXPECT(rowkey_key_buffer, rowkey_key_buffer_with_offsets32(room, 8, limits32), want.data = room,
         want.capacity = 8, want.offsets32 = limits32);
  EXPECT(rowkey_decoded, rowkey_decoded_u64s(limits, 2), want.data = limits,
         want.tag = rowkey_kept_tag(ROWKEY_U64), want.rows = 2);
  EXPECT(rowkey_decoded, rowkey_decoded_text(room, 8, limits, 2), want.data = room, want.capacity = 8,
         want.offsets = limits, want.tag = rowkey_kept_tag(ROWKEY_TEXT), want.rows = 2);
  EXPECT(rowkey_decoded, rowkey_decoded_text32(room, 8, limits32, 2), want.data = room, want.capacity = 8,
         want.offsets32 = limits32, want.tag = rowkey_kept_tag(ROWKEY_TEXT), want.rows = 2);
}

static void pictures(void) {
  static rowkey_load_report report;
  EXPECT(rowkey_pictured, rowkey_pictured_of(text, &report), want.layout = text, want.report = &report);
  EXPECT(rowkey_rows_seen, rowkey_rows_seen_of(text, 7, 3, 9), want.source = text, want.rows = 7,
         want.writers = 3, want.window = 9);
}

int main(void) {
  columns();
  columns_without_offsets();
  columns_with_tags();
  values();
  keys();
  pictures();
  if (ROWKEY_VERSION_NUMBER !=
      ROWKEY_VERSION_MAJOR * 10000 + ROWKEY_VERSION_MINOR * 100 + ROWKEY_VERSION_PATCH)
    failures++;
  return failures == 0 ? 0 : 1;
}
