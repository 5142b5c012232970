/* Pieces that a hash or a remainder of others makes. Where a number s of each key is H % N for a value H of
 * the same key, N divides H - s in all of them: the greatest common divisor of a few keys is N, and of what
 * does not hang together it is small. So no modulus has to be guessed. */
#include <inttypes.h>
#include <rowkey/decode.h>
#include <rowkey/encode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "infer/draft.h"
#include "infer/trial.h"
#include "infer/wide_numbers.h"

enum {
  PROBES = 16,       /* keys that a relation is looked for in */
  LEAST_PROBES = 8,  /* fewer show nothing */
  ROUNDS = 3,        /* of other keys each: one of a foreign table spoils a round */
  VALUE_SIZE = 1024, /* longer keys have no part in it */
  MOST_HASH_SIZE = 16,
  MOST_DECIMAL = 19
};

/* ---- Functions --------------------------------------------------------------------------------- */

enum result { RESULT_WIDE, RESULT_INT, RESULT_UNSIGNED };

static const struct function {
  const char *pattern;
  enum result result;
} functions[] = {
    {"md5($)", RESULT_WIDE},
    {"java_hash($)", RESULT_INT},
    {"h31($)", RESULT_INT},
    {"h31($, start=0)", RESULT_INT},
    {"murmur3_32($)", RESULT_INT},
    {"murmur3_32($, seed=42)", RESULT_INT},
    {"murmur3_32($, seed=42, tail=words)", RESULT_INT},
    {"murmur3_32($, seed=104729)", RESULT_INT},
    {"murmur3_32($, seed=104729, tail=signed)", RESULT_INT},
    {"murmur2($)", RESULT_INT},
    {"murmur2($, seed=0x9747b28c)", RESULT_INT},
    {"xxh64($)", RESULT_UNSIGNED},
    {"xxh3($)", RESULT_UNSIGNED},
    {"crc32($)", RESULT_UNSIGNED},
    {"crc32c($)", RESULT_UNSIGNED},
    {"crc16($)", RESULT_UNSIGNED},
    {"fnv1a_32($)", RESULT_UNSIGNED},
    {"murmur2_64($)", RESULT_UNSIGNED},
    {"murmur3_128($)", RESULT_WIDE},
    {"murmur3_128($, tail=signed)", RESULT_WIDE},
    {"$", RESULT_UNSIGNED}, /* of a number itself */
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static bool takes_a_number(const struct function *function) { return function->pattern[1] == 0; }

/* ---- Keys that are probed ---------------------------------------------------------------------- */

struct probe {
  uint8_t keys[PROBES * VALUE_SIZE];
  uint64_t limits[PROBES + 1];
  size_t rows;
  rowkey_values values[MOST_PIECES]; /* of the columns of the draft */
  uint8_t data[MOST_PIECES][PROBES * VALUE_SIZE];
  uint64_t offsets[MOST_PIECES][PROBES + 1];
  uint64_t piece_begin[MOST_PIECES + 1]
                      [PROBES]; /* where each piece begins in its key, and the last one ends */
};

struct search {
  const struct seen *keys;
  struct draft *draft;
  struct drafted drafted;
  rowkey_layout *layout; /* of the draft */
  struct probe *probe;
  bool out_of_memory;
};

/* Notes that memory ran out; false, for what failed. */
static bool fail(struct search *search, rowkey_status status) {
  search->out_of_memory |= status == ROWKEY_ERROR_MEMORY;
  return false;
}

/* Decodes the probed keys. */
static bool decode_probe(struct search *search) {
  struct probe *probe = search->probe;
  rowkey_decoded decoded[MOST_PIECES];
  rowkey_error error;
  const struct drafted *drafted = &search->drafted;
  memset(decoded, 0, sizeof decoded);
  for (size_t i = 0; i < drafted->column_count; i++) {
    const bool is_text = drafted->columns[i].type == ROWKEY_TEXT;
    decoded[i] = is_text ? rowkey_decoded_text(probe->data[i], sizeof probe->data[i], probe->offsets[i])
                         : rowkey_decoded_numbers(probe->data[i]);
    probe->values[i] = is_text ? rowkey_values_of_offsets(probe->data[i], probe->offsets[i], 0)
                               : rowkey_values_of_numbers(probe->data[i]);
  }
  const rowkey_keys keys = rowkey_keys_of_offsets(probe->keys, probe->limits, probe->rows);
  rowkey_decoder *decoder = rowkey_decoder_create(search->layout, &error);
  const bool good = decoder != NULL && rowkey_decode(decoder, &keys, decoded, &error) == ROWKEY_OK;
  rowkey_decoder_free(decoder);
  if (!good) return fail(search, error.status);
  for (size_t i = 0; i < drafted->column_count; i++)
    if (drafted->columns[i].type == ROWKEY_TEXT)
      probe->values[i].size = (size_t)probe->offsets[i][probe->rows];
  return true;
}

/* Where the pieces of each key begin. */
static void find_pieces(struct search *search) {
  struct probe *probe = search->probe;
  for (size_t row = 0; row < probe->rows; row++) {
    uint64_t at = probe->limits[row];
    for (size_t i = 0; i < search->draft->count; i++) {
      const size_t column = search->drafted.column_of[i];
      probe->piece_begin[i][row] = at;
      at += search->draft->pieces[i].kind == PIECE_TEXT
                ? probe->offsets[column][row + 1] - probe->offsets[column][row]
                : search->draft->pieces[i].width;
    }
    probe->piece_begin[search->draft->count][row] = at;
  }
}

/* Takes keys of the draft's shape, spread over all; the next ones in each round. */
static bool take_probe(struct search *search, size_t round) {
  struct probe *probe = search->probe;
  const struct seen *seen = search->keys;
  probe->rows = 0;
  const size_t step = seen->count / PROBES + 1;
  for (size_t turn = 0; turn < step && turn < ROUNDS && probe->rows < PROBES; turn++) {
    for (size_t i = (round + turn) % step; i < seen->count && probe->rows < PROBES; i += step) {
      const size_t size = seen_size(seen, i);
      uint64_t begin = seen->begin[i];
      const struct seen one = {seen->bytes, &begin, seen->end + i, 1, NULL};
      size_t good;
      if (size == 0 || size > VALUE_SIZE) continue;
      if (!rowkey_try_layout(search->layout, &one, &good, NULL)) return fail(search, ROWKEY_ERROR_MEMORY);
      if (good == 0) continue;
      const uint64_t at = probe->limits[probe->rows];
      memcpy(probe->keys + at, seen_at(seen, i), size);
      probe->limits[++probe->rows] = at + size;
    }
  }
  return true;
}

/* ---- Numbers of keys --------------------------------------------------------------------------- */

/* The number that a piece spells. */
static struct wide_number number_at(const struct piece *piece, const uint8_t *at) {
  struct wide_number number = {0, 0};
  for (size_t i = 0; i < piece->width; i++) {
    const uint8_t byte = at[i];
    switch (piece->kind) {
      case PIECE_DECIMAL:
        number.low = 10 * number.low + (uint64_t)(byte - '0');
        break;
      case PIECE_HEX:
        number.high = number.high << 4 | number.low >> 60;
        number.low = number.low << 4 | (uint64_t)(byte <= '9' ? byte - '0' : (byte | 0x20) - 'a' + 10);
        break;
      case PIECE_LETTER:
        number.low = (uint64_t)(byte - 'a');
        break;
      default:
        number.high = number.high << 8 | number.low >> 56;
        number.low = number.low << 8 | byte;
    }
  }
  return number;
}

static bool may_be_computed(const struct piece *piece) {
  if (piece->unit != ROWKEY_NO_TIME || is_computed(piece)) return false;
  const bool wide = piece->kind == PIECE_OPAQUE || (piece->kind == PIECE_HEX && piece->width <= 32);
  return wide || piece->kind == PIECE_LETTER || piece->kind == PIECE_DECIMAL ||
         (piece->kind == PIECE_NUMBER && piece->form == FORM_PLAIN);
}

/* ---- Relations --------------------------------------------------------------------------------- */

/* How a bucket is taken of a hash: "abs(h31(key) % 16)". */
static const struct reading {
  enum result result;
  bool absolute;
  uint64_t mask;
  const char *before, *between, *after; /* the call and the modulus */
} readings[] = {
    {RESULT_WIDE, false, 0, "", " % ", ""},
    {RESULT_UNSIGNED, false, UINT64_MAX, "", " % ", ""},
    {RESULT_INT, true, UINT64_MAX, "abs(", " % ", ")"},
    {RESULT_INT, false, 0x7fffffff, "(", " & 0x7fffffff) % ", ""},
    {RESULT_INT, false, 0xfffffff, "(", " & 0xfffffff) % ", ""},
    {RESULT_INT, false, UINT64_MAX, "floormod(", ", ", ")"},
};
enum { READINGS = sizeof readings / sizeof *readings };

/* Hashes of the probed keys by one function, and the numbers that stand in the keys. */
struct pairs {
  struct wide_number hashes[PROBES], numbers[PROBES];
  size_t rows;
};

static struct wide_number read_hash(struct wide_number hash, const struct reading *reading) {
  if (reading->result == RESULT_WIDE) return hash;
  const uint64_t value = reading->absolute && hash.low >> 63 != 0 ? 0 - hash.low : hash.low & reading->mask;
  return (struct wide_number){0, value};
}

/* |hash - number|; of signed hashes in 64 bits. */
static struct wide_number distance(struct wide_number hash, struct wide_number number, enum result result) {
  if (result == RESULT_INT) {
    const int64_t apart = (int64_t)(hash.low - number.low);
    return (struct wide_number){0, apart < 0 ? 0 - (uint64_t)apart : (uint64_t)apart};
  }
  return wide_compare(hash, number) < 0 ? wide_subtract(number, hash) : wide_subtract(hash, number);
}

static bool numbers_differ(const struct pairs *pairs) {
  for (size_t i = 1; i < pairs->rows; i++)
    if (wide_compare(pairs->numbers[0], pairs->numbers[i]) != 0) return true;
  return false;
}

/* The modulus by which each hash is its number; 0 where they are the same, 1 where nothing connects them. */
static uint64_t find_modulus(const struct pairs *pairs, const struct reading *reading) {
  struct wide_number common = {0, 0}, most = {0, 0};
  for (size_t i = 0; i < pairs->rows; i++) {
    if (wide_compare(pairs->numbers[i], most) > 0) most = pairs->numbers[i];
    common = wide_common_divisor(
        common, distance(read_hash(pairs->hashes[i], reading), pairs->numbers[i], reading->result));
  }
  if (wide_is_zero(common)) return 0;
  return common.high == 0 && wide_compare(common, most) > 0 ? common.low : 1;
}

/* Whether the numbers are the first bits of the hashes; how many. */
static size_t leading_bits(const struct piece *piece) {
  return piece->kind == PIECE_HEX ? 4 * piece->width : piece->kind == PIECE_NUMBER ? 8 * piece->width : 0;
}

static bool are_leading_bits(const struct pairs *pairs, size_t bits) {
  for (size_t i = 0; i < pairs->rows; i++)
    if (wide_compare(wide_shift_right(pairs->hashes[i], 128 - bits), pairs->numbers[i]) != 0) return false;
  return true;
}

/* The whole hash has a format of its own only where it is as wide as the piece. */
static bool holds_whole(const struct piece *piece, const struct function *function) {
  switch (function->result) {
    case RESULT_WIDE:
      return piece->kind == PIECE_OPAQUE || (piece->kind == PIECE_HEX && piece->width == 32);
    case RESULT_UNSIGNED:
      return piece->kind == PIECE_NUMBER || piece->kind == PIECE_HEX || piece->kind == PIECE_DECIMAL;
    default:
      return false;
  }
}

/* Fills in the pattern of the piece where these hashes make its numbers. */
static bool relate(const struct pairs *pairs, const struct function *function, struct piece *piece) {
  const size_t bits = leading_bits(piece), room = sizeof piece->pattern;
  if (!numbers_differ(pairs)) return false;
  for (size_t i = 0; i < READINGS; i++) {
    if (readings[i].result != function->result) continue;
    const uint64_t modulus = find_modulus(pairs, &readings[i]);
    if (modulus == 1 || (modulus == 0 && (!holds_whole(piece, function) || takes_a_number(function))))
      continue;
    const struct reading *reading = &readings[i];
    const int size = modulus == 0 ? snprintf(piece->pattern, room, "%s", function->pattern)
                                  : snprintf(piece->pattern, room, "%s%s%s%" PRIu64 "%s", reading->before,
                                             function->pattern, reading->between, modulus, reading->after);
    piece->modulus = modulus;
    if (size > 0 && (size_t)size < room) return true;
    piece->pattern[0] = 0;
  }
  if (function->result != RESULT_WIDE || bits == 0 || bits >= 128 || !are_leading_bits(pairs, bits))
    return false;
  if (piece->kind == PIECE_HEX) return snprintf(piece->pattern, room, "%s", function->pattern), true;
  if (strcmp(function->pattern, "md5($)") != 0) return false;
  if (bits == 64)
    snprintf(piece->pattern, room, "md5($, half=first)");
  else
    snprintf(piece->pattern, room, "md5($, half=first) >> %zu", 64 - bits);
  return true;
}

/* ---- Trying ------------------------------------------------------------------------------------ */

/* A piece that may be computed, and the columns of the others. */
struct target {
  size_t piece;
  struct drafted drafted;             /* without the column of the piece */
  rowkey_column columns[MOST_PIECES]; /* those, and the text behind the piece */
  rowkey_values values[MOST_PIECES];
  size_t column_count;
};

static const char following[] = "following"; /* the column that stands for `rest` while a function is tried */

static bool aim(const struct search *search, size_t index, struct target *target) {
  const struct probe *probe = search->probe;
  struct draft draft = *search->draft;
  snprintf(draft.pieces[index].pattern, sizeof draft.pieces[index].pattern, "$");
  draft.pieces[index].argument = ARGUMENT_REST;
  target->piece = index;
  if (!rowkey_draft_write(&draft, &target->drafted)) return false;
  target->column_count = target->drafted.column_count;
  for (size_t i = 0; i < draft.count; i++) {
    const size_t column = target->drafted.column_of[i];
    if (column == ROWKEY_NONE) continue;
    target->columns[column] = target->drafted.columns[column];
    target->columns[column].name = target->drafted.names[column];
    target->values[column] = probe->values[search->drafted.column_of[i]];
  }
  if (index + 1 == draft.count) return true; /* the place of its own column is free for this one */
  target->columns[target->column_count] = rowkey_column_of(following, ROWKEY_TEXT);
  target->values[target->column_count++] = rowkey_values_of_spans(
      probe->keys, sizeof probe->keys, probe->piece_begin[index + 1], probe->piece_begin[draft.count]);
  return true;
}

/* The results of the function for the probed keys; false where it has none for one of them. */
static bool hash_probe(struct search *search, const struct target *target, const struct function *function,
                       const char *argument, struct pairs *pairs) {
  static const char *const formats[] = {"", ":i64be", ":u64"};
  const size_t width = function->result == RESULT_WIDE ? MOST_HASH_SIZE : sizeof(uint64_t);
  const char *mark = strchr(function->pattern, '$');
  char text[DRAFT_TEXT_SIZE];
  uint8_t bytes[PROBES * MOST_HASH_SIZE];
  rowkey_error error;
  const int size = snprintf(text, sizeof text, "{%.*s%s%s%s}", (int)(mark - function->pattern),
                            function->pattern, argument, mark + 1, formats[function->result]);
  if (size < 0 || (size_t)size >= sizeof text) return false;
  rowkey_layout *layout =
      rowkey_layout_compile(text, (size_t)size, target->columns, target->column_count, &error);
  rowkey_encoder *encoder = layout == NULL ? NULL : rowkey_encoder_create(layout, 0, &error);
  const rowkey_batch batch = rowkey_batch_of(target->values, search->probe->rows);
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(bytes, sizeof bytes);
  const bool good = encoder != NULL && rowkey_layout_key_width(layout) == width &&
                    rowkey_encode(encoder, &batch, &buffer, NULL, &error) == ROWKEY_OK;
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  const struct piece whole = {.kind = PIECE_OPAQUE, .width = width};
  if (!good) return fail(search, layout == NULL || encoder == NULL ? error.status : ROWKEY_OK);
  for (size_t row = 0; row < pairs->rows; row++) pairs->hashes[row] = number_at(&whole, bytes + row * width);
  return true;
}

/* Fills in the pattern of the piece where a function of this argument makes it. */
static bool try_argument(struct search *search, const struct target *target, enum argument argument,
                         size_t of, struct pairs *pairs) {
  char text[DRAFT_TEXT_SIZE];
  struct piece *piece = &search->draft->pieces[target->piece];
  if (argument == ARGUMENT_REST)
    memcpy(text, following, sizeof following);
  else if (!rowkey_draft_argument(search->draft, &target->drafted, argument, of, text, sizeof text))
    return false;
  for (size_t i = 0; i < FUNCTIONS; i++) {
    if (takes_a_number(&functions[i]) && argument != ARGUMENT_COLUMN) continue;
    if (!hash_probe(search, target, &functions[i], text, pairs) || !relate(pairs, &functions[i], piece))
      continue;
    piece->argument = argument;
    piece->of = of;
    return true;
  }
  return false;
}

static bool try_piece(struct search *search, size_t index) {
  const struct probe *probe = search->probe;
  const struct draft *draft = search->draft;
  struct target target;
  struct pairs pairs = {.rows = probe->rows};
  if (!may_be_computed(&draft->pieces[index]) || !aim(search, index, &target)) return false;
  for (size_t row = 0; row < probe->rows; row++)
    pairs.numbers[row] = number_at(&draft->pieces[index], probe->keys + probe->piece_begin[index][row]);
  for (size_t of = 0; of < draft->count; of++)
    if (of != index && try_argument(search, &target, ARGUMENT_COLUMN, of, &pairs)) return true;
  if (index + 1 < draft->count && try_argument(search, &target, ARGUMENT_REST, 0, &pairs)) return true;
  if (target.drafted.column_count > 1 && try_argument(search, &target, ARGUMENT_ALL, 0, &pairs)) return true;
  for (size_t of = 0; of < draft->count; of++) {
    const bool has_format = draft->pieces[of].kind != PIECE_TEXT && draft->pieces[of].kind != PIECE_OPAQUE;
    if (of != index && has_format && try_argument(search, &target, ARGUMENT_FIELD, of, &pairs)) return true;
  }
  return false;
}

/* ---- The search -------------------------------------------------------------------------------- */

/* Makes ready for the draft as it is. */
static bool prepare(struct search *search, size_t round) {
  rowkey_error error;
  rowkey_layout_free(search->layout);
  search->layout = NULL;
  if (!rowkey_draft_write(search->draft, &search->drafted)) return false;
  for (size_t i = 0; i < search->drafted.column_count; i++)
    search->drafted.columns[i].name = search->drafted.names[i];
  search->layout = rowkey_layout_compile(search->drafted.layout, strlen(search->drafted.layout),
                                         search->drafted.columns, search->drafted.column_count, &error);
  if (search->layout == NULL) return fail(search, error.status);
  if (!take_probe(search, round) || search->probe->rows < LEAST_PROBES || !decode_probe(search)) return false;
  find_pieces(search);
  return true;
}

/* Looks for one more piece that others make, from piece `first` to `last`. */
static bool find_one(struct search *search, size_t first, size_t last) {
  for (size_t round = 0; round < ROUNDS; round++) {
    if (!prepare(search, round)) return false;
    for (size_t i = first; i <= last && i < search->draft->count; i++)
      if (try_piece(search, i)) return true;
  }
  return false;
}

/* Nothing shows where a number ends that another one follows: each place is tried. */
static bool find_cut(struct search *search) {
  const struct draft whole = *search->draft;
  size_t first = 0, width = 0, begin = 0, end;
  while (first < whole.count && whole.pieces[first].kind == PIECE_LITERAL)
    begin += whole.pieces[first++].width;
  for (end = first; end < whole.count && whole.pieces[end].kind == PIECE_DECIMAL; end++) {
    if (is_computed(&whole.pieces[end])) return false;
    width += whole.pieces[end].width;
  }
  for (size_t cut = 1; cut < width && cut <= MOST_DECIMAL; cut++) {
    struct draft *draft = search->draft;
    draft->count = first;
    rowkey_draft_add(draft, PIECE_DECIMAL, cut);
    for (size_t left = width - cut; left > 0;) {
      const size_t next = left < MOST_DECIMAL ? left : MOST_DECIMAL;
      struct piece *piece = rowkey_draft_add(draft, PIECE_DECIMAL, next);
      if (piece == NULL) break;
      rowkey_find_instant(search->keys, begin + width - left, next, true, &piece->form, &piece->unit);
      left -= next;
    }
    if (draft->count + whole.count - end > MOST_PIECES) continue;
    memcpy(draft->pieces + draft->count, whole.pieces + end, (whole.count - end) * sizeof *whole.pieces);
    draft->count += whole.count - end;
    if (find_one(search, first, first)) return true;
  }
  *search->draft = whole;
  return false;
}

bool rowkey_find_computed(const struct seen *keys, struct draft *draft) {
  struct search search = {.keys = keys, .draft = draft, .probe = malloc(sizeof(struct probe))};
  if (search.probe == NULL) return false;
  search.probe->limits[0] = 0;
  bool found = find_one(&search, 0, MOST_PIECES) || find_cut(&search);
  while (found) found = find_one(&search, 0, MOST_PIECES);
  rowkey_layout_free(search.layout);
  free(search.probe);
  return !search.out_of_memory;
}
