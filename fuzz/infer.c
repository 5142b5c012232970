/* Keys of an unknown table: any bytes, or rows of the pieces that inference looks for, some of them changed.
 * Whatever they are, a layout is found that makes as many of them as it says, or none; its template, columns
 * and fields agree with each other, and the form in which the keys lie changes nothing.
 *
 * An input says how many keys there are and how they are made, then has their bytes. */
#include <inttypes.h>
#include <rowkey/decode.h>
#include <rowkey/infer.h>
#include <stdio.h>
#include <string.h>

#include "few_candidates.h"
#include "fuzz.h"

enum { KEYS_MAX = 60, KEY_MAX = 120, PIECES_MAX = 5, POOL = 64, PIECE_MAX = 20, COLUMNS_MAX = 64 };

struct keys {
  size_t count;
  uint64_t offsets[KEYS_MAX + 1];
  uint32_t offsets32[KEYS_MAX + 1];
  uint8_t bytes[KEYS_MAX * KEY_MAX];
};

/* ---- Making keys --------------------------------------------------------------------------------- */

enum piece_kind { LITERAL, DECIMAL, HEX, NUMBER, TEXT, REMAINDER, PIECE_KINDS };

struct piece {
  enum piece_kind kind;
  size_t width;        /* 1…PIECE_MAX */
  uint64_t base, step; /* the numbers of the rows; a step of zero: scattered ones */
  uint64_t modulus;    /* of REMAINDER, which is that of the last piece's number */
  uint8_t pool[POOL];
};

static struct piece take_piece(struct fuzz_input *input) {
  struct piece piece = {.kind = (enum piece_kind)(fuzz_take(input, 1) % PIECE_KINDS)};
  piece.width = 1 + (size_t)fuzz_take_up_to(input, PIECE_MAX - 1);
  piece.base = fuzz_take_number(input);
  piece.step = fuzz_take_number(input);
  piece.modulus = 1 + fuzz_take(input, 2);
  fuzz_take_bytes(input, piece.pool, sizeof piece.pool);
  return piece;
}

static uint64_t number_of(const struct piece *piece, size_t row) {
  const uint64_t scattered = (row + 1) * UINT64_C(0x9e3779b97f4a7c15);
  return piece->base + (piece->step == 0 ? scattered ^ scattered >> 29 : row * piece->step);
}

static size_t put_number(uint64_t number, const char *format, size_t width, uint8_t *to) {
  char digits[PIECE_MAX + 1];
  const int size = snprintf(digits, sizeof digits, format, (int)width, number);
  FUZZ_CHECK(size > 0 && (size_t)size < sizeof digits, "%d digits", size);
  /* The last ones: a number that is too large for its width wraps. */
  const size_t skipped = (size_t)size > width ? (size_t)size - width : 0;
  memcpy(to, digits + skipped, (size_t)size - skipped);
  return (size_t)size - skipped;
}

/* The bytes of a piece in a row; `last` is the piece at the key's end. Returns how many they are. */
static size_t put_piece(const struct piece *piece, const struct piece *last, size_t row, uint8_t *to) {
  const uint64_t number = number_of(piece, row);
  switch (piece->kind) {
    case LITERAL:
      memcpy(to, piece->pool, piece->width);
      return piece->width;
    case DECIMAL:
      return put_number(number, "%0*" PRIu64, piece->width, to);
    case HEX:
      return put_number(number, "%0*" PRIx64, piece->width, to);
    case NUMBER:
      for (size_t i = 0; i < piece->width; i++) {
        const size_t shift = 8 * (piece->width - 1 - i);
        to[i] = (uint8_t)(shift < 64 ? number >> shift : 0);
      }
      return piece->width;
    case TEXT: {
      const size_t size = (size_t)(number >> 8) % piece->width, at = (size_t)(number % (POOL - PIECE_MAX));
      for (size_t i = 0; i < size; i++) to[i] = (uint8_t)('a' + piece->pool[at + i] % 26);
      to[size] = piece->pool[0];
      return size + 1;
    }
    case REMAINDER:
    default:
      return put_number(number_of(last, row) % piece->modulus, "%0*" PRIu64, piece->width, to);
  }
}

static void end_key(struct keys *keys, size_t row, size_t end) {
  keys->offsets[row + 1] = end;
  keys->offsets32[row + 1] = (uint32_t)end;
}

static void make_rows(struct fuzz_input *input, struct keys *keys) {
  struct piece pieces[PIECES_MAX];
  const size_t count = 1 + (size_t)fuzz_take_up_to(input, PIECES_MAX - 1);
  const size_t foreign = 8 + (size_t)fuzz_take(input, 1); /* each so many-th key is another one */
  for (size_t i = 0; i < count; i++) pieces[i] = take_piece(input);
  for (size_t row = 0; row < keys->count; row++) {
    const size_t begin = (size_t)keys->offsets[row];
    size_t end = begin;
    for (size_t i = 0; i < count; i++)
      end += put_piece(&pieces[i], &pieces[count - 1], row, keys->bytes + end);
    if (row % foreign == foreign - 1) fuzz_take_bytes(input, keys->bytes + begin, (end - begin) / 2);
    end_key(keys, row, end);
  }
}

static void take_bytes(struct fuzz_input *input, struct keys *keys) {
  const uint8_t mask = (uint8_t)fuzz_take(input, 1);
  const size_t width = (size_t)fuzz_take_up_to(input, KEY_MAX);
  const bool varies = fuzz_take(input, 1) % 2 == 1;
  for (size_t row = 0; row < keys->count; row++) {
    const size_t begin = (size_t)keys->offsets[row];
    const size_t size = varies ? (size_t)fuzz_take_up_to(input, width) : width;
    fuzz_take_bytes(input, keys->bytes + begin, size);
    for (size_t i = 0; i < size; i++) keys->bytes[begin + i] &= mask;
    end_key(keys, row, begin + size);
  }
}

/* ---- Judging what is found ------------------------------------------------------------------------- */

static size_t count_decoded(const rowkey_inference *found, const struct keys *keys) {
  static const rowkey_decoded columns[COLUMNS_MAX]; /* checked, and not wanted */
  rowkey_error error;
  size_t count = 0;
  FUZZ_CHECK(found->column_count <= COLUMNS_MAX, "%zu columns", found->column_count);
  rowkey_layout *layout = rowkey_layout_compile(found->layout, strlen(found->layout), found->columns,
                                                found->column_count, &error);
  FUZZ_CHECK(layout != NULL, "%s", error.text);
  rowkey_decoder *decoder = rowkey_decoder_create(layout, &error);
  FUZZ_CHECK(decoder != NULL, "%s", error.text);
  for (size_t i = 0; i < keys->count; i++) {
    const rowkey_keys key = rowkey_keys_of_offsets(keys->bytes, keys->offsets + i, 1);
    count += rowkey_decode(decoder, &key, columns, found->column_count, &error) == ROWKEY_OK;
  }
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
  return count;
}

static void check_fields(const rowkey_inference *found) {
  const size_t length = strlen(found->layout);
  size_t at = 0;
  FUZZ_CHECK(found->name == NULL || (found->field_count == 0 && found->decoded == found->keys),
             "%zu fields of %s, which makes %zu of %zu keys", found->field_count, found->layout,
             found->decoded, found->keys);
  for (size_t i = 0; i < found->field_count; i++) {
    const rowkey_inferred_field *field = &found->fields[i];
    FUZZ_CHECK(field->source_offset == at && field->source_length > 0 && field->text[0] != 0,
               "field %zu of %s at %zu, not %zu", i, found->layout, field->source_offset, at);
    FUZZ_CHECK(field->chance >= 0 && field->chance <= 1, "chance %g of field %zu", field->chance, i);
    at += field->source_length;
  }
  FUZZ_CHECK(found->field_count == 0 || at == length, "the fields of %s end at %zu", found->layout, at);
}

static void check_found(const rowkey_inference *found, const struct keys *keys) {
  FUZZ_CHECK(found->keys == keys->count, "%zu keys of %zu", found->keys, keys->count);
  FUZZ_CHECK(found->chance >= 0 && found->chance <= 1, "chance %g", found->chance);
  FUZZ_CHECK((found->layout == NULL) == (found->confidence == ROWKEY_CONFIDENCE_NONE), "confidence %d",
             (int)found->confidence);
  if (found->layout == NULL) return;
  FUZZ_CHECK((found->confidence == ROWKEY_CONFIDENCE_CHECKED) == (found->chance < 1), "chance %g in %s",
             found->chance, found->layout);
  const size_t decoded = count_decoded(found, keys);
  FUZZ_CHECK(found->decoded == decoded && 10 * decoded >= 9 * keys->count,
             "%s makes %zu of %zu keys, not %zu", found->layout, decoded, keys->count, found->decoded);
  check_fields(found);
}

static rowkey_inference *infer(const struct keys *keys, unsigned form) {
  rowkey_error error;
  const size_t rows = keys->count;
  const uint8_t *bytes = fuzz_guarded_copy(keys->bytes, (size_t)keys->offsets[rows]);
  const void *offsets = form == 1 ? fuzz_guarded_copy(keys->offsets32, (rows + 1) * sizeof *keys->offsets32)
                                  : fuzz_guarded_copy(keys->offsets, (rows + 1) * sizeof *keys->offsets);
  const rowkey_keys placed = form == 2   ? rowkey_keys_of_width(bytes, (size_t)keys->offsets[1], rows)
                             : form == 1 ? (rowkey_keys){.data = bytes, .offsets32 = offsets, .rows = rows}
                                         : rowkey_keys_of_offsets(bytes, offsets, rows);
  rowkey_inference *found = rowkey_infer(&placed, NULL, &error);
  FUZZ_CHECK((found == NULL) == (rows == 0), "%zu keys: %s", rows, error.text);
  FUZZ_CHECK(found != NULL || error.status == ROWKEY_ERROR_RANGE, "status %d", (int)error.status);
  return found;
}

static bool have_one_width(const struct keys *keys) {
  for (size_t i = 0; i < keys->count; i++)
    if (keys->offsets[i + 1] != (i + 1) * keys->offsets[1]) return false;
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct keys keys;
  fuzz_without_kernels();
  choose_candidates(size == 0 ? 0 : data[size - 1]); /* which the keys are not made of */
  struct fuzz_input input = fuzz_begin(data, size);
  const unsigned choice = (unsigned)fuzz_take(&input, 1);
  keys.count = (size_t)fuzz_take_up_to(&input, KEYS_MAX);
  if (choice % 4 == 3)
    take_bytes(&input, &keys);
  else
    make_rows(&input, &keys);
  rowkey_inference *found = infer(&keys, 0);
  if (found != NULL) check_found(found, &keys);
  if (found != NULL && choice % 16 < 4) {
    rowkey_inference *again = infer(&keys, have_one_width(&keys) ? 2 : 1);
    FUZZ_CHECK((again->layout == NULL) == (found->layout == NULL) && again->decoded == found->decoded &&
                   (found->layout == NULL || strcmp(again->layout, found->layout) == 0),
               "%s, and in another form %s", found->layout == NULL ? "none" : found->layout,
               again->layout == NULL ? "none" : again->layout);
    rowkey_inference_free(again);
  }
  rowkey_inference_free(found);
  return 0;
}
