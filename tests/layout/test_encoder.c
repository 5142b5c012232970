/* Encoders: buffers, arguments, long messages, and many threads with one layout. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batch.h"
#include "on_isa.h"
#include "reference/reference.h"

static struct batch small_batch(size_t rows) {
  static uint64_t ids[3000];
  static const char *names[3000];
  for (size_t i = 0; i < rows; i++) {
    ids[i] = i;
    names[i] = i % 3 == 0 ? "" : i % 3 == 1 ? "name" : "a name that is longer than sixteen bytes";
  }
  struct batch batch = {.rows = rows};
  add_u64(&batch, "id", ids);
  add_text(&batch, "name", names);
  return batch;
}

static const char *const layouts[] = {"{md5(id) % 1000:07d}{id:010d}",
                                      "{id:u8}",
                                      "{id}",
                                      "{name}",
                                      "{id}|{name}",
                                      "{name:x}-{id:x}-{name}",
                                      "{md5(name)}{name:40s}{id:u24}",
                                      "{id % 7:u8}{id:i64}",
                                      "({id:07d},{id:u32}).",
                                      "{id:u16}{id:02x}{h31(id:u24, name) & 15:a}{name}"};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

/* encode() gives every layout exactly its bound, between pages that fault. */
static void test_exact_buffers(void) {
  for (size_t rows = 0; rows < 256; rows += rows < 70 ? 1 : 31) {
    struct batch batch = small_batch(rows);
    for (size_t i = 0; i < LAYOUTS; i++) {
      rowkey_layout *layout = compile(layouts[i], &batch);
      EACH_ISA(kernels) {
        struct encoded at_end =
            encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
        struct encoded at_begin =
            encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_BEGIN});
        CHECK(at_end.status == ROWKEY_OK && at_begin.status == ROWKEY_OK, "%s", at_end.error.text);
        CHECK(memcmp(at_end.offsets, at_begin.offsets, (rows + 1) * sizeof(uint64_t)) == 0, "%s", layouts[i]);
        CHECK(memcmp(at_end.keys, at_begin.keys, (size_t)at_end.offsets[rows]) == 0, "%s", layouts[i]);
      }
      rowkey_layout_free(layout);
    }
  }
}

static void test_one_byte_short(void) {
  struct batch batch = small_batch(100);
  for (size_t i = 0; i < LAYOUTS; i++) {
    rowkey_layout *layout = compile(layouts[i], &batch);
    rowkey_encoder *encoder = new_encoder(layout, NULL);
    const rowkey_batch rows = rows_of(&batch);
    const size_t bound = rowkey_encode_bound(layout, &rows);
    uint8_t *keys = guarded(bound - 1, GUARD_END);
    uint64_t offsets[101];
    rowkey_error error;
    rowkey_status status = rowkey_encode(
        encoder, &rows, &(rowkey_key_buffer){.data = keys, .capacity = bound - 1, .offsets = offsets}, NULL,
        &error);
    char expected[128];
    snprintf(expected, sizeof expected, "the keys need %zu bytes and there is room for %zu", bound,
             bound - 1);
    CHECK(status == ROWKEY_ERROR_SPACE && error.status == status, "%s: status %d", layouts[i], (int)status);
    CHECK(strcmp(error.text, expected) == 0, "%s", error.text);
    CHECK(error.row == ROWKEY_NONE && error.column == ROWKEY_NONE && error.offset == ROWKEY_NONE, "%s",
          layouts[i]);
    rowkey_encoder_free(encoder);
    rowkey_layout_free(layout);
  }
}

/* The bytes after the last key, and of keys that were finished by earlier calls, belong to somebody else. */
static void test_neighbours_are_kept(void) {
  struct batch batch = small_batch(50);
  for (size_t i = 0; i < LAYOUTS; i++) {
    rowkey_layout *layout = compile(layouts[i], &batch);
    const rowkey_batch rows = rows_of(&batch);
    const size_t bound = rowkey_encode_bound(layout, &rows);
    EACH_ISA(kernels) {
      rowkey_encoder *encoder = new_encoder(layout, kernels->name);
      uint8_t *memory = guarded(bound + 128, GUARD_END);
      fill_canary(memory, bound + 128);
      uint64_t offsets[51];
      CHECK(
          rowkey_encode(encoder, &rows,
                        &(rowkey_key_buffer){.data = memory + 64, .capacity = bound + 64, .offsets = offsets},
                        NULL, NULL) == ROWKEY_OK,
          "%s", layouts[i]);
      for (size_t j = 0; j < 64; j++) {
        CHECK(memory[j] == canary(j), "%s, %s: byte %zu before the keys", layouts[i], kernels->name, j);
        size_t behind = 64 + bound + j;
        CHECK(memory[behind] == canary(behind), "%s, %s: byte %zu beyond the bound", layouts[i],
              kernels->name, j);
      }
      rowkey_encoder_free(encoder);
    }
    rowkey_layout_free(layout);
  }
}

static void test_no_rows(void) {
  struct batch batch = small_batch(1);
  for (size_t i = 0; i < LAYOUTS; i++) {
    rowkey_layout *layout = compile(layouts[i], &batch);
    rowkey_encoder *encoder = new_encoder(layout, NULL);
    const rowkey_batch nothing = rowkey_batch_of(batch.values, batch.count, 0);
    uint64_t offset = 7;
    CHECK(rowkey_encode_bound(layout, &nothing) == 0, "%s", layouts[i]);
    CHECK(rowkey_encode(encoder, &nothing, &(rowkey_key_buffer){.offsets = &offset}, NULL, NULL) == ROWKEY_OK,
          "%s", layouts[i]);
    CHECK(offset == 0, "%s: offset %" PRIu64, layouts[i], offset);
    if (rowkey_layout_key_width(layout) != ROWKEY_NONE)
      CHECK(rowkey_encode(encoder, &nothing, &(rowkey_key_buffer){.data = NULL}, NULL, NULL) == ROWKEY_OK,
            "%s", layouts[i]);
    rowkey_encoder_free(encoder);
    rowkey_layout_free(layout);
  }
  rowkey_layout_free(NULL);
  rowkey_encoder_free(NULL);
}

/* Fixed-width layouts need no offsets, and one without columns needs no columns. */
static void test_what_may_be_left_out(void) {
  struct batch batch = small_batch(30);
  rowkey_layout *layout = compile("{id:u8}", &batch);
  rowkey_encoder *encoder = new_encoder(layout, NULL);
  const rowkey_batch rows = rows_of(&batch), without_columns = rowkey_batch_of(NULL, 0, 30);
  uint8_t keys[60];
  CHECK(rowkey_encode(encoder, &rows, &(rowkey_key_buffer){.data = keys, .capacity = 30}, NULL, NULL) ==
            ROWKEY_OK,
        "without offsets");
  for (uint8_t i = 0; i < 30; i++) CHECK(keys[i] == i, "key %d is %d", i, keys[i]);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);

  layout = rowkey_layout_compile("k{1:u8}", 7, NULL, 0, NULL);
  CHECK(layout != NULL, "a constant layout");
  encoder = new_encoder(layout, NULL);
  CHECK(rowkey_encode(encoder, &without_columns, &(rowkey_key_buffer){.data = keys, .capacity = 60}, NULL,
                      NULL) == ROWKEY_OK,
        "without columns");
  for (size_t i = 0; i < 60; i++) CHECK(keys[i] == (i % 2 == 0 ? 'k' : 1), "byte %zu is %d", i, keys[i]);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

static void test_arguments(void) {
  struct batch batch = small_batch(3);
  rowkey_layout *layout = compile("{id}|{name}", &batch);
  rowkey_encoder *encoder = new_encoder(layout, NULL);
  uint8_t keys[1000];
  uint64_t offsets[4];
  enum {
    NO_COLUMNS,
    OTHER_COUNT,
    NO_TAG,
    FEW_ROWS,
    NO_OFFSETS,
    ODD_OFFSETS,
    NO_KEYS,
    NO_NUMBERS,
    NO_BEGIN,
    NO_END,
    NO_BYTES,
    ODD_NUMBERS,
    ODD_BEGIN,
    ODD_END,
    TOO_LARGE,
    CASES
  };
  static const struct {
    size_t column;
    const char *text;
  } expected[CASES] = {
      [NO_COLUMNS] = {ROWKEY_NONE, "columns is NULL (expected one entry for each column)"},
      [OTHER_COUNT] = {ROWKEY_NONE,
                       "column_count is 3 (expected 2: one entry for each column of the schema)"},
      [NO_TAG] = {0,
                  "column id: tag is 0, so the type of its values is unknown (expected the tag that "
                  "a constructor such as rowkey_i64s sets)"},
      [FEW_ROWS] = {1, "column name: has 2 rows (expected 3, as many as the batch)"},
      [NO_OFFSETS] = {ROWKEY_NONE,
                      "offsets is NULL, but keys differ in length (expected room for rows + 1 numbers)"},
      [ODD_OFFSETS] = {ROWKEY_NONE, "offsets is not aligned (expected an address for a uint64_t)"},
      [NO_KEYS] = {ROWKEY_NONE, "data is NULL (expected room for 107 bytes of keys)"},
      [NO_NUMBERS] = {0, "column id: data is NULL (expected a number for each row)"},
      [NO_BEGIN] = {1, "column name: begin is NULL (expected a number for each row)"},
      [NO_END] = {1, "column name: end is NULL (expected a number for each row)"},
      [NO_BYTES] = {1, "column name: data is NULL (expected as many bytes as size says)"},
      [TOO_LARGE] = {1, "column name: size is larger than any memory"},
      [ODD_NUMBERS] = {0, "column id: data is not aligned (expected an address for a uint64_t)"},
      [ODD_BEGIN] = {1, "column name: begin is not aligned (expected an address for a uint64_t)"},
      [ODD_END] = {1, "column name: end is not aligned (expected an address for a uint64_t)"},
  };
  for (int i = 0; i < CASES; i++) {
    rowkey_values values[2] = {batch.values[0], batch.values[1]};
    if (i == NO_TAG) values[0].tag = 0;
    if (i == FEW_ROWS) values[1].rows = 2;
    if (i == NO_NUMBERS) values[0].data = NULL;
    if (i == NO_BEGIN) values[1].begin = NULL;
    if (i == NO_END) values[1].end = NULL;
    if (i == NO_BYTES) values[1].data = NULL;
    if (i == TOO_LARGE) values[1].size = SIZE_MAX;
    if (i == ODD_NUMBERS) values[0].data = (const char *)values[0].data + 1;
    if (i == ODD_BEGIN) values[1].begin = (const void *)((const char *)values[1].begin + 1);
    if (i == ODD_END) values[1].end = (const void *)((const char *)values[1].end + 1);
    uint64_t *to = offsets;
    if (i == NO_OFFSETS) to = NULL;
    if (i == ODD_OFFSETS) to = (void *)((char *)offsets + 1);
    const rowkey_batch rows = rowkey_batch_of(i == NO_COLUMNS ? NULL : values, i == OTHER_COUNT ? 3 : 2, 3);
    rowkey_error error;
    rowkey_status status = rowkey_encode(
        encoder, &rows,
        &(rowkey_key_buffer){.data = i == NO_KEYS ? NULL : keys, .capacity = sizeof keys, .offsets = to},
        NULL, &error);
    CHECK(status == ROWKEY_ERROR_ARGUMENT && error.status == status, "case %d: status %d", i, (int)status);
    CHECK(strcmp(error.text, expected[i].text) == 0, "%s", error.text);
    CHECK(error.column == expected[i].column && error.row == ROWKEY_NONE, "%s", error.text);
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* Messages put together from pieces: many that fill the buffer several times, and one longer than it. */
/* Texts without bytes make keys without bytes, of which there can be any number; but not of their offsets. */
static void test_more_rows_than_memory(void) {
  const rowkey_column name = {.name = "name", .type = ROWKEY_TEXT};
  rowkey_layout *layout = rowkey_layout_compile("{name}", 6, &name, 1, NULL);
  CHECK(layout != NULL, "the layout");
  rowkey_encoder *encoder = new_encoder(layout, NULL);
  uint64_t *offsets = guarded(sizeof *offsets, GUARD_END);
  uint32_t *offsets32 = guarded(sizeof *offsets32, GUARD_END);
  const rowkey_values nothing = rowkey_values_of_width(ROWKEY_KIND_TEXT, NULL, 0, SIZE_MAX);
  const rowkey_key_buffer buffers[] = {{.offsets = offsets}, {.offsets32 = offsets32}};
  static const char *const arrays[] = {"offsets", "offsets32"};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
    rowkey_error error;
    const rowkey_batch batch = rowkey_batch_of(&nothing, 1, SIZE_MAX);
    CHECK(rowkey_encode(encoder, &batch, &buffers[i], NULL, &error) == ROWKEY_ERROR_ARGUMENT, "taken");
    char expected[128];
    snprintf(expected, sizeof expected,
             "rows is %zu, but so many numbers of %s do not fit in memory (expected how many rows there are)",
             SIZE_MAX, arrays[i]);
    CHECK(strcmp(error.text, expected) == 0, "%s", error.text);
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

static void test_long_messages(void) {
  enum { ROWS = 300, LONGEST = 300000 };
  uint64_t offsets[ROWS + 1] = {0};
  for (size_t i = 0; i < ROWS; i++)
    offsets[i + 1] = offsets[i] + (i == 137 ? LONGEST : i == 140 ? LONGEST + 1 : random_below(3000));
  uint8_t *bytes = guarded((size_t)offsets[ROWS], GUARD_END);
  random_bytes(bytes, (size_t)offsets[ROWS]);
  struct batch batch = {.rows = ROWS};
  add_bytes(&batch, "text", bytes, offsets);
  rowkey_layout *layout = compile("{md5(\"<\", text, \">\")}", &batch);
  uint8_t *message = guarded(LONGEST + 3, GUARD_END);
  EACH_ISA(kernels) {
    struct encoded encoded =
        encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
    CHECK(encoded.status == ROWKEY_OK, "%s", encoded.error.text);
    for (size_t i = 0; i < ROWS; i++) {
      size_t length = (size_t)(offsets[i + 1] - offsets[i]);
      message[0] = '<';
      memcpy(message + 1, bytes + offsets[i], length);
      message[1 + length] = '>';
      uint8_t digest[16];
      reference_md5(message, length + 2, digest);
      CHECK(memcmp(encoded.keys + i * 16, digest, 16) == 0, "%s: row %zu of %zu bytes", kernels->name, i,
            length);
    }
  }
  rowkey_layout_free(layout);
}

/* The keys of a batch are those of its parts, whatever their sizes: random() counts rows of the input. */
static void test_batches_in_parts(void) {
  enum { ROWS = 2500 };
  struct batch batch = small_batch(ROWS);
  rowkey_layout *layout =
      compile("{random() % 1000:03d}{md5(id, name) % 77}|{name}|{random():u64}{id}", &batch);
  struct settings settings = {.isa = NULL, .seed = 5, .first_row = UINT64_MAX - 1000, .side = GUARD_END};
  struct encoded whole = encode(layout, &batch, settings);
  CHECK(whole.status == ROWKEY_OK, "%s", whole.error.text);
  for (size_t first = 0; first < ROWS;) {
    struct batch part = batch;
    part.rows = 1 + random_below(ROWS - first);
    part.values[0].data = (const uint64_t *)batch.values[0].data + first;
    part.values[1].begin += first;
    part.values[1].end += first;
    part.values[0].rows = part.values[1].rows = part.rows;
    settings.first_row = UINT64_MAX - 1000 + first;
    struct encoded encoded = encode(layout, &part, settings);
    uint64_t begin = whole.offsets[first];
    for (size_t i = 0; i <= part.rows; i++)
      CHECK(encoded.offsets[i] == whole.offsets[first + i] - begin, "offset %zu of the part from %zu", i,
            first);
    CHECK(memcmp(encoded.keys, whole.keys + begin, (size_t)encoded.offsets[part.rows]) == 0,
          "the part from %zu", first);
    first += part.rows;
  }
  rowkey_layout_free(layout);
}

/* ---- Threads, and large layouts ------------------------------------------------------------------ */

enum { THREADS = 4, THREAD_ROWS = 2000 };

struct thread {
  pthread_t thread;
  const rowkey_layout *layout;
  const struct batch *batch;
  const struct encoded *expected;
  bool good;
};

static void *encode_repeatedly(void *argument) {
  struct thread *thread = argument;
  const struct encoded *expected = thread->expected;
  const rowkey_batch batch = rowkey_batch_from(rows_of(thread->batch), 0);
  const size_t size = rowkey_encode_bound(thread->layout, &batch);
  uint8_t *keys = malloc(size);
  uint64_t *offsets = malloc((THREAD_ROWS + 1) * sizeof *offsets);
  rowkey_encoder *encoder = rowkey_encoder_create(thread->layout, 9, NULL);
  thread->good = keys != NULL && offsets != NULL && encoder != NULL;
  for (int i = 0; i < 20 && thread->good; i++) {
    memset(keys, 0, size);
    thread->good = rowkey_encode(encoder, &batch,
                                 &(rowkey_key_buffer){.data = keys, .capacity = size, .offsets = offsets},
                                 NULL, NULL) == ROWKEY_OK &&
                   memcmp(offsets, expected->offsets, (THREAD_ROWS + 1) * sizeof *offsets) == 0 &&
                   memcmp(keys, expected->keys, (size_t)offsets[THREAD_ROWS]) == 0;
  }
  rowkey_encoder_free(encoder);
  free(offsets);
  free(keys);
  return NULL;
}

static void test_threads(void) {
  struct batch batch = small_batch(THREAD_ROWS);
  rowkey_layout *layout =
      compile("{random() % 9:a}{md5(id, \"|\", name) % 1000:03d}{md5(name)}{name}|{id}", &batch);
  struct encoded expected = encode(layout, &batch, (struct settings){.isa = NULL, .seed = 9});
  CHECK(expected.status == ROWKEY_OK, "%s", expected.error.text);
  struct thread threads[THREADS];
  for (size_t i = 0; i < THREADS; i++) {
    threads[i] = (struct thread){.layout = layout, .batch = &batch, .expected = &expected};
    CHECK(pthread_create(&threads[i].thread, NULL, encode_repeatedly, &threads[i]) == 0, "thread %zu", i);
  }
  for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i].thread, NULL);
  for (size_t i = 0; i < THREADS; i++) CHECK(threads[i].good, "thread %zu made other keys", i);
  rowkey_layout_free(layout);
}

/* A hundred fields and ten thousand of them are a layout like any other. */
static void test_many_fields(void) {
  struct batch batch = small_batch(300);
  static char text[65537];
  for (size_t fields = 100; fields <= 10000; fields *= 100) {
    size_t length = 0;
    for (size_t i = 0; i < fields; i++)
      length += (size_t)sprintf(text + length, i % 2 == 0 ? "{id}|" : "{id:u16}");
    rowkey_layout *layout = compile(text, &batch);
    struct encoded encoded = encode(layout, &batch, (struct settings){.isa = NULL, .side = GUARD_END});
    CHECK(encoded.status == ROWKEY_OK, "%s", encoded.error.text);
    const uint8_t *at = encoded.keys;
    for (size_t row = 0; row < batch.rows; row++) {
      char pair[32];
      const size_t size =
          (size_t)snprintf(pair, sizeof pair, "%zu|%c%c", row, (int)(row >> 8), (int)(row & 255));
      for (size_t i = 0; i < fields; i += 2) {
        CHECK(memcmp(at, pair, size) == 0, "row %zu, fields %zu and %zu of %zu", row, i, i + 1, fields);
        at += size;
      }
    }
    rowkey_layout_free(layout);
  }
}

/* Thousands of different values share the encoder's memory: blocks get shorter, not memory larger. */
static void test_many_values(void) {
  struct batch batch = small_batch(300);
  static char text[65537];
  size_t length = 0, fields = 0;
  for (; length < 65000; fields++) length += (size_t)sprintf(text + length, "{id+%zu:u16}", fields);
  rowkey_layout *layout = compile(text, &batch);
  struct encoded encoded = encode(layout, &batch, (struct settings){.isa = NULL, .side = GUARD_END});
  CHECK(encoded.status == ROWKEY_OK, "%s", encoded.error.text);
  for (size_t row = 0; row < batch.rows; row++)
    for (size_t i = 0; i < fields; i++) {
      const uint8_t *at = encoded.keys + (row * fields + i) * 2;
      CHECK((size_t)(at[0] * 256 + at[1]) == row + i, "row %zu, field %zu", row, i);
    }
  rowkey_layout_free(layout);
}

/* 0 if the encoder makes the key of 7 and the decoder takes it back; both are freed. */
static int round_trip(rowkey_layout *layout, rowkey_encoder *encoder, rowkey_decoder *decoder) {
  const uint64_t id = 7;
  uint64_t back = 0;
  char key[8];
  const rowkey_values values = rowkey_u64s(&id, 1);
  const rowkey_batch batch = rowkey_batch_of(&values, 1, 1);
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(key, sizeof key);
  const rowkey_decoded decoded = rowkey_decoded_u64s(&back, 1);
  rowkey_keys keys;
  const bool good = rowkey_encode(encoder, &batch, &buffer, &keys, NULL) == ROWKEY_OK &&
                    rowkey_decode(decoder, &keys, &decoded, 1, NULL) == ROWKEY_OK && back == id;
  rowkey_encoder_free(encoder);
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
  return good ? 0 : 1;
}

/* Each of both processes has objects of its own. */
static void test_fork(void) {
  const rowkey_column schema = rowkey_column_of("id", ROWKEY_U64);
  rowkey_layout *layout = rowkey_layout_compile("{id:u64}", 8, &schema, 1, NULL);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, NULL);
  rowkey_decoder *decoder = rowkey_decoder_create(layout, NULL);
  const pid_t child = fork();
  CHECK(child >= 0, "no process");
  if (child == 0) _exit(round_trip(layout, encoder, decoder));
  CHECK(round_trip(layout, encoder, decoder) == 0, "the parent");
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child");
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"keys fill exactly what the bound says", test_exact_buffers},
      {"a buffer that is one byte short is refused", test_one_byte_short},
      {"bytes around the keys are kept", test_neighbours_are_kept},
      {"no rows need no memory", test_no_rows},
      {"what is not needed may be left out", test_what_may_be_left_out},
      {"arguments are checked", test_arguments},
      {"more rows than memory holds", test_more_rows_than_memory},
      {"messages of any length are hashed", test_long_messages},
      {"a batch in parts makes the same keys", test_batches_in_parts},
      {"threads share a layout", test_threads},
      {"a child of fork goes on", test_fork},
      {"layouts of many fields", test_many_fields},
      {"layouts of many values", test_many_values},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
