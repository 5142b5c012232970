/* What fields can hold, counted: every value of small ones, and many of large ones, against the encoder. */
#include <inttypes.h>
#include <string.h>

#include "all_keys.h"
#include "regions/domain.h"

static size_t first_field(const rowkey_layout *layout) {
  return layout->key.parts[0].kind == PART_LITERAL ? 1 : 0;
}

static struct domain open_first(const struct key_list *list, const char *text) {
  struct domain domain;
  struct arena arena = {0};
  const struct image *images = rowkey_find_images(&arena, list->layout);
  CHECK(images != NULL && rowkey_domain_open(list->layout, images, first_field(list->layout), &domain),
        "%s: no memory", text);
  rowkey_arena_free(&arena);
  return domain;
}

static bool is_number(struct number number, uint64_t low) { return number.high == 0 && number.low == low; }

/* ---- Small domains --------------------------------------------------------------------------- */

/* One field, the last one or with literal text after it, and records with all of its values. */
static const struct small_layout small_fields[] = {
    {.text = "{a % 10:02d}", .a = {0, 9}},
    {.text = "{a % 1000:03d}-", .a = {0, 999}},
    {.text = "{a + 100:03d}", .a = {0, 899}},
    {.text = "{a % 777:~03d}", .a = {0, 776}},
    {.text = "{a:u8}", .a = {0, 255}},
    {.text = "{a % 3:u8}", .a = {0, 2}},
    {.text = "{a % 200:~u8}\\x00", .a = {0, 199}},
    {.text = "{a % 300:u16}", .a = {0, 299}},
    {.text = "{a % 300:~u16}", .a = {0, 299}},
    {.text = "{a % 300:u16le}", .a = {0, 299}},
    {.text = "{a % 200:u16le}", .a = {0, 199}},
    {.text = "{a % 300:~u24le}", .a = {0, 299}},
    {.text = "{a:u16le}", .a = {0, 65535}},
    {.text = "{x:i8}", .x = {-128, 127}},
    {.text = "{x:~i8}", .x = {-128, 127}},
    {.text = "{x % 60:i8}", .x = {-59, 59}},
    {.text = "{x % 60:~i16}", .x = {-59, 59}},
    {.text = "{x:i8be}", .x = {-128, 127}},
    {.text = "{x % 100:i8be}", .x = {-99, 99}},
    {.text = "{x % 300:~i16be}", .x = {-299, 299}},
    {.text = "{x % 300:i16le}", .x = {-299, 299}},
    {.text = "{x:i16be}", .x = {-32768, 32767}},
    {.text = "{floormod(x, 7):a}", .x = {-7, 7}},
    {.text = "{abs(x % 9):u16}", .x = {-9, 9}},
    {.text = "{int32(x) % 5:i24}", .x = {-5, 5}},
    {.text = "{a % 26:a}", .a = {0, 25}},
    {.text = "{a % 26:~a}", .a = {0, 25}},
    {.text = "{a % 4:a}-", .a = {0, 3}},
    {.text = "{a % 250}|", .a = {0, 249}},
    {.text = "{a % 250}", .a = {0, 249}},
    {.text = "{a % 250}\\x00end", .a = {0, 249}},
    {.text = "{a % 120:~d}|", .a = {0, 119}},
    {.text = "{a % 120:~d}", .a = {0, 119}},
    {.text = "{a % 90 + 10}", .a = {0, 89}},
    {.text = "{a % 90 + 10}:", .a = {0, 89}},
    {.text = "{x % 120}|", .x = {-119, 119}},
    {.text = "{x % 120}", .x = {-119, 119}},
    {.text = "{a % 300:x}|", .a = {0, 299}},
    {.text = "{a % 300:X}", .a = {0, 299}},
    {.text = "{a % 300:03x}", .a = {0, 299}},
    {.text = "{a % 300:~04X}", .a = {0, 299}},
    {.text = "{a % 4096:03X}|", .a = {0, 4095}},
    {.text = "{reverse(a % 1000:03d)}", .a = {0, 999}},
    {.text = "{reverse(a % 300:03d)}", .a = {0, 299}},
    {.text = "{reverse(a % 300:03d, \"ab\")}", .a = {0, 299}},
    {.text = "{reverse(a % 256:02X)}", .a = {0, 255}},
    {.text = "{reverse(a:u16)}", .a = {0, 65535}},
    {.text = "{reverse(x:i8)}", .x = {-128, 127}},
    {.text = "{reverse(a % 700:u16)}", .a = {0, 699}},
    {.text = "{reverse(a % 1000:03d):~s}", .a = {0, 999}},
    {.text = "{reverse(a % 256:02x):~s}|", .a = {0, 255}},
    {.text = "{reverse(a:u16):~s}", .a = {0, 65535}},
    {.text = "{coalesce(a, 3) % 7:u8}", .a = {0, 6}},
    {.text = "{truncate(a % 50, 1):02d}", .a = {0, 49}},
    {.text = "{random() % 20:02d}", .a = {0, 2000}},
    {.text = "{md5(a) % 300:03d}", .a = {0, 6000}},
    {.text = "{md5(a) % 16:x}-", .a = {0, 1000}},
    {.text = "{murmur3_32(a) % 9:i8}", .a = {0, 5000}},
    {.text = "{abs(java_hash(name) % 100):03d}|", .a = {0, 5000}},
    {.text = "{crc32c(name) % 33:~u8}", .a = {0, 1000}},
    {.text = "({md5(a) % 50:04d},", .a = {0, 1000}},
    {.text = "\\x00\\xff{a % 50:u8}{{", .a = {0, 49}},
};

/* A value with the literal that belongs to it, of a key. */
static struct key value_of(const struct key_list *list, const struct domain *domain, size_t row) {
  const struct sequence *key = &list->layout->key;
  const size_t before = first_field(list->layout) == 1 ? key->parts[0].width : 0;
  const size_t last = first_field(list->layout) + domain->parts;
  const size_t behind = last < key->count ? key->parts[last].width : 0;
  const struct key whole = list->keys[row];
  return (struct key){whole.bytes + before, whole.size - before - behind};
}

static void check_values(const struct key_list *list, const struct domain *domain, const char *text) {
  CHECK(is_number(domain->last, list->count - 1), "%s: the last of %zu values is %" PRIu64, text, list->count,
        domain->last.low);
  for (size_t i = 0; i < list->count; i++) {
    const struct key value = value_of(list, domain, i);
    uint8_t *written = guarded(domain->most, GUARD_END);
    const size_t size = rowkey_domain_write(domain, number_of(i), written);
    CHECK(size <= domain->most && compare_keys((struct key){written, size}, value) == 0,
          "%s: value %zu is %s instead of %s", text, i, shown_key((struct key){written, size}),
          shown_key(value));
    if (list->count > 2000) i += random_below(100);
  }
}

/* The first value that is not below the string with all that begins with it. */
static void check_below(const struct key_list *list, const struct domain *domain, struct key string,
                        const char *text) {
  struct number next;
  size_t begun;
  const bool found = rowkey_domain_below(domain, string.bytes, string.size, &next, &begun);
  for (size_t i = 0; i < list->count; i++) {
    const struct key value = value_of(list, domain, i);
    const bool begins = !domain->ends_key && key_begins(value, string);
    if (!begins && compare_keys(value, string) < 0) continue;
    CHECK(found && is_number(next, i), "%s: %s is not below %s, but %" PRIu64, text, shown_key(value),
          shown_key(string), next.low);
    CHECK(begun == (begins ? value.size : 0), "%s: %s has %zu bytes in %s", text, shown_key(value), begun,
          shown_key(string));
    return;
  }
  CHECK(!found, "%s: all values are below %s", text, shown_key(string));
}

static void test_small(void) {
  for (size_t i = 0; i < sizeof small_fields / sizeof *small_fields; i++) {
    const char *text = small_fields[i].text;
    struct key_list list = all_keys(&small_fields[i]);
    drop_repeated(&list);
    struct domain domain = open_first(&list, text);
    CHECK(domain.known, "%s: not known", text);
    check_values(&list, &domain, text);
    const struct key_list strings = random_strings(&list, 200);
    for (size_t round = 0; round < strings.count; round++) {
      const struct key string = strings.keys[round];
      const size_t before = first_field(list.layout) == 1 ? list.layout->key.parts[0].width : 0;
      const size_t skipped = before < string.size ? before : string.size;
      check_below(&list, &domain, (struct key){string.bytes + skipped, string.size - skipped}, text);
    }
    check_below(&list, &domain, (struct key){(const uint8_t *)"\xff\xff\xff\xff\xff\xff", 6}, text);
    rowkey_domain_free(&domain);
    free_keys(&list);
  }
}

/* ---- Large domains --------------------------------------------------------------------------- */

struct large_field {
  const char *text;
  struct number last;
};

#define BITS_64 {0, UINT64_MAX}
#define BITS_128 {UINT64_MAX, UINT64_MAX}

static const struct large_field large_fields[] = {
    {"{a:u64}", BITS_64},
    {"{a:~u64}", BITS_64},
    {"{a:u64le}", BITS_64},
    {"{x:i64}", BITS_64},
    {"{x:~i64}", BITS_64},
    {"{x:i64be}", BITS_64},
    {"{x:i64le}", BITS_64},
    {"{a:020d}", BITS_64},
    {"{a:~020d}", BITS_64},
    {"{a:016x}", BITS_64},
    {"{a:016X}", BITS_64},
    {"{reverse(a:u64)}", BITS_64},
    {"{reverse(a:016x)}", BITS_64},
    {"{reverse(a % 10000000000:010d)}", {0, 9999999999}},
    {"{a % 1000000:07d}{x:i64}", {0, 999999}},
    {"({md5(a) % 1000000:07d},{a:020d})", {0, 999999}},
    {"{md5(a) % 18446744073709551615:020d}", {0, UINT64_MAX - 1}},
    {"{x % 1000000007:i32}", {0, 2000000012}},
    {"{murmur3_32(a):i32}", {0, UINT32_MAX}},
    {"{a % 1000000000 + 1000000000}", {0, 999999999}},
    {"{a % 1000000000 + 1000000000:~d}|{a}", {0, 999999999}},
    {"{a % 268435456 + 268435456:x}|", {0, 268435455}},
    {"{a}", BITS_64},
    {"user{a}", BITS_64},
    {"{a}-{x:i64}", BITS_64},
    {"{a:x}", BITS_64},
    {"{a:X}\\x00 end", BITS_64},
    {"{a % 1048577}-", {0, 1048576}},
    {"{a % 5000000 + 7}", {0, 4999999}},
    {"{abs(x % 5000000)}", {0, 4999999}},
    {"{md5(a) % 18446744073709551615}", {0, UINT64_MAX - 1}},
    {"{murmur3_32(a) & 0x7fffffff}", {0, INT32_MAX}},
    {"{md5(a)}", BITS_128},
    {"{md5(a):x}", BITS_128},
    {"{md5(a):X}|{a}", BITS_128},
    {"{md5(a):032x}", BITS_128},
    {"{md5(a):~x}", BITS_128},
    {"{md5(a):~s}", BITS_128},
    {"{md5(a):039d}", BITS_128},
    {"{md5(a):~039d}", BITS_128},
    {"{abs(md5(a)):039d}", {UINT64_C(1) << 63, 0}},
    {"{abs(md5(a))}", {UINT64_C(1) << 63, 0}},
    {"{murmur3_128(a)}", BITS_128},
};

static bool same(struct number a, struct number b) { return a.high == b.high && a.low == b.low; }

/* The value in the key is found, is written so, and those beside it are next to it. */
static void check_value(const struct domain *domain, struct key key, const char *text) {
  struct number index, other;
  size_t begun;
  uint8_t written[2][NUMBER_SIZE_MAX + AFTER_SIZE_MAX];
  CHECK(rowkey_domain_below(domain, key.bytes, key.size, &index, &begun), "%s: %s is above all values", text,
        shown_key(key));
  const struct key value = {written[0], rowkey_domain_write(domain, index, written[0])};
  CHECK(key_begins(value, key) && begun == (domain->ends_key ? 0 : value.size), "%s: %s is not found in %s",
        text, shown_key(value), shown_key(key));
  if (same(index, domain->last)) return;
  const struct number more = number_add(index, number_of(1));
  const struct key next = {written[1], rowkey_domain_write(domain, more, written[1])};
  CHECK(compare_keys(value, next) < 0, "%s: %s is not greater than %s", text, shown_key(next),
        shown_key(value));
  CHECK(rowkey_domain_below(domain, next.bytes, next.size, &other, &begun) && same(other, more),
        "%s: %s is not found", text, shown_key(next));
}

static bool is_below(const struct domain *domain, struct number index, struct key string) {
  uint8_t written[NUMBER_SIZE_MAX + AFTER_SIZE_MAX];
  const struct key value = {written, rowkey_domain_write(domain, index, written)};
  const bool begins = !domain->ends_key && key_begins(value, string);
  return !begins && compare_keys(value, string) < 0;
}

/* The value that is found for a string is not below it, and the one before is. */
static void check_string(const struct domain *domain, struct key string, const char *text) {
  struct number next = domain->last;
  size_t begun;
  const bool found = rowkey_domain_below(domain, string.bytes, string.size, &next, &begun);
  CHECK(found == !is_below(domain, next, string), "%s: a value below %s", text, shown_key(string));
  const struct number before = number_subtract(next, number_of(1));
  if (found && (next.high != 0 || next.low != 0))
    CHECK(is_below(domain, before, string), "%s: not the first value that is not below %s", text,
          shown_key(string));
}

static void test_large(void) {
  for (size_t i = 0; i < sizeof large_fields / sizeof *large_fields; i++) {
    const struct large_field *field = &large_fields[i];
    struct key_list list = keys_of_numbers(field->text, 300);
    struct domain domain = open_first(&list, field->text);
    CHECK(domain.known && same(domain.last, field->last), "%s: the last value is %" PRIx64 " %" PRIx64,
          field->text, domain.last.high, domain.last.low);
    const size_t before = first_field(list.layout) == 1 ? list.layout->key.parts[0].width : 0;
    for (size_t row = 0; row < list.count; row++) {
      const struct key key = list.keys[row];
      check_value(&domain, (struct key){key.bytes + before, key.size - before}, field->text);
    }
    const struct key_list strings = random_strings(&list, 1000);
    for (size_t row = 0; row < strings.count; row++)
      if (strings.keys[row].size > before)
        check_string(&domain, (struct key){strings.keys[row].bytes + before, strings.keys[row].size - before},
                     field->text);
    rowkey_domain_free(&domain);
    free_keys(&list);
  }
}

/* ---- No domain ------------------------------------------------------------------------------- */

static void test_not_known(void) {
  static const char *const texts[] = {"{name}",
                                      "{name:16s}",
                                      "{name:esc}",
                                      "{name:mem}",
                                      "{name:x}|",
                                      "{real:f64}",
                                      "{real:~f64}",
                                      "{real:f64be}",
                                      "{coalesce(name, \"none\")}",
                                      "{reverse(name)}",
                                      "{reverse(a)}",
                                      "{reverse(a, b)}",
                                      "{a}|{name}",
                                      "{a}/0123456789 0123456789 0123456789 0123456789 0123456789 0123456789",
                                      "{a:~d}",
                                      "{x:d}",
                                      "{x % 5000000}",
                                      "{a % 1048577}|",
                                      "{a % 5000000:u24le}",
                                      "{md5(a):d}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct key_list list = all_keys(&(struct small_layout){.text = texts[i]});
    struct domain domain = open_first(&list, texts[i]);
    CHECK(!domain.known, "%s: known", texts[i]);
    rowkey_domain_free(&domain);
    free_keys(&list);
  }
}

/* One more is too many: see below. */
static void test_most_listed(void) {
  static const char text[] = "{a % 1048576}|";
  struct key_list list = all_keys(&(struct small_layout){.text = text});
  struct domain domain = open_first(&list, text);
  CHECK(domain.known && is_number(domain.last, 1048575), "%s: %" PRIu64, text, domain.last.low);
  rowkey_domain_free(&domain);
  free_keys(&list);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"all values of small fields are counted", test_small},
                               {"values of large fields are found and written", test_large},
                               {"as many values are listed as is said", test_most_listed},
                               {"fields that are not counted say so", test_not_known}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
