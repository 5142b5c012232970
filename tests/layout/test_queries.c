/* What the queries of a compiled layout report. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"

static struct batch columns(void) {
  struct batch batch = {.rows = 2};
  add_u64(&batch, "u", (const uint64_t[]){0, UINT64_MAX});
  add_i64(&batch, "i", (const int64_t[]){INT64_MIN, INT64_MAX});
  add_text(&batch, "t", (const char *[]){"abc", "defgh"});
  add_u64(&batch, "unused", (const uint64_t[]){0, 0});
  add_f64(&batch, "f", (const double[]){0, 1});
  add_f32(&batch, "g", (const float[]){0, 1});
  return batch;
}

static void test_key_width(void) {
  static const struct {
    const char *text;
    size_t width;
  } cases[] = {
      {"abc", 3},
      {"{u:020d}{{{u:u24}", 24},
      {"{md5(t)}{md5(t):x}{t:5s}{u % 3:a}{i:i16}", 56},
      {"{md5(t, u) % 7:03x}", 3},
      {"{12345}{-1}{\"x\"}", 8},
      {"{u:u24le}{i:i56be}{u:~i40}{u:~04X}", 19},
      {"{f}{g}{f:f32}{g:~f64}", 24},
      {"{murmur3_128(t)}{md5(t):039d}{md5(t):X}{abs(md5(u)):032x}", 119},
      {"{reverse(u:u64, \"ab\", f)}{reverse(md5(t)):x}{reverse(u:u8):~4s}{\"ab\":mem}{\"\\x00\":esc}", 67},
      {"{md5(rest) % 10:01d}{h31(rest):i32}{u:u64}", 13},
      {"{coalesce(t, \"none\"):7s}{coalesce(u, 1):u16}{coalesce(f, 1)}", 17},
      {"{md5(t):d}", ROWKEY_NONE},
      {"{t:esc}{t:mem}", ROWKEY_NONE},
      {"{reverse(t)}", ROWKEY_NONE},
      {"{coalesce(t, \"none\")}", ROWKEY_NONE},
      {"{u:~d}", ROWKEY_NONE},
      {"{u}", ROWKEY_NONE},
      {"{t}", ROWKEY_NONE},
      {"{u:x}", ROWKEY_NONE},
      {"{u:u64}{t:x}", ROWKEY_NONE},
  };
  struct batch batch = columns();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    CHECK(rowkey_layout_key_width(layout) == cases[i].width, "%s: %zu", cases[i].text,
          rowkey_layout_key_width(layout));
    rowkey_layout_free(layout);
  }
}

static void test_uses(void) {
  static const struct {
    const char *text;
    const char *used; /* a letter for each of u i t */
  } cases[] = {{"abc", ""},
               {"{u}", "u"},
               {"{md5(t)}", "t"},
               {"{md5(u, t):x}{i:i64}", "uit"},
               {"{u % 7 + i}", "ui"},
               {"{md5(u) % 9}", "u"},
               {"{md5(i)}", "i"},
               {"{md5(md5(t:x))}", "t"},
               {"{t:x}", "t"},
               {"{-i:i64}", "i"},
               {"{random() % 2}", ""},
               {"{abs(floormod(i, 3))}", "i"},
               {"{truncate(u, 60)}|{reverse_time(i)}", "ui"},
               {"{int32(u & i)}", "ui"},
               {"{reverse(t, u:u8)}", "ut"},
               {"{coalesce(t, \"\"):esc}", "t"},
               {"{h31(\"x\", start=int32(i))}", "i"},
               {"{md5(rest):x}{t}", "t"},
               {"{md5(rest):x}{u * 0}", "u"},
               {"{t:mem}{t:~esc}", "t"}};
  struct batch batch = columns();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    for (size_t column = 0; column < 3; column++)
      CHECK(rowkey_layout_uses(layout, column) == (strchr(cases[i].used, "uit"[column]) != NULL),
            "%s: column %zu", cases[i].text, column);
    CHECK(!rowkey_layout_uses(layout, 3) && !rowkey_layout_uses(layout, 4), "%s: unused columns",
          cases[i].text);
    rowkey_layout_free(layout);
  }
}

/* `bytes` lists all that can occur, with - for ranges; NULL for every byte. */
static bool listed(const char *bytes, size_t size, unsigned byte) {
  for (size_t i = 0; i < size; i++) {
    unsigned low = (unsigned char)bytes[i], high = low;
    if (i + 2 < size && bytes[i + 1] == '-') {
      high = (unsigned char)bytes[i + 2];
      i += 2;
    }
    if (byte >= low && byte <= high) return true;
  }
  return bytes == NULL;
}

static void test_may_hold(void) {
#define BYTES(text) text, sizeof(text) - 1
  static const struct {
    const char *text;
    const char *hold; /* of any columns */
    size_t hold_size;
    const char *add; /* of columns that do not hold the byte */
    size_t add_size;
  } cases[] = {
      {"a\\x00z", BYTES("az\0"), BYTES("az\0")},
      {"{u}", BYTES("0-9"), BYTES("0-9")},
      {"{u:07d}|", BYTES("0-9|"), BYTES("0-9|")},
      {"{i}", BYTES("0-9-"), BYTES("0-9-")},
      {"{i * 0}", BYTES("0-9"), BYTES("0-9")},
      {"{u:04x}{u:x}", BYTES("0-9a-f"), BYTES("0-9a-f")},
      {"{t:x}", BYTES("0-9a-f"), BYTES("0-9a-f")},
      {"{md5(u):x}", BYTES("0-9a-f"), BYTES("0-9a-f")},
      {"{md5(u)}", NULL, 0, NULL, 0},
      {"{u:u8}", NULL, 0, NULL, 0},
      {"{i:i64}", NULL, 0, NULL, 0},
      {"{u % 4:a}", BYTES("a-d"), BYTES("a-d")},
      {"{u:a}", BYTES("a-z"), BYTES("a-z")},
      {"{u % 10:u8}", BYTES("\0-\x09"), BYTES("\0-\x09")},
      {"{u % 10 + 65:u16}", BYTES("\0A-J"), BYTES("\0A-J")},
      {"{u % 2 + 255:u16}", BYTES("\0\x01\xff"), BYTES("\0\x01\xff")},
      {"{u % 1000:u32}", NULL, 0, NULL, 0},
      {"{u % 4 * 64:u8}", BYTES("\0@\x80\xc0"), BYTES("\0@\x80\xc0")},
      {"{u % 3:~u16}", BYTES("\xfd-\xff"), BYTES("\xfd-\xff")},
      {"{u & 3:u24le}", BYTES("\0-\x03"), BYTES("\0-\x03")},
      {"{i % 3:i16}", BYTES("\0-\x02\x7f\x80\xfe\xff"), BYTES("\0-\x02\x7f\x80\xfe\xff")},
      {"{t}|", NULL, 0, BYTES("|")},
      {"{t:8s}", NULL, 0, BYTES("\0")},
      {"{t}\\x0a", NULL, 0, BYTES("\n")},
      {"{u:X}|{t:X}", BYTES("0-9A-F|"), BYTES("0-9A-F|")},
      {"{u:~02d}", BYTES("\xc6-\xcf"), BYTES("\xc6-\xcf")},
      {"{i:~d}", BYTES("\xc6-\xcf\xd2"), BYTES("\xc6-\xcf\xd2")},
      {"{u % 10:u16le}", BYTES("\0-\x09"), BYTES("\0-\x09")},
      {"{t:~s}", NULL, 0, NULL, 0},
      {"{t:esc}", NULL, 0, BYTES("\0\x01\xff")},
      {"{t:mem}", NULL, 0, BYTES("\0\xf7-\xff")},
      {"{reverse(t, \"|\", u)}", NULL, 0, BYTES("0-9|")},
      {"{coalesce(t, \"no\")}", NULL, 0, BYTES("no")},
      {"{lower(t)}", BYTES("\0-@[-\xff"), BYTES("a-z")},
      {"{upper(reverse(t, \"|ab\"))}", BYTES("\0-`{-\xff"), BYTES("A-Z|")},
      {"{prefix(coalesce(t, \"no\"), 1)}", NULL, 0, BYTES("no")},
      {"{reverse_labels(t, \".\")}", NULL, 0, BYTES("")},
      {"{utf16le(t)}", NULL, 0, NULL, 0},
      {"{t:u16s}", NULL, 0, NULL, 0},
      {"{t:9s(\" \")}", NULL, 0, BYTES(" ")},
      {"{t:09s}", NULL, 0, BYTES("0")},
      {"{length(prefix(t, 9)):02d}", BYTES("0-9"), BYTES("0-9")},
      {"{md5(t):039d}{md5(t):d}", BYTES("0-9"), BYTES("0-9")},
      {"{f}", NULL, 0, NULL, 0},
  };
  struct batch batch = columns();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    for (unsigned byte = 0; byte < 256; byte++) {
      CHECK(rowkey_layout_may_contain_byte(layout, (uint8_t)byte) ==
                listed(cases[i].hold, cases[i].hold_size, byte),
            "%s: byte %02x", cases[i].text, byte);
      CHECK(rowkey_layout_may_introduce_byte(layout, (uint8_t)byte) ==
                listed(cases[i].add, cases[i].add_size, byte),
            "%s: byte %02x beyond the columns", cases[i].text, byte);
    }
    rowkey_layout_free(layout);
  }
}

static void test_bound(void) {
  static const struct {
    const char *text;
    uint64_t bound; /* of two rows with 3 and 5 bytes of text */
  } cases[] = {
      {"abc", 6},
      {"{u:020d}", 40},
      {"{u}", 40},
      {"{i}", 40},
      {"{i}:{i:i64}", 58},
      {"{u % 1000}", 6},
      {"{-(u % 9)}", 4},
      {"{t}", 8},
      {"{t:x}", 16},
      {"{t}|{t:x}|{u:x}", 60},
      {"{i % 100:x}", 4},
      {"{u % 17:x}", 4},
      {"{md5(t)}{t}", 40},
      {"{md5(t):d}", 78},
      {"{t:esc}", 20},
      {"{t:mem}", 27},
      {"{reverse(t, u:u8)}", 10},
      {"{coalesce(t, \"longest\")}", 22},
      {"{t:~x}", 16},
      {"{u:~d}", 40},
      {"{f}{g}", 24},
      {"{u % 1000:X}", 6},
      {"{reverse(t):esc}", 20},
  };
  struct batch batch = columns();
  const rowkey_batch rows = rowkey_batch_of(batch.values, batch.count, 2);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    uint64_t bound = rowkey_encode_bound(layout, &rows);
    CHECK(bound == cases[i].bound, "%s: %" PRIu64, cases[i].text, bound);
    rowkey_layout_free(layout);
  }
}

/* Strings may overlap, so that few bytes make more keys than memory can hold. */
static void test_bound_that_passes_memory(void) {
  struct batch batch = {.rows = 3};
  add_text(&batch, "t", (const char *[]){"", "", ""});
  const size_t half = SIZE_MAX / 2 + 1;
  const uint64_t begin[3] = {0};
  const uint64_t end[3] = {half, half, 0};
  batch.values[0] = rowkey_values_of_spans(ROWKEY_KIND_TEXT, NULL, half, begin, end, 3);
  const rowkey_batch one = rowkey_batch_of(batch.values, 1, 1), two = rowkey_batch_of(batch.values, 1, 2),
                     all = rowkey_batch_of(NULL, 1, SIZE_MAX);
  rowkey_layout *layout = compile("{t}", &batch);
  CHECK(rowkey_encode_bound(layout, &one) == half, "one row");
  CHECK(rowkey_encode_bound(layout, &two) == SIZE_MAX, "two rows");
  rowkey_layout_free(layout);
  layout = compile("{t:x}", &batch);
  CHECK(rowkey_encode_bound(layout, &one) == SIZE_MAX, "one row in hex");
  rowkey_layout_free(layout);
  layout = compile("{\"x\":32767s}", &batch);
  CHECK(rowkey_encode_bound(layout, &all) == SIZE_MAX, "all rows there are");
  rowkey_layout_free(layout);
}

static void test_terminator(void) {
  const rowkey_column id = {.name = "id", .type = ROWKEY_U64};
  rowkey_layout *layout = rowkey_layout_compile_with_terminator("{id:03d}", 8, "\r\n", 2, &id, 1, NULL);
  CHECK(layout != NULL && rowkey_layout_key_width(layout) == 5, "the width counts the terminator");
  rowkey_layout_free(layout);
  rowkey_error error;
  layout = rowkey_layout_compile_with_terminator("{id:03d}", 8, NULL, 2, &id, 1, &error);
  CHECK(layout == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "a terminator of bytes that are not there");
}

/* Columns that the caller does not name. */
static void test_implied(void) {
  static const struct {
    const char *text;
    const char *columns; /* i: the i64 that is known; then name and type of each other */
  } cases[] = {
      {"abc", "i"},
      {"{i:u64}", "i"},
      {"{md5(host) % 1000:03d}|{host}|{ts:u64}", "i host:text ts:i64"},
      {"{scaled(price, 100):i64}{id % 7}", "i price:f64 id:i64"},
      {"{user.name:mem}{i + n}", "i user.name:text n:i64"},
      {"{ts + 18446744069414584320 - 18446744069414584320:u64}|{host}", "i ts:u64 host:text"},
      {"{id * 3:i64}{flag * 9223372036854775808 / 9223372036854775808:u8}", "i id:i64 flag:u64"},
      {"{n:~i64}{n + 18446744069414584320}", "i n:u64"},
      {"{(n) + 1:i64}{( (`a b`))}", "i n:i64 a b:text"},
      {"{i + 18446744069414584320}{n % 7}", NULL}, /* the caller's columns stay as they are */
      {"{md5(n) % 10:d}{n:05d}", NULL},
      {"{year(ts)}", NULL},
      {"{x + \"a\"}", NULL},
  };
  static const char *const types[] = {"", "u64", "i64", "text", "f64", "f32"};
  const rowkey_column known = rowkey_column_of("i", ROWKEY_I64);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_error error;
    rowkey_layout *layout =
        rowkey_layout_compile_with_implied_columns(cases[i].text, strlen(cases[i].text), &known, 1, &error);
    CHECK((layout == NULL) == (cases[i].columns == NULL), "%s: %s", cases[i].text,
          layout == NULL ? error.text : "compiled");
    if (layout == NULL) continue;
    size_t count;
    const rowkey_column *columns = rowkey_layout_columns(layout, &count);
    char list[100] = "i";
    for (size_t k = 1; k < count; k++)
      snprintf(list + strlen(list), sizeof list - strlen(list), " %s:%s", columns[k].name,
               types[columns[k].type]);
    CHECK(strcmp(list, cases[i].columns) == 0 && strcmp(columns[0].name, "i") == 0, "%s: %s", cases[i].text,
          list);
    rowkey_layout_free(layout);
  }
}

/* As of a template that did not compile. */
static void test_no_layout(void) {
  struct batch batch = columns();
  CHECK(rowkey_layout_key_width(NULL) == ROWKEY_NONE, "a width");
  CHECK(!rowkey_layout_uses(NULL, 0), "a column in use");
  CHECK(!rowkey_layout_may_contain_byte(NULL, 'a') && !rowkey_layout_may_introduce_byte(NULL, 'a'), "a byte");
  CHECK(rowkey_layout_recovery(NULL, 0) == ROWKEY_UNUSED, "a column that comes back");
  const rowkey_batch rows = rows_of(&batch);
  size_t count = 1;
  CHECK(rowkey_layout_columns(NULL, &count) == NULL && count == 0, "columns");
  CHECK(rowkey_encode_bound(NULL, &rows) == 0, "bytes of keys");
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"the width of keys", test_key_width},
      {"the columns in use", test_uses},
      {"the bytes that keys may hold", test_may_hold},
      {"keys that end in a terminator", test_terminator},
      {"the room that keys need", test_bound},
      {"the room that nobody has", test_bound_that_passes_memory},
      {"columns that the template implies", test_implied},
      {"no layout", test_no_layout},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
