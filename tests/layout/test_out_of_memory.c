/* Every allocation of the library is made to fail once, by way of the linker's --wrap. */
#include <rowkey/explain.h>
#include <rowkey/rowkey.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "failing_memory.h"
#include "kernels/kernel_table.h"
#include "testing.h"

static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                        {.name = "name", .type = ROWKEY_TEXT}};

static rowkey_layout *compile(const char *text, rowkey_error *error) {
  return rowkey_layout_compile(text, strlen(text), columns, 2, error);
}

/* Checks that compiling the template fails, in order, with each allocation; returns how many there are. */
static size_t compile_without_memory(const char *text) {
  for (size_t failures = 0;; failures++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = failures;
    rowkey_layout *layout = compile(text, &error);
    size_t left = allocations_allowed;
    allocations_allowed = SIZE_MAX;
    if (layout != NULL) {
      CHECK(left != SIZE_MAX, "a failed allocation went unnoticed");
      rowkey_layout_free(layout);
      return failures;
    }
    CHECK(error.status == ROWKEY_ERROR_MEMORY, "allocation %zu: %s", failures, error.text);
    CHECK(strcmp(error.text, "out of memory while compiling the layout") == 0, "%s", error.text);
    CHECK(error.row == ROWKEY_NONE && error.offset == ROWKEY_NONE, "a place");
  }
}

static void test_compile(void) {
  static char text[20000] = "{md5(id, name) % 1000 + id * -1:i64}";
  size_t length = strlen(text);
  for (size_t i = 0; i < 60 + repetitions(240); i++)
    length += (size_t)sprintf(text + length, "{id + %zu:u64}literal{md5(name, %zu)}", i, i);
  size_t allocations = compile_without_memory(text);
  CHECK(allocations > 20, "only %zu allocations were tried", allocations);
}

/* Every kind of value and part, so that each kind is the one whose memory is missing. */
static void test_compile_everything(void) {
  static char text[20000];
  size_t length = 0;
  for (size_t i = 0; i < 8 + repetitions(32); i++)
    length += (size_t)sprintf(
        text + length,
        "{md5(reverse(rest), %zu) %% 7:a}{reverse(name):esc}{reverse(\"ab\", \"%zu\")}"
        "{coalesce(name, \"none\"):~mem}"
        "{siphash24(name, key=\"000102030405060708090a0b0c0d0e%02zx\") / (id & %zu)}|"
        "{murmur3_32(name, seed=int32(id * %zu), tail=words) %% 100:i32le}{abs(md5(name, %zu)):039d}"
        "{truncate(id, %zu):X}|{coalesce(id, 7):~u64}{lower(\"A%zu\")}{length(slice(name, 1, %zu)):u64}"
        "{reverse_labels(prefix(name, %zu), \".\"):u16s}{utf16le(name):9s(\" \")}",
        i, i, i, i + 1, i + 1, i, i + 1, i, i + 1, i + 1);
  size_t allocations = compile_without_memory(text);
  CHECK(allocations > 20, "only %zu allocations were tried", allocations);
}

static const char *const warnings[] = {
    "weak-low-bits", "small-hash",   "random-field",        "hash-does-not-fit", "increasing-prefix",
    "lock-step",     "order-broken", "leading-zeros",       "text-is-wider",     "stride-shares-factor",
    "column-lost",   "key-too-long", "key-may-be-too-long", "rows-share-keys"};
enum { WARNINGS = sizeof warnings / sizeof *warnings };

static void explain_without_memory(const char *text, uint64_t stride, bool *seen) {
  rowkey_error error;
  compile_without_memory(text);
  rowkey_layout *layout = compile(text, &error);
  CHECK(layout != NULL, "%s", error.text);
  for (size_t failures = 0;; failures++) {
    error.status = ROWKEY_OK;
    allocations_allowed = failures;
    rowkey_explanation *explanation = rowkey_explain(layout, stride, &error);
    allocations_allowed = SIZE_MAX;
    if (explanation != NULL) {
      CHECK(failures > 3, "only %zu allocations were tried", failures);
      for (size_t i = 0; i < explanation->warning_count; i++)
        for (size_t k = 0; k < WARNINGS; k++)
          seen[k] |= strcmp(warnings[k], explanation->warnings[i].id) == 0;
      rowkey_explanation_free(explanation);
      break;
    }
    CHECK(error.status == ROWKEY_ERROR_MEMORY && strncmp(error.text, "out of memory while ", 20) == 0,
          "allocation %zu: %s", failures, error.text);
  }
  rowkey_layout_free(layout);
}

static void test_explain(void) {
  static const char *const templates[] = {
      "{md5(rest) % 16:u8}{name:esc}{coalesce(id, 0):i64}{reverse(name)}",
      "{id % 1000:u16}{id:u64}",
      "{id:d}|{name}",
      "{name}|{id:u64}",
      "{abs(java_hash(name)) % 16:02d}{name:16s}x{md5(name, \"|\", id:x):x}",
      "{h31(id % 10:u8) % 10000:i32}{id:u64}",
      "{md5(id) % 1000000:07d}{id:~u64}{h31(rest) % 5:i32}{reverse(id:010d, name):x}|",
      "{random() % 4:a}{xxh64(name, id):08X}",
      "{xxh64(name, id) % 7:u8}",
      "{name:~s}|{md5(name, \"|\", id:~u16, name:esc)}{coalesce(name, \"none\"):~8s}{id:~d}",
      "{name:16384s}{name:16384s}{name:16384s}",
  };
  bool seen[WARNINGS] = {false};
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
    for (uint64_t stride = 0; stride <= 10; stride += 10) explain_without_memory(templates[i], stride, seen);
  for (size_t k = 0; k < WARNINGS; k++) CHECK(seen[k], "no memory was tried for %s", warnings[k]);
}

/* Checks that creating an encoder takes so many allocations, and fails when one of them does. */
static void expect_allocations(const char *text, size_t count) {
  rowkey_error error;
  rowkey_layout *layout = compile(text, &error);
  CHECK(layout != NULL, "%s", error.text);
  size_t failures = 0;
  for (;; failures++) {
    error.status = ROWKEY_OK;
    allocations_allowed = failures;
    rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
    allocations_allowed = SIZE_MAX;
    if (encoder != NULL) {
      rowkey_encoder_free(encoder);
      break;
    }
    CHECK(error.status == ROWKEY_ERROR_MEMORY, "allocation %zu: %s", failures, error.text);
    CHECK(strcmp(error.text, "out of memory while creating an encoder") == 0, "%s", error.text);
  }
  CHECK(failures == count, "%s: %zu allocations", text, failures);
  rowkey_layout_free(layout);
}

static void test_encoder(void) {
  expect_allocations("{random() % 7}|{md5(name, id)}{name}", 9);
  expect_allocations("{name:esc}{name:mem}{reverse(name)}", 9);
  /* Plans for fields that one kernel writes come with the first block. */
  expect_allocations("{id % 1000:u16}{id:u64}", 9);
  expect_allocations("{md5(id % 10:u8, id:u64, name)}{name}", 9);
}

/* A batch of more rows than any before allocates, and leaves the encoder as it was where that fails. */
static void test_more_rows(void) {
  enum { ROWS = 2000 };
  static uint64_t ids[ROWS], ends[ROWS + 1], offsets[ROWS + 1], expected_offsets[ROWS + 1];
  static uint8_t keys[64 * ROWS], expected[64 * ROWS];
  rowkey_error error;
  rowkey_layout *layout =
      compile("{md5(name, id) % 100:02d}{id % 1000:u16}{id:u64}{reverse(name)}|{id}", &error);
  CHECK(layout != NULL, "%s", error.text);
  for (size_t i = 0; i < ROWS; i++) {
    ids[i] = i;
    ends[i + 1] = ends[i] + i % 3;
  }
  char *bytes = guarded(ends[ROWS], GUARD_END);
  memset(bytes, 'x', ends[ROWS]);
  rowkey_encoder *grown = rowkey_encoder_create(layout, 0, &error);
  CHECK(grown != NULL, "%s", error.text);
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(keys, sizeof keys, offsets),
                          whole = rowkey_key_buffer_with_offsets(expected, sizeof expected, expected_offsets);
  for (size_t rows = 1; rows <= ROWS; rows = rows < ROWS && 3 * rows > ROWS ? ROWS : 3 * rows) {
    const rowkey_values values[] = {
        rowkey_u64s(ids, rows), rowkey_values_of_offsets(ROWKEY_KIND_TEXT, bytes, ends[rows], ends, rows)};
    const rowkey_batch batch = rowkey_batch_of(values, 2, rows);
    rowkey_encoder *fresh = rowkey_encoder_create(layout, 0, &error);
    CHECK(fresh != NULL && rowkey_encode(fresh, &batch, &whole, NULL, &error) == ROWKEY_OK, "%s", error.text);
    rowkey_encoder_free(fresh);
    rowkey_status status = ROWKEY_ERROR_MEMORY;
    for (size_t failures = 0; status != ROWKEY_OK; failures++) {
      allocations_allowed = failures;
      status = rowkey_encode(grown, &batch, &buffer, NULL, &error);
      allocations_allowed = SIZE_MAX;
      CHECK(status == ROWKEY_OK || (status == ROWKEY_ERROR_MEMORY && failures < 10), "%zu rows: %s", rows,
            error.text);
      /* Smaller batches go on. */
      const rowkey_batch smaller = rowkey_batch_of(values, 2, (rows + 2) / 3);
      if (rows > 1)
        CHECK(rowkey_encode(grown, &smaller, &buffer, NULL, &error) == ROWKEY_OK, "%s", error.text);
    }
    CHECK(rowkey_encode(grown, &batch, &buffer, NULL, &error) == ROWKEY_OK, "%s", error.text);
    CHECK(memcmp(offsets, expected_offsets, (rows + 1) * sizeof *offsets) == 0 &&
              memcmp(keys, expected, (size_t)offsets[rows]) == 0,
          "other keys of %zu rows", rows);
  }
  rowkey_encoder_free(grown);
  rowkey_layout_free(layout);
}

/* An encoder that has room for so many rows, of short text. */
static rowkey_encoder *warm_encoder(const rowkey_layout *layout, size_t rows) {
  static const uint64_t ids[4] = {0}, ends[5] = {0};
  rowkey_error error;
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
  CHECK(encoder != NULL, "%s", error.text);
  const rowkey_values values[] = {rowkey_u64s(ids, rows),
                                  rowkey_values_of_offsets(ROWKEY_KIND_TEXT, "", 0, ends, rows)};
  const rowkey_batch batch = rowkey_batch_of(values, 2, rows);
  static uint8_t keys[256];
  uint64_t offsets[5];
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(keys, sizeof keys, offsets);
  CHECK(rowkey_encode(encoder, &batch, &buffer, NULL, &error) == ROWKEY_OK, "%s", error.text);
  return encoder;
}

/* Only a message longer than any before allocates while encoding. The rows before it keep their keys, and the
 * encoder can be used again. */
static void test_long_message(void) {
  enum { LONG = 200000 };
  rowkey_error error;
  rowkey_layout *layout = compile("{md5(name, id)}", &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_encoder *encoder = warm_encoder(layout, 3);
  char *bytes = guarded(LONG, GUARD_END);
  memset(bytes, 'x', LONG);
  const uint64_t ids[3] = {1, 2, 3}, begin[3] = {0, 0, 0}, end[3] = {3, LONG, 3};
  const rowkey_values values[] = {rowkey_u64s(ids, 3),
                                  rowkey_values_of_spans(ROWKEY_KIND_TEXT, bytes, LONG, begin, end, 3)};
  const rowkey_batch batch = rowkey_batch_of(values, 2, 3);
  uint8_t keys[48], expected[48];
  allocations_allowed = 0;
  rowkey_status status = rowkey_encode(
      encoder, &batch, &(rowkey_key_buffer){.data = keys, .capacity = sizeof keys}, NULL, &error);
  allocations_allowed = SIZE_MAX;
  CHECK(status == ROWKEY_ERROR_MEMORY && error.status == status && error.row == 1, "status %d, row %zu",
        (int)status, error.row);
  CHECK(strcmp(error.text, "out of memory for a message of 200001 bytes to be hashed") == 0, "%s",
        error.text);
  CHECK(rowkey_encode(encoder, &batch, &(rowkey_key_buffer){.data = expected, .capacity = sizeof expected},
                      NULL, &error) == ROWKEY_OK,
        "%s", error.text);
  CHECK(memcmp(keys, expected, 16) == 0, "the key before the long message");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* The same for generated text: that of one block has to fit. */
static void test_long_text(void) {
  enum { LONG = 200000 };
  rowkey_error error;
  rowkey_layout *layout = compile("{reverse(name)}", &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_encoder *encoder = warm_encoder(layout, 3);
  char *bytes = guarded(LONG, GUARD_END);
  memset(bytes, 'x', LONG);
  memcpy(bytes, "abc", 3);
  const uint64_t begin[3] = {0, 0, 0}, end[3] = {3, LONG, 3};
  const rowkey_values values[] = {{.data = NULL},
                                  rowkey_values_of_spans(ROWKEY_KIND_TEXT, bytes, LONG, begin, end, 3)};
  const rowkey_batch batch = rowkey_batch_of(values, 2, 3);
  static uint8_t keys[LONG + 6];
  uint64_t offsets[4];
  allocations_allowed = 0;
  rowkey_status status = rowkey_encode(
      encoder, &batch, &(rowkey_key_buffer){.data = keys, .capacity = sizeof keys, .offsets = offsets}, NULL,
      &error);
  allocations_allowed = SIZE_MAX;
  CHECK(status == ROWKEY_ERROR_MEMORY && error.status == status && error.row == 1, "status %d, row %zu",
        (int)status, error.row);
  CHECK(strcmp(error.text, "out of memory for 200006 bytes of reverse(name)") == 0, "%s", error.text);
  CHECK(offsets[1] == 3 && memcmp(keys, "cba", 3) == 0, "the key before the long text");
  CHECK(rowkey_encode(encoder, &batch,
                      &(rowkey_key_buffer){.data = keys, .capacity = sizeof keys, .offsets = offsets}, NULL,
                      &error) == ROWKEY_OK,
        "%s", error.text);
  CHECK(offsets[3] == sizeof keys && memcmp(keys + LONG, "cbacba", 6) == 0, "the keys");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* The row reported is the first one that does not fit the memory even alone. */
static void test_text_of_any_length(void) {
  enum { SHORTEST = 4000, LONGEST = 4200 };
  rowkey_error error;
  rowkey_layout *layout = compile("{reverse(name)}", &error);
  CHECK(layout != NULL, "%s", error.text);
  char *bytes = guarded(2 * LONGEST, GUARD_END);
  memset(bytes, 'x', 2 * LONGEST);
  static uint8_t keys[3 * LONGEST];
  uint64_t offsets[3];
  size_t fitting = 0;
  for (uint64_t size = SHORTEST; size <= LONGEST; size++) {
    const uint64_t begin[2] = {0, 0}, end[2] = {size, 2 * LONGEST};
    const rowkey_values values[] = {
        {.data = NULL}, rowkey_values_of_spans(ROWKEY_KIND_TEXT, bytes, 2 * LONGEST, begin, end, 2)};
    bool fits = false;
    for (size_t rows = 1; rows <= 2; rows++) {
      const rowkey_batch batch = rowkey_batch_of(values, 2, rows);
      rowkey_encoder *encoder = warm_encoder(layout, rows);
      allocations_allowed = 0;
      rowkey_status status = rowkey_encode(
          encoder, &batch, &(rowkey_key_buffer){.data = keys, .capacity = sizeof keys, .offsets = offsets},
          NULL, &error);
      allocations_allowed = SIZE_MAX;
      rowkey_encoder_free(encoder);
      if (rows == 1)
        fits = status == ROWKEY_OK;
      else
        CHECK(status == ROWKEY_ERROR_MEMORY && error.row == fits, "%zu bytes: row %zu", (size_t)size,
              error.row);
    }
    fitting += fits;
  }
  CHECK(fitting > 0 && fitting <= LONGEST - SHORTEST, "%zu lengths fit", fitting);
  rowkey_layout_free(layout);
}

/* And of text that is escaped, of whose room only the most is known beforehand. */
static void test_long_escaped_text(void) {
  enum { LONG = 200000 };
  rowkey_error error;
  rowkey_layout *layout = compile("{name:esc}", &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_encoder *encoder = warm_encoder(layout, 4);
  char *bytes = guarded(LONG, GUARD_END);
  memset(bytes, 'x', LONG);
  const uint64_t begin[4] = {0, 0, 0, 0}, end[4] = {3, 4, LONG, 3};
  const rowkey_values values[] = {{.data = NULL},
                                  rowkey_values_of_spans(ROWKEY_KIND_TEXT, bytes, LONG, begin, end, 4)};
  const rowkey_batch batch = rowkey_batch_of(values, 2, 4);
  static uint8_t keys[2 * LONG + 28];
  uint64_t offsets[5];
  allocations_allowed = 0;
  rowkey_status status = rowkey_encode(
      encoder, &batch, &(rowkey_key_buffer){.data = keys, .capacity = sizeof keys, .offsets = offsets}, NULL,
      &error);
  allocations_allowed = SIZE_MAX;
  CHECK(status == ROWKEY_ERROR_MEMORY && error.row == 2, "status %d, row %zu", (int)status, error.row);
  CHECK(strcmp(error.text, "out of memory for 400028 bytes of name") == 0, "%s", error.text);
  CHECK(offsets[2] == 11 && memcmp(keys, "xxx\0\1xxxx\0\1", 11) == 0, "the keys before the long text");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* And of functions, whose room is that of the most that each row may take, where they do not make the text in
 * its place: inverted it is joined. */
static void test_long_changed_text(void) {
  enum { LONG = 200000 };
  rowkey_error error;
  rowkey_layout *layout = compile("{utf16le(name):~s}", &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_encoder *encoder = warm_encoder(layout, 3);
  char *bytes = guarded(LONG, GUARD_END);
  memset(bytes, 'x', LONG);
  const uint64_t begin[3] = {0, 0, 0}, end[3] = {2, LONG, 1};
  const rowkey_values values[] = {{.data = NULL},
                                  rowkey_values_of_spans(ROWKEY_KIND_TEXT, bytes, LONG, begin, end, 3)};
  const rowkey_batch batch = rowkey_batch_of(values, 2, 3);
  static uint8_t keys[2 * LONG + 6];
  uint64_t offsets[4];
  const rowkey_key_buffer buffer = {.data = keys, .capacity = sizeof keys, .offsets = offsets};
  allocations_allowed = 0;
  rowkey_status status = rowkey_encode(encoder, &batch, &buffer, NULL, &error);
  allocations_allowed = SIZE_MAX;
  CHECK(status == ROWKEY_ERROR_MEMORY && error.row == 1, "status %d, row %zu", (int)status, error.row);
  CHECK(strcmp(error.text, "out of memory for 400006 bytes of utf16le(name)") == 0, "%s", error.text);
  CHECK(offsets[1] == 4 && memcmp(keys, "\x87\xff\x87\xff", 4) == 0, "the key before the long text");
  CHECK(rowkey_encode(encoder, &batch, &buffer, NULL, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(offsets[3] == sizeof keys && keys[2 * LONG + 4] == 0x87 && keys[2 * LONG + 5] == 0xff, "the keys");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* What the header says may be made without another allocation, to the byte. */
static void test_promised_room(void) {
  static const struct {
    const char *text;
    uint64_t longest;
  } cases[] = {
      {"{reverse(name)}", 4096},        {"{name:esc}", 2047}, /* twice that and 2 */
      {"{name:mem}", 454 * 8 + 7},                            /* 455 groups of 9 */
      {"{coalesce(name, \"\")}", 4096},                       /* of a block with a null */
      {"{md5(name, \"|\")}", 65535},
  };
  char *bytes = guarded(65536, GUARD_END);
  memset(bytes, 'x', 65536);
  static uint8_t keys[65536];
  static const uint8_t valid = 1;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_error error;
    rowkey_layout *layout = compile(cases[i].text, &error);
    CHECK(layout != NULL, "%s", error.text);
    for (uint64_t more = 0; more <= 1; more++) {
      rowkey_encoder *encoder = warm_encoder(layout, 1);
      const size_t rows = strstr(cases[i].text, "coalesce") != NULL ? 2 : 1;
      const uint64_t begin[2] = {0, 0}, end[2] = {cases[i].longest + more, 0};
      const rowkey_values texts = rowkey_values_of_spans(ROWKEY_KIND_TEXT, bytes, 65536, begin, end, rows);
      const rowkey_values values[] = {{.data = NULL},
                                      rowkey_values_with_nulls(texts, rows == 2 ? &valid : NULL, 0)};
      const rowkey_batch batch = rowkey_batch_of(values, 2, rows);
      uint64_t offsets[3];
      allocations_allowed = 0;
      rowkey_status status = rowkey_encode(
          encoder, &batch, &(rowkey_key_buffer){.data = keys, .capacity = sizeof keys, .offsets = offsets},
          NULL, &error);
      allocations_allowed = SIZE_MAX;
      CHECK(status == (more == 0 ? ROWKEY_OK : ROWKEY_ERROR_MEMORY), "%s of %zu bytes: status %d",
            cases[i].text, (size_t)end[0], (int)status);
      rowkey_encoder_free(encoder);
    }
    rowkey_layout_free(layout);
  }
}

/* A size that no memory has is memory that has run out, not one that has wrapped around. */
static void test_sizes_that_overflow(void) {
  struct arena arena = {0};
  CHECK(rowkey_arena_allocate_array(&arena, SIZE_MAX / 8 + 2, 8) == NULL && arena.exhausted, "an array");
  arena.exhausted = false;
  CHECK(rowkey_arena_allocate(&arena, SIZE_MAX - 4) == NULL && arena.exhausted, "memory");
  CHECK(rowkey_arena_allocate_array(&arena, 2, 8) != NULL, "no array of two");
  rowkey_arena_free(&arena);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"compiling a layout", test_compile},
      {"compiling a layout of everything", test_compile_everything},
      {"explaining a layout", test_explain},
      {"creating an encoder", test_encoder},
      {"a batch of more rows than before", test_more_rows},
      {"hashing a long message", test_long_message},
      {"making long text", test_long_text},
      {"making text of any length", test_text_of_any_length},
      {"making long escaped text", test_long_escaped_text},
      {"text that a function makes longer than the room for it", test_long_changed_text},
      {"the room that is promised is there", test_promised_room},
      {"sizes that overflow", test_sizes_that_overflow},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
