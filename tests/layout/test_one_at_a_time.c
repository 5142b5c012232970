/* Calls that overlap on one encoder or decoder, as those of two threads that share it by mistake.
 *
 * The first call reads text that lies on a page which cannot be read yet. The handler of that fault stands
 * for the other thread: it makes the second call, at a moment that the test knows, then opens the page. */
#include <rowkey/rowkey.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "decode/decoder.h"
#include "encode/encoder.h"
#include "testing.h"

#define ENCODER_IN_USE \
  "the encoder is in use by another call (expected one call at a time: one encoder for each thread)"
#define DECODER_IN_USE \
  "the decoder is in use by another call (expected one call at a time: one decoder for each thread)"

enum { TEXT = 5 };

static struct {
  void (*meanwhile)(void); /* what the other thread does */
  uint8_t *page;
  size_t page_size;
  size_t faults;
  rowkey_encoder *encoder;
  rowkey_decoder *decoder;
  rowkey_error error; /* of the second call */
  rowkey_status status;
} shared;

static void on_fault(int signal) {
  (void)signal;
  if (shared.faults++ == 0) shared.meanwhile();
  if (mprotect(shared.page, shared.page_size, PROT_READ | PROT_WRITE) != 0) _exit(3);
}

/* Text that the next call stops at. */
static const char *closed_text(void) {
  memcpy(shared.page, "hello", TEXT);
  CHECK(mprotect(shared.page, shared.page_size, PROT_NONE) == 0, "mprotect");
  return (const char *)shared.page;
}

static void with_faults(void (*run)(void)) {
  struct sigaction before_segv, before_bus;
  const struct sigaction action = {.sa_handler = on_fault};
  shared.page_size = (size_t)sysconf(_SC_PAGESIZE);
  shared.page = guarded(shared.page_size, GUARD_BEGIN);
  sigaction(SIGSEGV, &action, &before_segv);
  sigaction(SIGBUS, &action, &before_bus);
  run();
  sigaction(SIGSEGV, &before_segv, NULL);
  sigaction(SIGBUS, &before_bus, NULL);
}

static rowkey_layout *text_layout(void) {
  const rowkey_column host = rowkey_column_of("host", ROWKEY_TEXT);
  rowkey_layout *layout = rowkey_layout_compile("{host:8s}", 9, &host, 1, NULL);
  CHECK(layout != NULL, "the layout");
  shared.faults = 0;
  return layout;
}

/* ---- Calls, each of one row ------------------------------------------------------------------ */

struct outcome {
  rowkey_status status;
  rowkey_error error;
  rowkey_keys keys;
  uint8_t key[8];
  size_t length;
};

static struct outcome encode_batch(const char *text) {
  struct outcome outcome = {.length = 0};
  const rowkey_values values = rowkey_values_of_width(ROWKEY_KIND_TEXT, text, TEXT, 1);
  const rowkey_batch batch = rowkey_batch_of(&values, 1, 1);
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(outcome.key, sizeof outcome.key);
  outcome.status = rowkey_encode(shared.encoder, &batch, &buffer, &outcome.keys, &outcome.error);
  return outcome;
}

static struct outcome encode_row(const char *text) {
  struct outcome outcome = {.length = 0};
  const rowkey_value value = rowkey_value_text(text, TEXT);
  const rowkey_record record = rowkey_record_of(&value, 1);
  outcome.status = rowkey_encode_row(shared.encoder, &record, outcome.key, sizeof outcome.key,
                                     &outcome.length, &outcome.error);
  return outcome;
}

static struct outcome decode(const char *key) {
  struct outcome outcome = {.length = 0};
  uint64_t offsets[2];
  const rowkey_decoded column = rowkey_decoded_text(outcome.key, sizeof outcome.key, offsets, 1);
  const rowkey_keys keys = rowkey_keys_of_width(key, 8, 1);
  outcome.status = rowkey_decode(shared.decoder, &keys, &column, 1, &outcome.error);
  return outcome;
}

/* ---- What the other thread does -------------------------------------------------------------- */

static void note(struct outcome outcome) {
  shared.status = outcome.status;
  shared.error = outcome.error;
}

static void encode_batch_meanwhile(void) { note(encode_batch("later")); }
static void encode_row_meanwhile(void) { note(encode_row("later")); }
static void decode_meanwhile(void) { note(decode("later\0\0\0")); }

/* It began at the same moment, so that each saw no other: then its note, or none, is what the first finds. */
static int of_another_stack;
static void begin_meanwhile(void) {
  struct one_at_a_time *calls = shared.encoder != NULL ? &shared.encoder->calls : &shared.decoder->calls;
  atomic_store(&calls->call, &of_another_stack);
}
static void end_meanwhile(void) {
  struct one_at_a_time *calls = shared.encoder != NULL ? &shared.encoder->calls : &shared.decoder->calls;
  atomic_store(&calls->call, NULL);
}

/* ---- The tests ------------------------------------------------------------------------------- */

static void expect_in_use(rowkey_status status, const rowkey_error *error, const char *text) {
  CHECK(status == ROWKEY_ERROR_ARGUMENT && error->status == status, "status %d", (int)status);
  CHECK(strcmp(error->text, text) == 0, "%s", error->text);
  CHECK(error->row == ROWKEY_NONE && error->column == ROWKEY_NONE, "row %zu", error->row);
}

typedef struct outcome call(const char *text);

/* The second call is refused, the first one and those after it are not disturbed. */
static void check_second_refused(call *first, void (*meanwhile)(void), const char *expected,
                                 const char *text) {
  shared.meanwhile = meanwhile;
  shared.faults = 0;
  struct outcome outcome = first(closed_text());
  CHECK(shared.faults == 1, "%zu faults", shared.faults);
  expect_in_use(shared.status, &shared.error, text);
  CHECK(outcome.status == ROWKEY_OK, "%s", outcome.error.text);
  CHECK(memcmp(outcome.key, expected, TEXT) == 0, "%.8s", (char *)outcome.key);
  outcome = first("again\0\0\0");
  CHECK(outcome.status == ROWKEY_OK && memcmp(outcome.key, "again", TEXT) == 0, "%.8s", (char *)outcome.key);
}

/* The first call reports that its note is gone, and the calls after it are good. */
static void check_first_reports(call *first, void (*meanwhile)(void), const char *text) {
  shared.meanwhile = meanwhile;
  shared.faults = 0;
  struct outcome outcome = first(closed_text());
  CHECK(shared.faults == 1, "%zu faults", shared.faults);
  expect_in_use(outcome.status, &outcome.error, text);
  CHECK(outcome.keys.rows == 0, "%zu keys", outcome.keys.rows);
  outcome = first("again\0\0\0");
  CHECK(outcome.status == ROWKEY_OK && memcmp(outcome.key, "again", TEXT) == 0, "%.8s", (char *)outcome.key);
}

static void encoders(void) {
  rowkey_layout *layout = text_layout();
  shared.encoder = rowkey_encoder_create(layout, 0, NULL);
  CHECK(shared.encoder != NULL, "no encoder");
  static call *const calls[] = {encode_batch, encode_row};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    check_second_refused(calls[i], encode_batch_meanwhile, "hello", ENCODER_IN_USE);
    check_second_refused(calls[i], encode_row_meanwhile, "hello", ENCODER_IN_USE);
    check_first_reports(calls[i], begin_meanwhile, ENCODER_IN_USE);
    check_first_reports(calls[i], end_meanwhile, ENCODER_IN_USE);
  }
  rowkey_encoder_free(shared.encoder);
  shared.encoder = NULL;
  rowkey_layout_free(layout);
}

static void decoders(void) {
  rowkey_layout *layout = text_layout();
  shared.decoder = rowkey_decoder_create(layout, NULL);
  CHECK(shared.decoder != NULL, "no decoder");
  check_second_refused(decode, decode_meanwhile, "hello", DECODER_IN_USE);
  check_first_reports(decode, begin_meanwhile, DECODER_IN_USE);
  check_first_reports(decode, end_meanwhile, DECODER_IN_USE);
  rowkey_decoder_free(shared.decoder);
  shared.decoder = NULL;
  rowkey_layout_free(layout);
}

static void test_encoders(void) { with_faults(encoders); }
static void test_decoders(void) { with_faults(decoders); }

/* A call that fails leaves the encoder free for the next one. */
static void test_after_errors(void) {
  rowkey_layout *layout = text_layout();
  shared.encoder = rowkey_encoder_create(layout, 0, NULL);
  rowkey_error error;
  CHECK(rowkey_encode(shared.encoder, NULL, NULL, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "no batch");
  CHECK(rowkey_encode_row(shared.encoder, NULL, NULL, 0, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "no record");
  const struct outcome refused = encode_batch("\0\0\0\0\0");
  CHECK(refused.status == ROWKEY_ERROR_RANGE, "%s", refused.error.text);
  CHECK(encode_batch("again").status == ROWKEY_OK && encode_row("again").status == ROWKEY_OK, "refused");
  rowkey_encoder_free(shared.encoder);
  shared.encoder = NULL;
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"calls that overlap on one encoder", test_encoders},
      {"calls that overlap on one decoder", test_decoders},
      {"a call that fails ends like any other", test_after_errors},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
