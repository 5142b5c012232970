/* Runs the program of a layout (one_row_plan.c) for one row: a loop over steps, each of which makes a
 * number, a hash or a text of earlier ones, or writes bytes.
 *
 *     {md5(id) % 1000000:07d}{id:010d}    id = 1
 *
 *     ROW_INTEGER        1
 *     ROW_MD5_DECIMAL    c4ca4238a0b923820dcc509a6f75849b, of the text "1"
 *     ROW_MODULO_HASH    88411
 *     ROW_BEGIN_KEY
 *     ROW_DECIMAL        0088411
 *     ROW_DECIMAL        0000000001
 *
 * A step that finds a row it cannot handle ends the loop, and the row goes to a batch. */
#include "encode/one_row.h"

#include "plan/operation.h"
#include "plan/text_function.h"
#include "wide.h"

/* Plain C that the kernels of this one lane are made of as well. */
#include "simd/lanes/scalar.h"

#include "simd/kernels/decimal.h"
#include "simd/kernels/md5_constants.h"

#define MD5_STREAMS 1
#define MD5_ROUNDS md5_one_block
#include "simd/kernels/md5_rounds.h"

enum { BLOCK = 64 };

/* Where bytes go: those from `at` to `end` may be overwritten. What takes it is inlined, so that it stays in
 * registers. */
struct output {
  uint8_t *at, *end;
};

/* ---- MD5 ------------------------------------------------------------------------------------- */

static __attribute__((noinline)) void md5_of_words(const uint32_t words[16][1], union row_value *digest) {
  vec32 state[4][1];
  for (size_t i = 0; i < 4; i++) state[i][0] = md5_initial[i];
  md5_one_block(state, words, 0xffff, md5_sines, md5_nothing_meanwhile, NULL);
  digest->hash[0] = __builtin_bswap64(state[0][0] | (uint64_t)state[1][0] << 32);
  digest->hash[1] = __builtin_bswap64(state[2][0] | (uint64_t)state[3][0] << 32);
}

static void md5_of_message(uint8_t *message, size_t size, union row_value *digest) {
  uint32_t words[16][1];
  message[size] = 0x80;
  memset(message + size + 1, 0, BLOCK - size - 1);
  for (size_t i = 0; i < 14; i++) words[i][0] = load_le32(message + 4 * i);
  words[14][0] = (uint32_t)size * 8;
  words[15][0] = 0;
  md5_of_words(words, digest);
}

/* The unpadded text of x in chunks of eight bytes, zeros after it; returns its bits. */
V_INLINE uint64_t row_decimal_chunks(uint64_t x, enum decimal_domain domain, uint64_t text[3]) {
  const int chunks = decimal_chunks(domain);
  decimal_digits(&x, 1, domain, 8, text);
  const uint64_t zeros = decimal_leading_zeros(chunks, text);
  decimal_characters((size_t)chunks, text);
  decimal_move(text, chunks, zeros);
  return 64 * (uint64_t)chunks - zeros;
}

V_INLINE uint64_t row_decimal_text(uint64_t x, uint64_t text[3]) {
  text[1] = text[2] = 0;
  if (x < decimal_powers[8]) return row_decimal_chunks(x, DECIMAL_BELOW_1E8, text);
  if (x < decimal_powers[16]) return row_decimal_chunks(x, DECIMAL_BELOW_1E16, text);
  return row_decimal_chunks(x, DECIMAL_ANY, text);
}

static void md5_of_decimal(uint64_t x, union row_value *digest) {
  uint32_t words[16][1] = {{0}};
  uint64_t text[3];
  const uint64_t bits = row_decimal_text(x, text);
  for (size_t i = 0; i < 3; i++) {
    if (bits >> 6 == i) text[i] |= UINT64_C(0x80) << (bits & 63);
    words[2 * i][0] = (uint32_t)text[i];
    words[2 * i + 1][0] = (uint32_t)(text[i] >> 32);
  }
  words[14][0] = (uint32_t)bits;
  md5_of_words(words, digest);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

V_INLINE uint64_t row_swapped(uint64_t x, unsigned bytes) { return __builtin_bswap64(x) >> (64 - 8 * bytes); }

/* ---- Parts ----------------------------------------------------------------------------------- */

/* The lowest `width` <= 8 bytes of x. */
V_INLINE void row_put(struct output *to, uint64_t x, size_t width) {
  if (to->end - to->at >= 8)
    store_le64(to->at, x);
  else
    store_le_narrow(to->at, x, width);
  to->at += width;
}

/* False if x has more digits than that. */
V_INLINE bool row_put_decimal(struct output *to, uint64_t x, unsigned width) {
  uint64_t text[3];
  if (width < 20 && x >= decimal_powers[width]) return false;
  const enum decimal_domain domain = width <= 8    ? DECIMAL_BELOW_1E8
                                     : width <= 16 ? DECIMAL_BELOW_1E16
                                                   : DECIMAL_ANY;
  const size_t chunks = (size_t)decimal_chunks(domain), first = width - 8 * (chunks - 1);
  decimal_digits(&x, 1, domain, 8, text);
  decimal_characters(chunks, text);
  row_put(to, text[0] >> (64 - 8 * first), first);
  for (size_t i = 1; i < chunks; i++) row_put(to, text[i], 8);
  return true;
}

V_INLINE bool row_put_decimal_text(struct output *to, uint64_t x) {
  uint64_t text[3];
  const size_t size = (size_t)(row_decimal_text(x, text) / 8);
  for (size_t i = 0; 8 * i < size; i++) row_put(to, text[i], size - 8 * i < 8 ? size - 8 * i : 8);
  return true;
}

V_INLINE bool row_put_text(struct output *to, const union row_value *value, int delimiter) {
  const size_t size = (size_t)value->text.size;
  if (to->end - to->at < (ptrdiff_t)size) return false; /* of a message; for a key there is room */
  if (size == 0) return true;
  if (delimiter >= 0 && memchr(value->text.bytes, delimiter, size) != NULL) return false;
  memcpy(to->at, value->text.bytes, size);
  to->at += size;
  return true;
}

V_INLINE bool row_put_padded_text(struct output *to, const union row_value *value, size_t width) {
  const size_t size = (size_t)value->text.size;
  if (size > width || (size > 0 && value->text.bytes[size - 1] == 0)) return false;
  if (size > 0) memcpy(to->at, value->text.bytes, size);
  memset(to->at + size, 0, width - size);
  to->at += width;
  return true;
}

V_INLINE void row_put_hash(uint8_t *to, const union row_value *value, size_t size) {
  uint8_t bytes[8];
  size_t i = 0;
  for (; i + 8 <= size; i += 8) store_be64(to + i, value->hash[i / 8]);
  if (i == size) return;
  store_be64(bytes, value->hash[i / 8]);
  memcpy(to + i, bytes, size - i);
}

/* Those that other kernels write. */
V_INLINE void row_put_hex(struct output *to, const struct row_step *step) {
  const struct rowkey_kernels *kernels = rowkey_isas[0].kernels;
  const struct rowkey_place place = {to->at, step->width, step->width, to->at + step->width};
  uint8_t digest[MOST_HASH_SIZE];
  if (step->operation == ROW_HEX) {
    kernels->hex_padded(&step->a->number, 1, step->width, step->upper, &place);
  } else {
    row_put_hash(digest, step->a, step->width / 2);
    kernels->hex_fixed(digest, step->width / 2, 1, step->upper, &place);
  }
  to->at += step->width;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

V_INLINE struct slice row_text(const union row_value *value) {
  return (struct slice){(const char *)value->text.bytes, (size_t)value->text.size};
}

static __attribute__((noinline)) void compute_of_row_text(const struct row_step *step) {
  step->out->number = step->value->operation->compute_of_text(step->value, row_text(step->a));
}

static void cut_row_text(const struct row_step *step) {
  const struct slice cut = step->call->function->cut(step->call, row_text(step->a));
  step->out->text.bytes = (const uint8_t *)cut.at;
  step->out->text.size = cut.size;
}

/* False if the text has no result, or there is no room for it. */
static bool change_row_text(const struct row_step *step, struct output *texts) {
  const uint64_t most = rowkey_text_call_most(step->call, step->a->text.size);
  if (most > (uint64_t)(texts->end - texts->at)) return false;
  const size_t size =
      step->call->function->change(step->call, step->a->text.bytes, (size_t)step->a->text.size, texts->at);
  step->out->text.bytes = texts->at;
  step->out->text.size = size;
  if (size == NO_TEXT) return false;
  texts->at += size;
  return true;
}

/* What a batch asks for it, which does not know what functions leave of the text. */
static uint64_t room_for_text(const struct row_program *program, const struct value *text) {
  return text->kind == VALUE_TEXT_CALL ? rowkey_text_call_most(&text->call, room_for_text(program, text->a))
                                       : program->values[text->index].text.size;
}

/* ---- The steps ------------------------------------------------------------------------------- */

/* Where the key is written: there must be as much room as a batch would ask for. */
V_INLINE bool row_begin_key(const struct rowkey_encoder *encoder, uint8_t *key, size_t capacity,
                            struct output *to) {
  const struct sequence *sequence = &encoder->layout->key;
  uint64_t bound = sequence->fixed ? sequence->width : sequence->maximum;
  for (size_t i = 0; i < sequence->count && !sequence->fixed; i++) {
    const struct part *part = &sequence->parts[i];
    if (part->kind != PART_TEXT || part->written->base == 10) continue;
    const uint64_t size = room_for_text(encoder->program, part->written);
    if (size > capacity) return false;
    bound += size;
  }
  if (bound > capacity || key == NULL) return false;
  *to = (struct output){key, key + bound};
  return true;
}

/* The value is not null, and sets no member that this version of the library does not know. */
V_INLINE bool row_is_plain(const struct row_step *step, const rowkey_value *value) {
  _Static_assert(sizeof value->reserved == sizeof(uint64_t), "all of it is looked at");
  bool is_kept = false;
  for (int i = 0; i < KEPT_TAGS; i++) is_kept |= value->tag == step->tags[i];
  return !value->is_null && is_kept && value->reserved[0] == 0;
}

static bool read_text(const struct row_step *step, const rowkey_value *value, union row_value *out) {
  out->text.bytes = (const uint8_t *)value->as.text;
  out->text.size = value->size;
  return row_is_plain(step, value) && (value->as.text != NULL || value->size == 0) &&
         value->size <= PTRDIFF_MAX;
}

V_INLINE bool row_in_range(const struct row_step *step) {
  return step->checked->number - step->low <= step->span;
}

V_INLINE uint64_t row_masked(const struct row_step *step) {
  return ((step->a->number + step->bias) & step->mask) ^ step->flip;
}

bool rowkey_program_run(const struct rowkey_encoder *encoder, const rowkey_record *record, uint8_t *key,
                        size_t capacity, size_t *length) {
  const rowkey_value *values = record->values;
  const struct row_program *program = encoder->program;
  const uint64_t row = row_of_record(encoder, record);
  if ((record->reserved[0] | record->reserved[1]) != 0 || record->count != encoder->layout->column_count ||
      record->numbering > ROWKEY_ROWS_FROM)
    return false;
  uint8_t message[2 * BLOCK]; /* text up to the most that it may have, and fixed parts of as much */
  struct output to = {message, message + ROW_MESSAGE_MAX};
  uint8_t text[ROW_TEXTS_MAX];
  struct output texts = {text, text + ROW_TEXTS_MAX};
  for (const struct row_step *step = program->steps; step < program->end; step++) {
    uint8_t *const begin = to.at;
    bool good = true;
    switch (step->operation) {
      case ROW_INTEGER:
        step->out->number = values[step->column].as.u64;
        good = row_is_plain(step, &values[step->column]) && row_in_range(step);
        break;
      case ROW_TEXT:
        good = read_text(step, &values[step->column], step->out) &&
               (step->width == 0 || step->out->text.size == step->width);
        break;
      case ROW_RANDOM:
        rowkey_isas[0].kernels->random_u64(encoder->seeds[step->index], row, 1, &step->out->number);
        break;
      case ROW_MASK:
        good = row_in_range(step);
        step->out->number = row_masked(step);
        break;
      case ROW_SWAP:
        step->out->number = row_swapped(row_masked(step), step->width);
        break;
      case ROW_COMPUTE:
        step->out->number = step->compute(step->value, step->a->number, step->b->number);
        break;
      case ROW_OPERATION:
        good = row_in_range(step) && step->b->number - step->second_low <= step->second_span;
        step->out->number = step->compute(step->value, step->a->number, step->b->number);
        break;
      case ROW_ATTEMPT:
        good = step->attempt(step->value, step->a->number, step->b->number, &step->out->number);
        break;
      case ROW_COMPUTE_OF_TEXT:
        compute_of_row_text(step);
        break;
      case ROW_COMPUTE_OF_HASH:
        step->out->number = step->value->operation->compute_of_hash(step->value, step->a->hash);
        break;
      case ROW_CUT_TEXT:
        cut_row_text(step);
        break;
      case ROW_CHANGE_TEXT:
        good = change_row_text(step, &texts);
        break;
      case ROW_MD5_DECIMAL:
        md5_of_decimal(step->a->number, step->out);
        break;
      case ROW_BEGIN:
        to = (struct output){message, message + ROW_MESSAGE_MAX};
        break;
      case ROW_MD5:
        good = to.at <= message + ROW_MESSAGE_MAX;
        if (good) md5_of_message(message, (size_t)(to.at - message), step->out);
        break;
      case ROW_HASH: {
        const size_t size = (size_t)(to.at - message);
        good = size != 0 && rowkey_isas[0].kernels->hash_fixed(step->hash, NULL, message, 1, size, size,
                                                               step->out->hash) == 1;
        break;
      }
      case ROW_HALF:
        step->out->number = step->a->hash[step->index];
        break;
      case ROW_BEGIN_KEY:
        good = row_begin_key(encoder, key, capacity, &to);
        break;
      case ROW_LITERAL:
        memcpy(to.at, step->literal, step->width);
        to.at += step->width;
        break;
      case ROW_DECIMAL:
        good = row_in_range(step) && row_put_decimal(&to, step->a->number, step->width);
        break;
      case ROW_DIGITS:
        good = row_in_range(step);
        if (good) digits_write(step->digits, step->a->number, step->width, to.at);
        to.at += step->width;
        break;
      case ROW_BIG_ENDIAN:
        good = row_in_range(step) && row_masked(step) >> 1 >> (8 * step->width - 1) == 0;
        row_put(&to, row_swapped(row_masked(step), step->width), step->width);
        break;
      case ROW_HEX:
        good = row_in_range(step);
        row_put_hex(&to, step);
        break;
      case ROW_HASH_HEX:
        row_put_hex(&to, step);
        break;
      case ROW_HASH_BYTES:
        row_put_hash(to.at, step->a, step->width);
        to.at += step->width;
        break;
      case ROW_PADDED_TEXT:
        good = row_put_padded_text(&to, step->a, step->width);
        break;
      case ROW_ANY_TEXT:
        good = row_put_text(&to, step->a, step->delimiter);
        break;
      case ROW_DECIMAL_TEXT:
        good = row_in_range(step) && row_put_decimal_text(&to, step->a->number);
        break;
    }
    if (!good) return false;
    if (step->inverted)
      for (uint8_t *at = begin; at < to.at; at++) *at = (uint8_t)~*at;
  }
  *length = (size_t)(to.at - key);
  return true;
}
