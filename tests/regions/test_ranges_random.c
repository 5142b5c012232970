/* Ranges of random layouts against all records of a small domain. */
#include <stdio.h>
#include <string.h>

#include "brute_force.h"
#include "testing.h"

static const rowkey_column columns[] = {{.name = "a", .type = ROWKEY_U64},
                                        {.name = "b", .type = ROWKEY_I64},
                                        {.name = "c", .type = ROWKEY_U64},
                                        {.name = "s", .type = ROWKEY_TEXT},
                                        {.name = "t", .type = ROWKEY_TEXT},
                                        {.name = "f", .type = ROWKEY_F64},
                                        {.name = "g", .type = ROWKEY_F32},
                                        {.name = "w", .type = ROWKEY_TEXT, .width = 2},
                                        {.name = "z", .type = ROWKEY_I64, .unit = ROWKEY_SECONDS}};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

static const char *const fields[] = {
    "{a:u8}",
    "{a:u16}",
    "{a:03d}",
    "{a:05d}",
    "{a}",
    "{a}|",
    "{a}!",
    "{a:x}:",
    "{a:02x}",
    "{a:~u16}",
    "{a:~03d}",
    "{a:u16le}",
    "{a:a}",
    "{a % 7:u8}",
    "{a / 3:u16}",
    "{a - a % 5:u16}",
    "{a % 5:u8}",
    "{truncate(a, 10):u16}",
    "{100 - a:u8}",
    "{105 - a:d}|",
    "{a * 3:u16}",
    "{a * 3 + 5:~u16}",
    "{a & 7:u8}",
    "{a >> 3:u16}{a & 7:u8}",
    "{b >> 2:i8}",
    "{a << 4:u16}",
    "{b << 2 | 1:i16}",
    "{a << 8 | c & 255:u32}",
    "{a | 4:u16}",
    "{c ^ 5:u16}",
    "{bit_reverse(c, 8):u8}",
    "{interleave(a, c, 8):u16}",
    "{interleave(a & 255, c, 8):u16}",
    "{interleave(c, a / 3, 10):~07d}",
    "{interleave(a, 7, 16):08x}",
    "{interleave(b + 100, 300 - a, 9):u24}",
    "{interleave(a + c, a, 10):u32le}",
    "{scaled(f, 10):i64}",
    "{scaled(g, 3, round=floor):i32}",
    "{interleave(scaled(f, 4), a, 8):u16}",
    "{1 << c % 8:u8}",
    "{md5(a):02x}",
    "{a / 8:u16}{a & 7:u8}",
    "{md5(a) % 8:d}|",
    "{md5(a, s) % 4:a}",
    "{md5(a) % 4:a}",
    "{md5(a) % 1000:03d}",
    "{random() % 3:a}",
    "{c:u8}",
    "{c}|",
    "{c:u32}",
    "{c % 3:u8}",
    "{c:04x}",
    "{interleave(a & 15, c & 7, b & 3, 4):u16}",
    "{interleave(a, c, 5, 8):~u24}",
    "{interleave(3, c & 3, 1, a & 3, 2):03d(\"0123456789abcdefghijklmnopqrstuvwxyz\")}",
    "{interleave(a, c, b, 20):u64}",
    "{c:03d(\"ABCDEFGHJK\")}",
    "{c:~04d(\"0123456\")}",
    "{c:02d(\"zyxwvutsrqponmlkjihgfedcba\")}",
    "{a:011d(\"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\")}",
    "{interleave(a & 15, c, 8):04d(\"0123456789bcdefghjkmnpqrstuvwxyz\")}",
    "{reverse(c:05d(\"0123456\"))}",
    "{b:i8}",
    "{b:i16}",
    "{b:i16be}",
    "{b:~i16be}",
    "{b:i64be}",
    "{b:i64}",
    "{b:~i32}",
    "{b:i16le}",
    "{b}",
    "{b}|",
    "{abs(b):u8}",
    "{b / 4:i8}",
    "{b * 2:i16}",
    "{-b:i16}",
    "{reverse_time(b):u64}",
    "{floormod(b, 4):u8}",
    "{b & 7:u8}",
    "{b / -3:i16be}",
    "{b - floormod(b, 10):i16}",
    "{floormod(b, 10):u8}",
    "{a + b:i16}",
    "{b % 3:i8}",
    "{int32(b):i32}",
    "{a * 256 + c:u32}",
    "{s}|",
    "{s}",
    "{s}\\x00",
    "{s}zz|",
    "{s}b",
    "{s}\\xff",
    "{s:4s}",
    "{s:~4s}",
    "{s:6s}",
    "{s:esc}",
    "{s:~esc}",
    "{s:esc(\"\\x00\\x01\", \"\\x00\\x00\")}",
    "{s:esc(\"\\x00\\xff\", \"\\x00\")}",
    "{s:esc(\"\\x00\\xff\", \"\\x00\")}|",
    "{s:~esc(\"\\x00\\xff\", \"\\x00\")}|",
    "{s:esc(\"\\x01\\x01\", \"\\x01\\x02\", \"\\x00\")}",
    "{s:esc(\"\\x01\\x01\", \"\\x01\\x02\", \"\")}",
    "{s:esc(\"\\x00\\xff\", \"\\x00\")}{b:varint(\"foundationdb\")}",
    "{s:~esc(\"\\x00\\xff\", \"\\x00\")}{b:~varint(\"foundationdb\")}",
    "{b:varint(\"foundationdb\")}",
    "{b:varint(\"cockroach\")}",
    "{b:varint(\"tikv\")}",
    "{b:~varint(\"cockroach\")}",
    "{b * 100:varint(\"cockroach\")}",
    "{a:varint(\"orderedcode\")}",
    "{s:mem}",
    "{s:~mem}",
    "{s:x}:",
    "{s:X}!",
    "{s:x}",
    "{s:~s}|",
    "{s:~s}\\x00",
    "{s:~x}",
    "{reverse(s)}",
    "{reverse(a:03d)}",
    "{reverse(s:esc, a:u8)}",
    "{coalesce(a, 5):u8}",
    "{coalesce(s, \"ab\")}|",
    "{coalesce(b, 3):i16}",
    "{md5(s) % 4:a}",
    "{md5(s)}",
    "{md5(s):x}",
    "{h31(s):i32}",
    "{t}|",
    "{t:4s}",
    "{t:esc}",
    "{t}",
    "{md5(t, s) % 3:u8}",
    "{f:f64}",
    "{f:f32}",
    "{f:~f64}",
    "{f:f64be}",
    "{f:~f64be}",
    "{g:f32be}",
    "{f:~f32}",
    "{g}",
    "{g:f64}",
    "{g:~f32}",
    "{coalesce(f, 1):f64}",
    "{abs(h31(rest) % 5):u8}",
    "{md5(rest) % 3:a}",
    "{md5(rest) % 70000:u24}",
    "{md5(b) % 6:u8}",
    "{md5(b, a) % 6:u8}",
    "{c % 4:u8}{c:u16}",
    "{md5(c) % 50:02d}{c:u16}",
    "{floormod(b, 7):u8}{b:i64}",
    "{a:i8be}",
    "{a:u64}",
    "{a:i64be}",
    "{md5(f) % 5:u8}",
    "{md5(a / 3, c / 50) % 9:u8}",
    "{md5(truncate(a, 10), s) % 7:a}",
    "{md5(b - floormod(b, 10)) % 7:u8}",
    "{md5(abs(b) / 2, a % 3) % 7:u8}",
    "{xxh64(year(z):u16, day_of_year(z):u16) % 9:u8}",
    "{xxh64(hour(z):u8, prefix(s, 1)) % 9:u8}",
    "{xxh64(prefix(t, 2), b >> 2) % 9:u8}",
    "{bit_reverse(a / 3 + 1, 8):u8}",
    "{jump(xxh64(truncate(z, 3600)), 5):u8}",
    "{month(z):02d}",
    "{a * c:u64}",
    "{a & c:u64}",
    "{6 & a:u8}",
    "{min(a, 9):u8}{a:u64}",
    "{bit_length(a):u8}{a:u64}",
    "{bit_length(b):u8}{a:u64}",
    "{between(b, -20, 11) + 20:u8}{a:u8}",
    "{xxh64(between(a, 3, 30) / 4) % 9:u8}",
    "{max(min(b, 30), -7):i8}",
    "{max(a, b):i64}",
    "{min(b + 3, 20 - b):i64}",
    "{b & 12:u8}",
    "{5 * b:i64}",
    "{b * 0 + a:i64}",
    "{a * c + b:i64}",
    "{(a & c) + b:i64}",
    "{a % (c + 1):u64}",
    "{floormod(b, 9) * -2:i8}",
    "{a / (c + 1):u64}",
    "{c - a * 2:i64}",
    "{b - b % 5:i64}",
    "{abs(b) % 5:u8}",
    "{abs(b) - a:i64}",
    "{coalesce(a, 5) * 2:u16}",
    "{int32(b * 3):i64}",
    "{reverse(a % 5:02d):x}",
    "{reverse(a % 20:d)}",
    "{reverse(a % 7:u8, \"k\"):~8s}",
    "{a:~d}|",
    "{lower(s)}|",
    "{upper(s):4s}",
    "{prefix(s, 2):2s}",
    "{prefix(s, 2):~2s}",
    "{prefix(s, 1)}|",
    "{prefix(s, 3):esc}",
    "{prefix(s, 2):x}:",
    "{prefix(coalesce(s, \"b\"), 2)}\\x00",
    "{slice(s, 1, 2):2s}",
    "{trim(s):mem}",
    "{trim(s, right)}|",
    "{trim(s, right, \"b\"):esc}",
    "{prefix(s, 2, characters):x}:",
    "{prefix(s, 1, characters):esc}",
    "{prefix(prefix(s, 2), 1, characters):2s}",
    "{prefix(w, 1, characters)}|",
    "{xxh64(prefix(s, 1, characters), prefix(t, 2)) % 9:u8}",
    "{reverse_labels(s, \"a\")}|",
    "{reverse_labels(s, \"b\"):esc}",
    "{utf16le(s):x}:",
    "{s:u8s}",
    "{s:~u16s}",
    "{s:4s(\"b\")}",
    "{s:~4s(\"\\xff\")}",
    "{s:04s}",
    "{t:u8s}",
    "{prefix(s, 2):u8s}",
    "{prefix(s, 3):4s(\" \")}",
    "{prefix(w, 1)}",
    "{upper(slice(w, 1, 1))}",
    "{length(s):u8}",
    "{length(prefix(s, 2)) * 3 + a:u64}",
    "{md5(lower(s)) % 5:a}",
    "{upper(prefix(t, 2)):2s}",
    "{a % 10:~d}",
    "{reverse_time(a) % 7:u8}",
    "{z:i64}",
    "{year(z):04d}",
    "{year(z):04d}{month(z):02d}",
    "{year(z):04d}{month(z):02d}{day(z):02d}",
    "{year(z)}-{month(z)}-{day(z)}|",
    "{year(z):~u16}{day_of_year(z):~u16}",
    "{quarter(z):u8}",
    "{month(z):02d}",
    "{day(z):02d}",
    "{day_of_week(z):u8}",
    "{day_of_week(z):u8}{hour(z):02d}",
    "{truncate(z, week):i64}{day_of_week(z):u8}{hour(z):02d}{minute(z):02d}{second(z):02d}",
    "{truncate(z, month):i64}{day(z):u8}",
    "{truncate(z, month):i64}{z - truncate(z, month):u32}",
    "{truncate(z, quarter):~i64}{month(z):u8}",
    "{truncate(z, year):i64be}{z - truncate(z, year):u32}",
    "{truncate(z, day) / 86400:i32}{z - truncate(z, day):u24}",
    "{truncate(z, hour):i64be}{minute(z):u8}",
    "{hour(z):02d}",
    "{year(z + 3600):04d}{day_of_year(z + 3600):03d}",
    "{month(z) % 3:u8}",
    "{year(z) * 100 + month(z):u24}",
    "{md5(month(z)) % 5:u8}",
    "{coalesce(z, 7):i64}",
    "{w}",
    "{w:~s}",
    "{w:x}",
    "{w:~X}",
    "{w:2s}",
    "{w:3s}",
    "{w:esc}",
    "{reverse(w, a:u8)}",
    "{coalesce(w, \"ab\")}",
    "{md5(w) % 5:u8}{w}",
    "{null_first(a):u8}{coalesce(a, 7):u16}",
    "{coalesce(a, 7):u16}{null_last(a):u8}",
    "{null_last(a):01d}",
    "{null_last(a) * 3 + 1:~u8}",
    "{null_first(b):u8}{coalesce(b, -1):i16}",
    "{null_last(s):u8}{coalesce(s, \"b\"):esc}",
    "{null_first(w):a}{coalesce(w, \"ab\")}",
    "{md5(null_first(a):u8, coalesce(a, 7):u16) % 5:u8}",
    "{coalesce(a, 7) % 9:u8}{null_first(a):u8}",
    "{coalesce(a, c):u32}",
    "{null_last(f):u8}{coalesce(f, 0.5)}",
};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

static rowkey_layout *random_layout(char *text, size_t capacity, bool *random) {
  static const char *const literals[] = {"", "", "", "-", "|", "\\xff", "\\xff\\xff", "\\x00", "k:"};
  for (;;) {
    const size_t count = 1 + (size_t)random_below(4);
    size_t size = 0;
    text[0] = '\0';
    for (size_t i = 0; i <= count; i++) {
      const char *literal = literals[random_below(sizeof literals / sizeof literals[0])];
      const char *field = i < count ? fields[random_below(FIELD_COUNT)] : "";
      size += (size_t)snprintf(text + size, capacity - size, "%s%s", literal, field);
    }
    rowkey_error error;
    rowkey_layout *layout = rowkey_layout_compile(text, size, columns, COLUMN_COUNT, &error);
    *random = strstr(text, "random()") != NULL;
    if (layout != NULL) return layout;
  }
}

/* ---- Cut ------------------------------------------------------------------------------------- */

/* Split points that are keys of the table, or beginnings of them. */
struct points {
  rowkey_splits splits;
  uint64_t offsets[9];
  uint8_t bytes[8 * DOMAIN_KEY_SIZE];
};

static int compare(const void *a, size_t a_size, const void *b, size_t b_size) {
  const size_t common = a_size < b_size ? a_size : b_size;
  const int order = common == 0 ? 0 : memcmp(a, b, common);
  return order != 0 ? order : (a_size > b_size) - (a_size < b_size);
}

static void make_points(struct points *points, const struct small_table *table) {
  memset(points, 0, sizeof *points);
  const uint8_t *last = points->bytes;
  size_t last_size = 0, count = 0;
  for (size_t tries = 0; tries < 8 && table->count != 0; tries++) {
    const struct small_record *record = &table->records[random_below(table->count)];
    const size_t size = random_below(3) == 0 ? record->key_size / 2 : record->key_size;
    if (compare(record->key, size, last, last_size) <= 0) continue;
    uint8_t *at = points->bytes + points->offsets[count];
    memcpy(at, record->key, size);
    points->offsets[++count] = (uint64_t)(at - points->bytes) + size;
    last = at;
    last_size = size;
  }
  points->splits = (rowkey_splits){.count = count, .bytes = points->bytes, .offsets = points->offsets};
}

/* Checks that the start is not below where the region begins, and a stop not above where it ends. */
static bool lies_in_region(const rowkey_range *range, const rowkey_splits *splits) {
  const uint8_t *bytes = splits->bytes;
  const size_t region = range->region;
  if (region > splits->count) return false;
  if (region > 0) {
    const uint64_t begin = splits->offsets[region - 1];
    if (compare(range->start, range->start_size, bytes + begin, splits->offsets[region] - begin) < 0)
      return false;
  }
  if (region == splits->count) return true;
  const uint64_t begin = splits->offsets[region];
  return range->stop_size != 0 &&
         compare(range->stop, range->stop_size, bytes + begin, splits->offsets[region + 1] - begin) <= 0;
}

static void check_cut(const rowkey_ranges *ranges, const struct small_table *table) {
  static struct points points;
  make_points(&points, table);
  rowkey_error error;
  rowkey_ranges *parts = rowkey_ranges_cut(ranges, &points.splits, &error);
  CHECK(parts != NULL, "%s", error.text);
  size_t next = 0;
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *whole = &ranges->ranges[i];
    const void *start = whole->start;
    size_t start_size = whole->start_size;
    for (bool ended = false; !ended; next++) {
      CHECK(next < parts->count, "parts end in range %zu", i);
      const rowkey_range *part = &parts->ranges[next];
      CHECK(compare(part->start, part->start_size, start, start_size) == 0, "part %zu does not go on", next);
      CHECK(lies_in_region(part, &points.splits), "part %zu is not in region %zu", next, part->region);
      start = part->stop;
      start_size = part->stop_size;
      ended = compare(part->stop, part->stop_size, whole->stop, whole->stop_size) == 0;
    }
  }
  CHECK(next == parts->count && parts->exact == ranges->exact, "%zu parts, not %zu", parts->count, next);
  rowkey_ranges_free(parts);
}

/* ---- Random layouts --------------------------------------------------------------------------- */

struct tally {
  size_t asked, exact, refused, contradictory;
};

static void check_one(const char *text, const rowkey_layout *layout, const struct small_table *table,
                      const struct small_domain *domain, struct tally *tally) {
  rowkey_condition conditions[4];
  const size_t count = random_conditions(domain, layout, conditions);
  static const size_t limits[] = {100, 3, 20, 1000, 1000, 1000, 5000, 1000, 1000, 1000, 1000, 1000};
  const size_t most = limits[random_below(12)];
  rowkey_error error;
  rowkey_ranges *ranges = rowkey_ranges_find(layout, conditions, count, most, &error);
  tally->asked++;
  if (ranges != NULL) {
    check_ranges(text, ranges, table, domain, conditions, count);
    CHECK(most == 0 || ranges->count <= most, "%zu ranges of %zu", ranges->count, most);
    tally->exact += ranges->exact;
    check_cut(ranges, table);
    rowkey_ranges_free(ranges);
    return;
  }
  CHECK(error.status == ROWKEY_ERROR_RANGE || error.status == ROWKEY_ERROR_TYPE, "%s where %s: %s", text,
        conditions_text(domain, conditions, count), error.text);
  tally->refused += error.status == ROWKEY_ERROR_TYPE;
  if (error.status != ROWKEY_ERROR_RANGE) return;
  tally->contradictory++;
  for (size_t i = 0; i < table->count; i++)
    CHECK(!meets_all(&table->records[i], domain, conditions, count), "%s where %s: %s", text,
          conditions_text(domain, conditions, count), error.text);
}

/* Columns that the layout marks are null in some records. */
static void add_nulls(struct small_domain *domain, const char *text) {
  for (size_t i = 0; i < COLUMN_COUNT; i++) {
    char first[32], last[32];
    snprintf(first, sizeof first, "null_first(%s)", columns[i].name);
    snprintf(last, sizeof last, "null_last(%s)", columns[i].name);
    if (strstr(text, first) == NULL && strstr(text, last) == NULL) continue;
    domain->values[i][domain->counts[i] - 1] = rowkey_value_null();
  }
}

static void random_layouts(void) {
  static struct small_domain domain;
  static struct small_table table;
  const size_t layouts = effort_is_full() ? 4000 : 200;
  struct tally tally = {0};
  for (size_t i = 0; i < layouts; i++) {
    char text[512];
    bool random;
    rowkey_layout *layout = random_layout(text, sizeof text, &random);
    fill_domain(&domain, layout, columns, COLUMN_COUNT);
    add_nulls(&domain, text);
    fill_table(&table, layout, &domain, random ? 3 : 1);
    for (size_t k = 0; k < 6; k++) check_one(text, layout, &table, &domain, &tally);
    rowkey_layout_free(layout);
  }
  printf("%zu questions: %zu answered exactly, %zu refused, %zu contradictory\n", tally.asked, tally.exact,
         tally.refused, tally.contradictory);
  /* Limits, hashes, columns without conditions and arithmetic that has no order leave no more than two thirds
   * of the others inexact, unless there were too few to promise that. */
  CHECK(4 * tally.exact > (tally.asked - tally.refused - tally.contradictory) || !effort_is_full(),
        "few answers are exact");
}

static const struct test tests[] = {
    {"every record that is asked for lies in one range, and others only where the ranges say so",
     random_layouts},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
