/* Text that is made in every row: reversed, escaped, inverted, in upper case, hashes in decimal. Expected
 * bytes come from plain loops over single bytes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "reference/reference.h"

enum { ROWS = 1500, LONGEST = 60, KEY_SIZE = 1024 };

struct records {
  uint64_t id[ROWS];
  uint64_t offsets[ROWS + 1];
  uint8_t host[ROWS * LONGEST];
};

/* Text in which 0x00 and 0xff are common. */
static const struct records *random_records(void) {
  struct records *records = guarded(sizeof *records, GUARD_END);
  random_bytes(records->host, sizeof records->host);
  for (size_t i = 0; i < sizeof records->host; i++) {
    uint64_t kind = random_below(8);
    if (kind < 2) records->host[i] = kind == 0 ? 0 : 255;
  }
  records->offsets[0] = 0;
  for (size_t i = 0; i < ROWS; i++) {
    records->id[i] = random_u64() >> random_below(64);
    records->offsets[i + 1] = records->offsets[i] + random_below(LONGEST + 1);
  }
  return records;
}

static struct batch batch_of(const struct records *records) {
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "id", records->id);
  add_bytes(&batch, "host", records->host, records->offsets);
  return batch;
}

/* One row's bytes, while they are put together. */
struct bytes {
  uint8_t at[KEY_SIZE];
  size_t size;
};

static void add(struct bytes *bytes, const void *from, size_t size) {
  memcpy(bytes->at + bytes->size, from, size);
  bytes->size += size;
}

static void add_byte(struct bytes *bytes, unsigned byte) { bytes->at[bytes->size++] = (uint8_t)byte; }

static void add_number(struct bytes *bytes, const char *format, uint64_t number) {
  bytes->size += (size_t)snprintf((char *)bytes->at + bytes->size, 40, format, (unsigned long long)number);
}

static void add_escaped(struct bytes *bytes, const uint8_t *text, size_t size) {
  for (size_t i = 0; i < size; i++) {
    add_byte(bytes, text[i]);
    if (text[i] == 0) add_byte(bytes, 255);
  }
  add(bytes, "\x00\x01", 2);
}

static void add_groups(struct bytes *bytes, const uint8_t *text, size_t size) {
  size_t at = 0;
  for (bool last = false; !last;) {
    unsigned padding = 0;
    for (size_t i = 0; i < 8; i++, at++) {
      add_byte(bytes, at < size ? text[at] : 0);
      padding += at >= size;
    }
    add_byte(bytes, 255 - padding);
    last = padding != 0;
  }
}

static void reverse(struct bytes *bytes) {
  for (size_t i = 0; i < bytes->size / 2; i++) {
    uint8_t byte = bytes->at[i];
    bytes->at[i] = bytes->at[bytes->size - 1 - i];
    bytes->at[bytes->size - 1 - i] = byte;
  }
}

static void invert(struct bytes *bytes) {
  for (size_t i = 0; i < bytes->size; i++) bytes->at[i] ^= 255;
}

typedef void make_key(uint64_t id, const uint8_t *host, size_t size, struct bytes *key);

/* Checks that the template makes the keys that `make` does. */
static void expect_made(const char *text, make_key *make) {
  const struct records *records = random_records();
  const struct batch batch = batch_of(records);
  rowkey_layout *layout = compile(text, &batch);
  EACH_ISA(kernels) {
    for (enum guard side = GUARD_BEGIN; side <= GUARD_END; side++) {
      struct encoded encoded = encode(layout, &batch, (struct settings){.isa = kernels->name, .side = side});
      CHECK(encoded.status == ROWKEY_OK, "%s", encoded.error.text);
      for (size_t i = 0; i < ROWS; i++) {
        struct bytes key = {.size = 0};
        make(records->id[i], records->host + records->offsets[i],
             (size_t)(records->offsets[i + 1] - records->offsets[i]), &key);
        CHECK(encoded.offsets[i + 1] - encoded.offsets[i] == key.size, "%s, row %zu: length", text, i);
        CHECK(memcmp(encoded.keys + encoded.offsets[i], key.at, key.size) == 0, "%s, %s, row %zu: %s", text,
              kernels->name, i, key_text(&encoded, i));
      }
    }
  }
  rowkey_layout_free(layout);
}

/* ---- Reversed -------------------------------------------------------------------------------- */

static void reversed_number(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  (void)host, (void)size;
  add_number(key, "%020llu", id);
  reverse(key);
}

static void reversed_literal(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  (void)host, (void)size;
  add_number(key, "a longer literal %016llx", id);
  reverse(key);
  add_number(key, "%llu", id);
}

static void reversed_text(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  (void)id;
  add(key, host, size);
  reverse(key);
}

static void reversed_several(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  add(key, host, size);
  add_number(key, "|%llu", id);
  add(key, host, size);
  reverse(key);
}

static void reversed_in_hex(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  struct bytes text = {.size = 0};
  reversed_text(id, host, size, &text);
  for (size_t i = 0; i < text.size; i++) add_number(key, "%02llX", text.at[i]);
}

static void reversed_and_hashed(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  struct bytes text = {.size = 0};
  reversed_several(id, host, size, &text);
  reference_md5(text.at, text.size, key->at);
  key->size = 16;
  struct bytes number = {.size = 0};
  reversed_number(id, host, size, &number);
  reference_md5(number.at, number.size, key->at + 16);
  key->size = 32;
}

static void test_reversed(void) {
  expect_made("{reverse(id:020d)}", reversed_number);
  expect_made("{reverse(\"a longer literal \", id:016x)}{id}", reversed_literal);
  expect_made("{reverse(host)}", reversed_text);
  expect_made("{reverse(reverse(reverse(host)))}", reversed_text);
  expect_made("{reverse(host, \"|\", id, host)}", reversed_several);
  expect_made("{reverse(host):X}", reversed_in_hex);
  expect_made("{md5(reverse(host, \"|\", id, host))}{md5(reverse(id:020d))}", reversed_and_hashed);
}

/* ---- Escaped --------------------------------------------------------------------------------- */

static void terminated(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  add_escaped(key, host, size);
  add_number(key, "%llu", id);
}

static void groups(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  add_groups(key, host, size);
  add_number(key, "%llu", id);
}

static void escaped_number(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  struct bytes number = {.size = 0};
  reversed_number(id, host, size, &number);
  add_groups(key, number.at, number.size);
  add_escaped(key, number.at, number.size);
  struct bytes text = {.size = 0};
  reversed_text(id, host, size, &text);
  add_escaped(key, text.at, text.size);
}

static void inverted_groups(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  add_groups(key, host, size);
  invert(key);
  struct bytes text = {.size = 0};
  add_escaped(&text, host, size);
  invert(&text);
  add(key, text.at, text.size);
  add_number(key, "%llu", id);
}

static void test_escaped(void) {
  expect_made("{host:esc}{id}", terminated);
  expect_made("{host:mem}{id}", groups);
  expect_made("{reverse(id:020d):mem}{reverse(id:020d):esc}{reverse(host):esc}", escaped_number);
  expect_made("{host:~mem}{host:~esc}{id}", inverted_groups);
}

/* Keys sort as pairs of the text and what comes after it, whatever that is. */
static void test_escaped_text_keeps_the_order(void) {
  const char *const texts[] = {"{host:esc}{tail}", "{host:mem}{tail}"};
  for (size_t repetition = 0; repetition < repetitions(20); repetition++) {
    enum { COUNT = 60 };
    uint8_t bytes[2][COUNT * 20];
    uint64_t offsets[2][COUNT + 1] = {{0}};
    for (size_t column = 0; column < 2; column++)
      for (size_t i = 0; i < COUNT; i++) {
        offsets[column][i + 1] = offsets[column][i] + random_below(20);
        for (uint64_t at = offsets[column][i]; at < offsets[column][i + 1]; at++)
          bytes[column][at] = (uint8_t)((uint64_t[]){0, 0, 1, 254, 255})[random_below(5)];
      }
    struct batch batch = {.rows = COUNT};
    add_bytes(&batch, "host", bytes[0], offsets[0]);
    add_bytes(&batch, "tail", bytes[1], offsets[1]);
    rowkey_layout *layout = compile(texts[repetition % 2], &batch);
    struct encoded keys = encode(layout, &batch, (struct settings){.isa = NULL});
    CHECK(keys.status == ROWKEY_OK, "%s", keys.error.text);
    for (size_t i = 0; i < COUNT; i++)
      for (size_t j = 0; j < COUNT; j++) {
        int expected = 0;
        for (size_t column = 0; column < 2 && expected == 0; column++) {
          const uint64_t *at = offsets[column];
          uint64_t a = at[i + 1] - at[i], b = at[j + 1] - at[j];
          expected = memcmp(bytes[column] + at[i], bytes[column] + at[j], (size_t)(a < b ? a : b));
          if (expected == 0) expected = (a > b) - (a < b);
        }
        uint64_t a = keys.offsets[i + 1] - keys.offsets[i], b = keys.offsets[j + 1] - keys.offsets[j];
        int order = memcmp(keys.keys + keys.offsets[i], keys.keys + keys.offsets[j], (size_t)(a < b ? a : b));
        if (order == 0) order = (a > b) - (a < b);
        CHECK((order > 0) == (expected > 0) && (order < 0) == (expected < 0), "rows %zu and %zu", i, j);
      }
    rowkey_layout_free(layout);
  }
}

/* ---- Hashes in decimal ------------------------------------------------------------------------ */

/* By schoolbook division of the 16 bytes by ten. */
static void decimal_of_hash(const uint8_t *hash, char digits[40]) {
  uint8_t number[16];
  memcpy(number, hash, sizeof number);
  digits[39] = '\0';
  for (size_t digit = 39; digit-- > 0;) {
    unsigned remainder = 0;
    for (size_t i = 0; i < sizeof number; i++) {
      unsigned dividend = remainder * 256 + number[i];
      number[i] = (uint8_t)(dividend / 10);
      remainder = dividend % 10;
    }
    digits[digit] = (char)('0' + remainder);
  }
}

static void decimal_hashes(uint64_t id, const uint8_t *host, size_t size, struct bytes *key) {
  char digits[40];
  uint8_t hash[16];
  (void)id;
  reference_md5(host, size, hash);
  decimal_of_hash(hash, digits);
  add(key, digits, 39);
  add_byte(key, '|');
  size_t zeros = strspn(digits, "0");
  add(key, digits + zeros, 39 - zeros);
}

static void test_hashes_in_decimal(void) {
  expect_made("{md5(host):039d}|{md5(host):d}", decimal_hashes);
  struct batch batch = {.rows = 2};
  add_u64(&batch, "id", (const uint64_t[]){1, 2});
  /* Computed with Python: int(hashlib.md5(b"1").hexdigest(), 16) */
  expect_keys(
      "{md5(id):d} {md5(id):039d}", &batch, (struct settings){.isa = NULL},
      (const char *[]){"261578874264819908609102035485573088411 261578874264819908609102035485573088411",
                       "266003691477286198901011725417809479212 266003691477286198901011725417809479212"});
}

/* Far more text in one block than the encoder has room for at first. */
static void test_long_text(void) {
  enum { COUNT = 5, LENGTH = 200000 };
  uint64_t offsets[COUNT + 1];
  for (size_t i = 0; i <= COUNT; i++) offsets[i] = i * LENGTH;
  uint8_t *bytes = guarded(COUNT * LENGTH, GUARD_END);
  random_bytes(bytes, COUNT * LENGTH);
  struct batch batch = {.rows = COUNT};
  add_bytes(&batch, "host", bytes, offsets);
  rowkey_layout *layout = compile("{reverse(host)}", &batch);
  struct encoded encoded = encode(layout, &batch, (struct settings){.isa = NULL, .side = GUARD_END});
  CHECK(encoded.status == ROWKEY_OK, "%s", encoded.error.text);
  for (size_t i = 0; i < COUNT; i++)
    for (size_t at = 0; at < LENGTH; at++)
      CHECK(encoded.keys[i * LENGTH + at] == bytes[i * LENGTH + LENGTH - 1 - at], "row %zu, byte %zu", i, at);
  rowkey_layout_free(layout);
}

/* Each field that is reverse(rest) doubles the key: the template is refused before its keys fill the memory.
 */
static void test_text_that_doubles(void) {
  const rowkey_column host = {.name = "host", .type = ROWKEY_TEXT};
  char text[1024] = "";
  for (size_t fields = 1; fields <= 40; fields++) {
    memmove(text + strlen("{reverse(rest)}|"), text, strlen(text) + 1);
    memcpy(text, "{reverse(rest)}|", strlen("{reverse(rest)}|"));
    if (fields == 1) strcat(text, "{host:x}");
    rowkey_error error;
    rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), &host, 1, &error);
    if (layout == NULL) {
      CHECK(fields > 10 && strncmp(error.text, "the layout becomes too large\n", 26) == 0, "%zu fields: %s",
            fields, error.text);
      continue;
    }
    CHECK(fields < 20, "%zu fields are accepted", fields);
    const rowkey_values values = rowkey_values_of_width(ROWKEY_KIND_TEXT, "abc", 3, 1);
    const rowkey_batch batch = rowkey_batch_of(&values, 1, 1);
    uint64_t bound = rowkey_encode_bound(layout, &batch);
    CHECK(bound == (UINT64_C(8) << fields) - 2, "%zu fields: %" PRIu64 " bytes", fields, bound);
    rowkey_layout_free(layout);
  }
}

/* The bound is exact where the length of the text determines that of the field, and sufficient elsewhere. */
static void test_bounds(void) {
  static const struct {
    const char *text;
    uint64_t bound; /* of texts of 3, 8 and 0 bytes */
  } cases[] = {
      {"{host}", 11},
      {"{host:~x}", 22},
      {"{reverse(host)}", 11},
      {"{host:esc}", 28},
      {"{host:mem}", 36},
      {"{coalesce(host, \"none\")}", 23},
      {"{reverse(id:020d):esc}", 126},
      {"{md5(host):d}", 117},
  };
  struct batch batch = {.rows = 3};
  add_u64(&batch, "id", (const uint64_t[]){1, 2, 3});
  add_text(&batch, "host", (const char *[]){"abc", "abcdefgh", ""});
  const rowkey_batch rows = rows_of(&batch);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    uint64_t bound = rowkey_encode_bound(layout, &rows);
    CHECK(bound == cases[i].bound, "%s: %" PRIu64, cases[i].text, bound);
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"text is reversed", test_reversed},
      {"text is escaped", test_escaped},
      {"escaped text keeps its order next to any neighbour", test_escaped_text_keeps_the_order},
      {"hashes in decimal", test_hashes_in_decimal},
      {"text of any length is reversed", test_long_text},
      {"text that doubles is refused", test_text_that_doubles},
      {"the room that text needs", test_bounds},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
