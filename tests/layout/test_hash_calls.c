/* Hashes of fields: every function on messages of every form, with seeds of the call and of each row. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "kernels/hashes.h"
#include "reference/reference.h"
#include "text/buffer.h"

/* More than two blocks, and messages that fill the encoder's buffer several times. */
enum { ROWS = 1500, LONGEST = 400 };

struct records {
  uint64_t id[ROWS];
  uint64_t offsets[ROWS + 1];
  char host[ROWS * LONGEST]; /* ASCII, which is UTF-8 */
};

static const struct records *random_records(void) {
  struct records *records = guarded(sizeof *records, GUARD_END);
  records->offsets[0] = 0;
  for (size_t i = 0; i < ROWS; i++) {
    records->id[i] = random_u64() >> random_below(64);
    records->offsets[i + 1] = records->offsets[i] + random_below(i % 50 == 0 ? LONGEST : 40);
  }
  for (size_t i = 0; i < sizeof records->host; i++) records->host[i] = (char)random_below(128);
  return records;
}

static struct batch batch_of(const struct records *records) {
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "id", records->id);
  add_bytes(&batch, "host", records->host, records->offsets);
  return batch;
}

/* Messages: one field of text, a fixed width, several fields. */
static const char *const forms[] = {"host", "id:020d", "host, \"-\", id", "id"};

static size_t write_message(size_t form, const struct records *records, size_t row, uint8_t *out) {
  size_t size = (size_t)(records->offsets[row + 1] - records->offsets[row]);
  if (form == 1) return (size_t)sprintf((char *)out, "%020" PRIu64, records->id[row]);
  if (form == 3) return (size_t)sprintf((char *)out, "%" PRIu64, records->id[row]);
  memcpy(out, records->host + records->offsets[row], size);
  return form == 0 ? size : size + (size_t)sprintf((char *)out + size, "-%" PRIu64, records->id[row]);
}

/* A call of a function: the options that are written after the fields, and what hashes then. */
struct call {
  const struct hash_function *function;
  rowkey_hash hash;
  size_t value; /* of a row's, that which the call gives */
  char options[96];
};

/* With every option that the function has, or only with those that it needs. */
static struct call make_call(rowkey_hash_function function, rowkey_hash_tail tail, size_t value, bool all) {
  struct call call = {.hash = {.function = function, .tail = tail}, .value = value};
  struct text_buffer options = {call.options, sizeof call.options};
  call.function = hash_function_of(&call.hash);
  call.hash.seed = call.function->default_seed;
  if (all && call.function->seed != NULL) {
    call.hash.seed = bits_of_hash(call.function) == 32 ? (uint32_t)random_u64() : random_u64();
    rowkey_text_printf(&options, ", %s=%" PRIu64, call.function->seed, call.hash.seed);
  }
  if (all || tail != ROWKEY_TAIL_UNSIGNED)
    if (call.function->last_tail != ROWKEY_TAIL_UNSIGNED)
      rowkey_text_printf(&options, ", tail=%s", rowkey_tail_names[tail]);
  if (call.function->result == HASH_I64_PAIR)
    rowkey_text_printf(&options, ", half=%s", value == 0 ? "first" : "second");
  if (call.function->keyed) {
    random_bytes(call.hash.key, sizeof call.hash.key);
    rowkey_text_printf(&options, ", key=\"");
    for (size_t i = 0; i < sizeof call.hash.key; i++) rowkey_text_printf(&options, "%02x", call.hash.key[i]);
    rowkey_text_printf(&options, "\"");
  }
  return call;
}

static void check_call(const struct call *call, const struct records *records) {
  const struct batch batch = batch_of(records);
  const bool is_signed = call->function->result == HASH_I32 || call->function->result == HASH_I64_PAIR;
  for (size_t form = 0; form < 3; form++) {
    char text[192];
    snprintf(text, sizeof text, "{%s(%s%s)}", call->function->name, forms[form], call->options);
    rowkey_layout *layout = compile(text, &batch);
    EACH_ISA(kernels) {
      struct encoded keys =
          encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
      CHECK(keys.status == ROWKEY_OK, "%s: %s", text, keys.error.text);
      for (size_t row = 0; row < ROWS; row++) {
        uint8_t message[LONGEST + 40];
        uint64_t hash[MOST_HASH_VALUES];
        size_t size = write_message(form, records, row, message);
        CHECK(reference_hash(&call->hash, call->hash.seed, message, size, hash), "%s", text);
        char expected[32];
        snprintf(expected, sizeof expected, is_signed ? "%" PRId64 : "%" PRIu64, hash[call->value]);
        CHECK(strcmp(key_text(&keys, row), expected) == 0, "%s, %s, row %zu: %s instead of %s", text,
              kernels->name, row, key_text(&keys, row), expected);
      }
    }
    rowkey_layout_free(layout);
  }
}

static void test_functions(void) {
  const struct records *records = random_records();
  for (unsigned function = 0; function < ROWKEY_HASHES; function++) {
    if (rowkey_hash_functions[function].result == HASH_DIGEST) continue; /* test_digests */
    for (unsigned tail = 0; tail <= (unsigned)rowkey_hash_functions[function].last_tail; tail++)
      for (size_t value = 0; value < 2; value++)
        for (int all = 0; all < 2; all++) {
          const struct call call =
              make_call((rowkey_hash_function)function, (rowkey_hash_tail)tail, value, all == 1);
          if (value < values_per_row(&call.hash)) check_call(&call, records);
        }
  }
}

/* Digests in bytes and digits, modulo numbers of both sizes, and their first and last bits. */
static void test_digests(void) {
  const struct records *records = random_records();
  const struct batch batch = batch_of(records);
  const uint64_t large = UINT64_C(18446744073709551557);
  for (unsigned function = 0; function < ROWKEY_HASHES; function++) {
    const rowkey_hash hash = {.function = (rowkey_hash_function)function};
    const size_t size = hash_function_of(&hash)->size;
    if (hash_function_of(&hash)->result != HASH_DIGEST) continue;
    for (size_t form = 0; form < 3; form++) {
      char call[64], text[640];
      snprintf(call, sizeof call, "%s(%s)", hash_function_of(&hash)->name, forms[form]);
      snprintf(text, sizeof text,
               "{%s}{%s:x}{%s:037X}{%s %% 1000003:u64}{%s %% %" PRIu64
               ":u64}{%s >> %zu:u64}{%s & 65535:u64}"
               "{floormod(%s, 7):u64}",
               call, call, call, call, call, large, call, 8 * size - 61, call, call);
      rowkey_layout *layout = compile(text, &batch);
      EACH_ISA(kernels) {
        struct encoded keys =
            encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
        CHECK(keys.status == ROWKEY_OK, "%s: %s", text, keys.error.text);
        for (size_t row = 0; row < ROWS; row++) {
          uint8_t message[LONGEST + 40], digest[8 * MOST_HASH_VALUES], expected[256];
          uint64_t values[MOST_HASH_VALUES];
          CHECK(reference_hash(&hash, 0, message, write_message(form, records, row, message), values), "%s",
                text);
          for (size_t i = 0; i < values_per_row(&hash); i++)
            reference_big_endian(values[i], 8, digest + 8 * i);
          uint8_t *end = expected;
          memcpy(end, digest, size);
          end += size;
          for (size_t i = 0; i < size; i++, end += 2) snprintf((char *)end, 3, "%02x", digest[i]);
          for (size_t i = 0; i < 19; i++, end += 2) snprintf((char *)end, 3, "%02X", digest[i]);
          end--;
          const uint64_t last = (uint64_t)digest[size - 2] << 8 | digest[size - 1];
          const uint64_t numbers[] = {reference_modulo_bytes(digest, size, 1000003),
                                      reference_modulo_bytes(digest, size, large), values[0] >> 3, last,
                                      reference_modulo_bytes(digest, size, 7)};
          for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++, end += 8)
            reference_big_endian(numbers[i], 8, end);
          CHECK(memcmp(keys.keys + keys.offsets[row], expected, (size_t)(end - expected)) == 0,
                "%s, %s, row %zu", text, kernels->name, row);
        }
      }
      rowkey_layout_free(layout);
    }
  }
}

/* The first half, the second, both, and both modulo a number. */
static void test_halves(void) {
  const struct records *records = random_records();
  const struct batch batch = batch_of(records);
  for (size_t form = 0; form < 3; form++)
    for (int is_signed = 0; is_signed < 2; is_signed++) {
      const char *tail = is_signed ? "signed" : "unsigned";
      char text[512];
      snprintf(text, sizeof text,
               "{murmur3_128(%s, tail=%s, half=first):i64be}{murmur3_128(%s, half=second, tail=%s):i64be}"
               "{murmur3_128(%s, tail=%s)}{murmur3_128(%s, tail=%s) %% 1000003:u64}",
               forms[form], tail, forms[form], tail, forms[form], tail, forms[form], tail);
      rowkey_layout *layout = compile(text, &batch);
      const rowkey_hash hash = {.function = ROWKEY_MURMUR3_128,
                                .tail = is_signed ? ROWKEY_TAIL_SIGNED : ROWKEY_TAIL_UNSIGNED};
      EACH_ISA(kernels) {
        struct encoded keys =
            encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
        CHECK(keys.status == ROWKEY_OK, "%s: %s", text, keys.error.text);
        for (size_t row = 0; row < ROWS; row++) {
          uint8_t message[LONGEST + 40], expected[40];
          uint64_t halves[MOST_HASH_VALUES];
          CHECK(reference_hash(&hash, 0, message, write_message(form, records, row, message), halves), "%s",
                text);
          for (size_t half = 0; half < 2; half++) {
            reference_big_endian(halves[half], 8, expected + 8 * half);
            reference_big_endian(halves[half], 8, expected + 16 + 8 * half);
          }
          reference_big_endian(reference_modulo_u128(expected, 1000003), 8, expected + 32);
          CHECK(memcmp(keys.keys + keys.offsets[row], expected, sizeof expected) == 0, "%s, %s, row %zu",
                text, kernels->name, row);
        }
      }
      rowkey_layout_free(layout);
    }
}

/* MD5's halves, by each of its kernels, and the first hex digits. */
static void test_halves_of_md5(void) {
  const struct records *records = random_records();
  const struct batch batch = batch_of(records);
  for (size_t form = 0; form < 4; form++) {
    char text[512];
    snprintf(text, sizeof text,
             "{md5(%s, half=first):u64}{md5(%s, half=second):u64}{md5(%s)}"
             "{md5(%s, half=first) / 281474976710656:u16}",
             forms[form], forms[form], forms[form], forms[form]);
    rowkey_layout *layout = compile(text, &batch);
    EACH_ISA(kernels) {
      struct encoded keys =
          encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
      CHECK(keys.status == ROWKEY_OK, "%s: %s", text, keys.error.text);
      for (size_t row = 0; row < ROWS; row++) {
        uint8_t message[LONGEST + 40], expected[34];
        reference_md5(message, write_message(form, records, row, message), expected);
        memcpy(expected + 16, expected, 16);
        memcpy(expected + 32, expected, 2);
        CHECK(memcmp(keys.keys + keys.offsets[row], expected, sizeof expected) == 0, "%s, %s, row %zu", text,
              kernels->name, row);
      }
    }
    rowkey_layout_free(layout);
  }
  const struct batch one = {.rows = 1};
  rowkey_layout *layout =
      compile("{md5(\"1\", half=first) / 281474976710656:04x}{md5(1, half=second):016x}", &one);
  EACH_ISA(kernels) {
    struct encoded keys = encode(layout, &one, (struct settings){.isa = kernels->name});
    CHECK(keys.status == ROWKEY_OK && memcmp(keys.keys, "c4ca0dcc509a6f75849b", 20) == 0, "%s",
          kernels->name);
  }
  rowkey_layout_free(layout);
}

/* Spark's hash of two columns: the hash of one is the seed of the other. */
static void test_seeds_of_rows(void) {
  const struct records *records = random_records();
  const struct batch batch = batch_of(records);
  const rowkey_hash hash = {.function = ROWKEY_MURMUR3_32, .tail = ROWKEY_TAIL_WORDS};
  for (size_t form = 0; form < 3; form++) {
    char text[128];
    snprintf(text, sizeof text, "{murmur3_32(%s, tail=words, seed=murmur3_32(id:u64le, seed=42))}",
             forms[form]);
    rowkey_layout *layout = compile(text, &batch);
    EACH_ISA(kernels) {
      struct encoded keys = encode(layout, &batch, (struct settings){.isa = kernels->name});
      CHECK(keys.status == ROWKEY_OK, "%s: %s", text, keys.error.text);
      for (size_t row = 0; row < ROWS; row++) {
        uint8_t message[LONGEST + 40], id[8];
        for (size_t i = 0; i < 8; i++) id[i] = (uint8_t)(records->id[row] >> 8 * i);
        uint64_t seed[MOST_HASH_VALUES], value[MOST_HASH_VALUES];
        reference_hash(&(rowkey_hash){.function = ROWKEY_MURMUR3_32}, 42, id, sizeof id, seed);
        reference_hash(&hash, (uint32_t)seed[0], message, write_message(form, records, row, message), value);
        char expected[32];
        snprintf(expected, sizeof expected, "%" PRId64, (int64_t)value[0]);
        CHECK(strcmp(key_text(&keys, row), expected) == 0, "%s, %s, row %zu: %s instead of %s", text,
              kernels->name, row, key_text(&keys, row), expected);
      }
    }
    rowkey_layout_free(layout);
  }
}

/* In the first row, at the ends of blocks, and where messages are joined in the middle of a portion. */
static void test_text_that_is_not_utf8(void) {
  static const size_t edges[] = {0, 1, 777, 1023, 1024, ROWS - 1};
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"{java_hash(host)}",
       "java_hash(host): \"\\xFF\" is not UTF-8 (column host, text in UTF-8, whose UTF-16 form is hashed)"},
      {"{java_hash(\"<\", host, 1)}",
       "java_hash(\"<\", host, 1): \"<\\xFF1\" is not UTF-8 (column host, text in UTF-8, whose UTF-16 form "
       "is "
       "hashed)"},
      {"{java_hash(host:2s)}",
       "java_hash(host:2s): \"\\xFF\\x00\" is not UTF-8 (column host, text in UTF-8, whose UTF-16 form is "
       "hashed)"},
  };
  for (size_t edge = 0; edge < sizeof edges / sizeof *edges; edge++) {
    static const char *hosts[ROWS];
    for (size_t row = 0; row < ROWS; row++)
      hosts[row] = row < edges[edge] ? "\xc3\xa9" : random_below(2) == 0 ? "b" : "\xc3";
    hosts[edges[edge]] = "\xff";
    struct batch batch = {.rows = ROWS};
    add_text(&batch, "host", hosts);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      expect_refusal(cases[i].text, &batch,
                     (struct refusal){ROWKEY_ERROR_RANGE, edges[edge], 0, 1, cases[i].message});
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"every function hashes messages of every form", test_functions},
      {"digests of more than 128 bits in every form", test_digests},
      {"halves of murmur3_128", test_halves},
      {"halves of MD5", test_halves_of_md5},
      {"seeds of each row", test_seeds_of_rows},
      {"text that is not UTF-8 is refused where it has no hash", test_text_that_is_not_utf8},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
