/* Whatever bytes are taken for keys of whatever layout, decoding them does no harm, ends the same on every
 * instruction set, and what it accepts is a key: encoding the columns makes it again, byte for byte, where
 * they all come back and nothing is random.
 *
 * An input is a template up to its first newline, then bytes that choose what becomes of the keys, then the
 * records' bytes. */
#include <rowkey/rowkey.h>
#include <stdlib.h>
#include <string.h>

#include "layout_records.h"
#include "tests/support/on_isa.h"

enum { SEED = 7, ROWS_TRIED = 12, CHOICES_SIZE = 48, KEY_SIZE = 600, TEXT_SIZE = KEY_SIZE + 16 };

struct key {
  size_t size;
  uint8_t bytes[KEY_SIZE];
};

/* One key's columns. */
struct values {
  rowkey_status status;
  union {
    uint64_t number;
    float f32;
  } numbers[COLUMNS];
  uint64_t offsets[COLUMNS][2];
  uint8_t text[COLUMNS][TEXT_SIZE];
};

/* The keys of the records; of a bad one, or one that is too long, no bytes. */
static void make_key(rowkey_encoder *encoder, const struct fuzz_records *records, size_t row,
                     struct key *key) {
  rowkey_values columns[COLUMNS];
  uint64_t ends[2] = {0};
  fuzz_rows_from(records, row, columns);
  const rowkey_batch batch = rowkey_batch_from(rowkey_batch_of(columns, COLUMNS, 1), row);
  const bool made =
      rowkey_encode(encoder, &batch,
                    &(rowkey_key_buffer){.data = key->bytes, .capacity = KEY_SIZE, .offsets = ends}, NULL,
                    NULL) == ROWKEY_OK;
  key->size = made ? (size_t)ends[1] : 0;
}

/* A byte changed, put in or taken out, the end cut off, or bytes that are not of any record. */
static void change(struct key *key, struct fuzz_input *choices, struct fuzz_input *input) {
  const uint64_t kind = fuzz_take(choices, 1);
  const size_t at = key->size == 0 ? 0 : (size_t)(fuzz_take(choices, 1) % key->size);
  switch (kind % 8) {
    case 0:
      key->size = (size_t)fuzz_take_up_to(choices, 40);
      fuzz_take_bytes(input, key->bytes, key->size);
      break;
    case 1:
      if (key->size > 0) key->bytes[at] = (uint8_t)fuzz_take(choices, 1);
      break;
    case 2:
      if (key->size > 0) key->bytes[at] ^= (uint8_t)(1U << (kind >> 3 & 7));
      break;
    case 3:
      key->size = at;
      break;
    case 4:
      if (key->size == KEY_SIZE) break;
      memmove(key->bytes + at + 1, key->bytes + at, key->size - at);
      key->bytes[at] = (uint8_t)fuzz_take(choices, 1);
      key->size++;
      break;
    case 5:
      if (key->size == 0) break;
      memmove(key->bytes + at, key->bytes + at + 1, key->size - at - 1);
      key->size--;
      break;
    default:
      break; /* a good one */
  }
}

static void decode(rowkey_decoder *decoder, const char *isa, const struct key *key, struct values *values) {
  rowkey_decoded columns[COLUMNS];
  rowkey_error error = {.status = ROWKEY_OK};
  uint8_t *bytes = fuzz_copy(key->bytes, key->size); /* of the exact size */
  const uint64_t offsets[2] = {0, key->size};
  memset(values, 0, sizeof *values);
  for (size_t i = 0; i < COLUMNS; i++) {
    const bool text = fuzz_schema[i].type == ROWKEY_TEXT;
    columns[i] = text ? rowkey_decoded_text(values->text[i], TEXT_SIZE, values->offsets[i], 1)
                      : rowkey_decoded_numbers(fuzz_schema[i].type, &values->numbers[i], 1);
  }
  values->status = rowkey_decode(decoder, &(rowkey_keys){.data = bytes, .offsets = offsets, .rows = 1},
                                 columns, COLUMNS, &error);
  free(bytes);
  if (values->status == ROWKEY_OK) return;
  FUZZ_CHECK(values->status == ROWKEY_ERROR_RANGE && error.row == 0, "%s: status %d: %s", isa,
             (int)values->status, error.text);
  FUZZ_CHECK(memchr(error.text, 0, sizeof error.text) != NULL && error.text[0] != 0, "%s: no text", isa);
}

static void check_same(const rowkey_layout *layout, const char *isa, const struct values *values,
                       const struct values *wanted) {
  FUZZ_CHECK(values->status == wanted->status, "%s: status %d, not %d", isa, (int)values->status,
             (int)wanted->status);
  if (values->status != ROWKEY_OK) return;
  for (size_t i = 0; i < COLUMNS; i++) {
    if (rowkey_layout_recovery(layout, i) != ROWKEY_RECOVERED) continue;
    const size_t size = (size_t)wanted->offsets[i][1];
    FUZZ_CHECK(memcmp(&values->numbers[i], &wanted->numbers[i], sizeof values->numbers[i]) == 0 &&
                   values->offsets[i][1] == size && memcmp(values->text[i], wanted->text[i], size) == 0,
               "%s: another value of column %s", isa, fuzz_schema[i].name);
  }
}

/* Whether a key follows from the columns that it gives back. */
static bool can_be_made_again(const rowkey_layout *layout, const char *text, size_t length) {
  for (size_t i = 0; i < COLUMNS; i++)
    if (rowkey_layout_uses(layout, i) && rowkey_layout_recovery(layout, i) != ROWKEY_RECOVERED) return false;
  return memmem(text, length, "random", strlen("random")) == NULL;
}

static void check_made_again(const rowkey_layout *layout, rowkey_encoder *encoder, const struct key *key,
                             const struct values *values) {
  rowkey_values columns[COLUMNS];
  rowkey_error error = {.status = ROWKEY_OK};
  uint64_t ends[2] = {0};
  for (size_t i = 0; i < COLUMNS; i++) {
    const rowkey_type type = fuzz_schema[i].type;
    const uint64_t *offsets = values->offsets[i];
    columns[i] = type == ROWKEY_TEXT ? rowkey_values_of_offsets(ROWKEY_KIND_KEPT, values->text[i],
                                                                (size_t)offsets[1], offsets, 1)
                                     : rowkey_kept_numbers(type, &values->numbers[i], 1);
  }
  const rowkey_batch batch = rowkey_batch_of(columns, COLUMNS, 1);
  const size_t bound = rowkey_encode_bound(layout, &batch); /* which may be more than the key has */
  uint8_t *again = fuzz_allocate(bound);
  const rowkey_status status = rowkey_encode(
      encoder, &batch, &(rowkey_key_buffer){.data = again, .capacity = bound, .offsets = ends}, NULL, &error);
  FUZZ_CHECK(status == ROWKEY_OK, "the columns of a key that is accepted make none: %s", error.text);
  FUZZ_CHECK(ends[1] == key->size && memcmp(again, key->bytes, key->size) == 0,
             "a key that is accepted is not the one that its columns make");
  free(again);
}

static void check_key(const rowkey_layout *layout, rowkey_encoder *encoder, rowkey_decoder *const *decoders,
                      const struct key *key, bool made_again) {
  static struct values first, values;
  bool is_first = true;
  FUZZ_EACH_ISA(kernels) {
    decode(decoders[isa_index], kernels->name, key, is_first ? &first : &values);
    fuzz_count(kernels, "decode", 1);
    if (!is_first) check_same(layout, kernels->name, &values, &first);
    is_first = false;
  }
  if (made_again && first.status == ROWKEY_OK) check_made_again(layout, encoder, key, &first);
}

static void check_layout(const rowkey_layout *layout, bool made_again, struct fuzz_input *choices,
                         struct fuzz_input *input) {
  enum { ISAS_MAX = 8 };
  rowkey_decoder *decoders[ISAS_MAX] = {NULL};
  rowkey_encoder *encoder = NULL;
  ON_ISA("scalar") encoder = rowkey_encoder_create(layout, SEED, NULL);
  FUZZ_CHECK(encoder != NULL && rowkey_isas_count <= ISAS_MAX, "no encoder");
  FUZZ_EACH_ISA(kernels) {
    ON_ISA(kernels->name) decoders[isa_index] = rowkey_decoder_create(layout, NULL);
    FUZZ_CHECK(decoders[isa_index] != NULL, "%s: no decoder", kernels->name);
  }
  struct fuzz_records records = fuzz_take_records(input);
  struct key key = {.size = 0};
  for (size_t row = 0; row < ROWS_TRIED; row++) {
    key.size = 0;
    if (row < records.rows) make_key(encoder, &records, row, &key);
    change(&key, choices, input);
    check_key(layout, encoder, decoders, &key, made_again);
  }
  fuzz_free_records(&records);
  for (size_t i = 0; i < ISAS_MAX; i++) rowkey_decoder_free(decoders[i]);
  rowkey_encoder_free(encoder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_question question = fuzz_take_question(data, size, CHOICES_SIZE);
  rowkey_layout *layout = question.layout;
  if (layout == NULL) return 0;
  check_layout(layout, can_be_made_again(layout, (const char *)data, question.template_size),
               &question.choices, &question.records);
  rowkey_layout_free(layout);
  return 0;
}
