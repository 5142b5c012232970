/* rowkey_encode_row beside a batch of that one row, over random layouts of what the steps of a single row
 * know: the same keys, the same errors, and not a byte outside of the room that the bound says. The values
 * are those at which numbers, digits and fields end. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "encode/encoder.h"
#include "testing.h"

enum { ROWS = 40, TEXT_SIZE = 70, WIDTH = 5 /* of the column w */, ROOM = 4096 };

/* ---- Templates ------------------------------------------------------------------------------- */

static char template_text[8192];
static size_t template_size;

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int size =
      vsnprintf(template_text + template_size, sizeof template_text - template_size, format, arguments);
  va_end(arguments);
  template_size += (size_t)size;
  CHECK(template_size < sizeof template_text, "a template that is too long");
}

#define ONE_OF(...) \
  ((const char *const[]){__VA_ARGS__}[random_below(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))])

/* Numbers beside which something ends. */
static uint64_t edge(void) {
  uint64_t power = 1;
  switch (random_below(5)) {
    case 0:
      return random_below(100);
    case 1:
      return UINT64_MAX - random_below(3);
    case 2:
      return (UINT64_C(1) << 63) - 2 + random_below(5);
    case 3:
      for (uint64_t digits = random_below(20); digits > 0; digits--) power *= 10;
      return power - 1 + random_below(3);
    default:
      return random_u64() >> random_below(64);
  }
}

static void put_argument(unsigned depth);

static void put_arguments(unsigned depth) {
  put_argument(depth);
  if (random_below(2) == 0) return;
  put(", ");
  put_argument(depth);
}

static void put_number(unsigned depth) {
  switch (random_below(depth == 0 ? 3 : 11)) {
    case 0:
      put("u");
      return;
    case 1:
      put("i");
      return;
    case 2:
      put("%s", ONE_OF("u", "i", "random()", "7"));
      return;
    case 3:
      put("(%" PRIu64 " - ", edge());
      put_number(depth - 1);
      put(")");
      return;
    case 4:
      put("%s(", ONE_OF("java_hash", "h31", "murmur2", "murmur3_32", "crc32c", "xxh64", "xxh3"));
      put_arguments(depth - 1);
      put(")");
      return;
    case 5:
      put("md5(");
      put_arguments(depth - 1);
      put(", half=%s)", ONE_OF("first", "second"));
      return;
    case 6:
      put("(md5(");
      put_arguments(depth - 1);
      put(") %% %" PRIu64 ")", edge());
      return;
    case 7:
      put("%s(", ONE_OF("floormod", "truncate"));
      put_number(depth - 1);
      put(", %" PRIu64 ")", edge());
      return;
    case 8:
      put("reverse_time(");
      put_number(depth - 1);
      put(")");
      return;
    default:
      put("(");
      put_number(depth - 1);
      put(" %s %" PRIu64 ")", ONE_OF("+", "-", "*", "&", "/", "%", "% -", "- u *", "& i +"), edge());
      return;
  }
}

static void put_format_of_number(void) {
  put(":%s", ONE_OF("", "", "", "~"));
  const unsigned bits = 8 * (1 + (unsigned)random_below(8));
  switch (random_below(5)) {
    case 0:
      put("d");
      return;
    case 1:
      put("0%ud", 1 + (unsigned)random_below(20));
      return;
    case 2:
      put("0%u%s", 1 + (unsigned)random_below(16), ONE_OF("x", "X"));
      return;
    default:
      put("%s%u%s", ONE_OF("u", "i"), bits, ONE_OF("", "", "le"));
      return;
  }
}

static void put_format_of_text(void) {
  put(":%s", ONE_OF("", "", "", "~"));
  if (random_below(2) == 0)
    put("s");
  else
    put("%us", 1 + (unsigned)random_below(12));
}

static void put_argument(unsigned depth) {
  switch (random_below(5)) {
    case 0:
      put("%s", ONE_OF("t", "w"));
      return;
    case 1:
      put("\"ab\"");
      return;
    case 2:
      put("%s", ONE_OF("t", "w"));
      put_format_of_text();
      return;
    default:
      put_number(depth);
      if (random_below(2) == 0) put_format_of_number();
      return;
  }
}

static void put_field(void) {
  put("{");
  switch (random_below(7)) {
    case 0:
      put("%s", ONE_OF("t", "w"));
      put_format_of_text();
      break;
    case 1:
      put("md5(");
      put_arguments(1);
      put("):%s", ONE_OF("s", "x", "X", "~s", "~x"));
      break;
    default:
      put_number(2);
      put_format_of_number();
      break;
  }
  put("}%s", ONE_OF("", "|", ":", "ab", "xyz012345678"));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* One encoder for each way, so that nothing that one leaves behind serves the other. */
struct pair {
  const rowkey_layout *layout;
  rowkey_encoder *row, *batch;
};

struct result {
  rowkey_status status;
  rowkey_error error;
  uint8_t *key; /* before a page that faults */
  size_t length;
};

static struct result encode_row(const struct pair *pair, const rowkey_record *record, uint8_t *key,
                                size_t capacity) {
  struct result result = {.key = key};
  result.status = rowkey_encode_row(pair->row, record, key, capacity, &result.length, &result.error);
  return result;
}

static struct result encode_batch(const struct pair *pair, const rowkey_values *columns, uint64_t row,
                                  uint8_t *key, size_t capacity) {
  struct result result = {.key = key};
  uint64_t offsets[2] = {0};
  const rowkey_batch batch = rowkey_batch_from(rowkey_batch_of(columns, 4, 1), row);
  const rowkey_key_buffer buffer = {.data = key, .capacity = capacity, .offsets = offsets};
  result.status = rowkey_encode(pair->batch, &batch, &buffer, NULL, &result.error);
  result.length = (size_t)offsets[1];
  return result;
}

static rowkey_values column_of(const rowkey_value *value, bool is_text) {
  static const uint8_t null = 0;
  const rowkey_values values = is_text
                                   ? rowkey_values_of_width(ROWKEY_KIND_KEPT, value->as.text, value->size, 1)
                                   : rowkey_values_of_tag(value->tag, &value->as, 1);
  return rowkey_values_with_nulls(values, value->is_null ? &null : NULL, 0);
}

static void check_row(const struct pair *pair, uint8_t *end_of_rows, uint8_t *end_of_batches) {
  char text[TEXT_SIZE];
  const size_t size = random_below(random_below(4) == 0 ? TEXT_SIZE : 12);
  for (size_t i = 0; i < size; i++)
    text[i] = random_below(40) == 0 ? (char)random_u64() : "abcxyz|0"[random_below(8)];
  const uint64_t i64 = random_below(2) == 0 ? edge() : 0 - edge();
  rowkey_value values[] = {
      rowkey_value_u64(edge()), rowkey_value_i64((int64_t)i64),
      rowkey_value_of_kind(ROWKEY_KIND_KEPT, text, size),
      rowkey_value_of_kind(ROWKEY_KIND_KEPT, "12345678", WIDTH - (random_below(50) == 0))};
  values[random_below(4)].is_null = random_below(50) == 0;
  const rowkey_values columns[] = {column_of(&values[0], false), column_of(&values[1], false),
                                   column_of(&values[2], true), column_of(&values[3], true)};
  const rowkey_record record = rowkey_record_from(rowkey_record_of(values, 4), edge());
  const rowkey_batch batch = rowkey_batch_of(columns, 4, 1);
  const size_t bound = rowkey_encode_bound(pair->layout, &batch);
  CHECK(bound + sizeof(uint64_t) <= ROOM, "%s needs %zu bytes", template_text, bound);
  uint8_t *const key = end_of_rows - bound;
  memset(key - sizeof(uint64_t), 0xa5, sizeof(uint64_t));
  const struct result one = encode_row(pair, &record, key, bound);
  const struct result all = encode_batch(pair, columns, record.row, end_of_batches - bound, bound);
  CHECK(one.status == all.status, "%s: %s%s", template_text, one.status == ROWKEY_OK ? "" : one.error.text,
        all.status == ROWKEY_OK ? "" : all.error.text);
  for (size_t i = 1; i <= sizeof(uint64_t); i++)
    CHECK(key[-(ptrdiff_t)i] == 0xa5, "%s: before the key", template_text);
  if (one.status != ROWKEY_OK) {
    CHECK(strcmp(one.error.text, all.error.text) == 0, "%s: %s", one.error.text, all.error.text);
    return;
  }
  CHECK(one.length == all.length && memcmp(one.key, all.key, one.length) == 0,
        "%s: u %" PRIu64 ", i %" PRId64 ", text of %zu bytes, row %" PRIu64, template_text, values[0].as.u64,
        values[1].as.i64, size, record.row);
  if (bound == 0) return;
  const struct result short_of_room = encode_row(pair, &record, key + 1, bound - 1);
  CHECK(short_of_room.status == ROWKEY_ERROR_SPACE && short_of_room.length == bound,
        "%s: %zu of %zu bytes are enough", template_text, bound - 1, bound);
}

static void test_random_layouts(void) {
  const rowkey_column schema[] = {rowkey_column_of("u", ROWKEY_U64), rowkey_column_of("i", ROWKEY_I64),
                                  rowkey_column_of("t", ROWKEY_TEXT), rowkey_column_of_width("w", WIDTH)};
  uint8_t *const end_of_rows = (uint8_t *)guarded(ROOM, GUARD_END) + ROOM;
  uint8_t *const end_of_batches = (uint8_t *)guarded(ROOM, GUARD_END) + ROOM;
  const size_t wanted = repetitions(3000);
  for (size_t planned = 0; planned < wanted;) {
    template_size = 0;
    for (uint64_t fields = 1 + random_below(4); fields > 0; fields--) put_field();
    const uint64_t seed = random_u64();
    rowkey_layout *layout = rowkey_layout_compile(template_text, template_size, schema, 4, NULL);
    if (layout == NULL) continue; /* that no row could be good of, or whose fields do not end */
    const struct pair pair = {layout, rowkey_encoder_create(layout, seed, NULL),
                              rowkey_encoder_create(layout, seed, NULL)};
    CHECK(pair.row != NULL && pair.batch != NULL, "no encoder");
    /* Without steps of its own a row is a batch. */
    const bool has_steps = pair.row->program != NULL;
    for (size_t i = 0; has_steps && i < ROWS; i++) check_row(&pair, end_of_rows, end_of_batches);
    planned += has_steps;
    rowkey_encoder_free(pair.row);
    rowkey_encoder_free(pair.batch);
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"a row by itself is as in a batch", test_random_layouts},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
