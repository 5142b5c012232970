/* Pieces that a hash or a remainder of others makes: functions of all that stands in a key are tried on a
 * few. */
#include <rowkey/decode.h>
#include <rowkey/encode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "infer/relation.h"
#include "infer/trial.h"

enum {
  LEAST_PROBES = 8,  /* fewer show nothing */
  ROUNDS = 4,        /* of other keys each: one of a foreign table spoils a round */
  VALUE_SIZE = 1024, /* longer keys have no part in it */
  MOST_HASH_SIZE = 16,
  MOST_DECIMAL = 19
};

/* ---- Keys that are probed ---------------------------------------------------------------------- */

struct probe {
  uint8_t keys[PROBES * VALUE_SIZE];
  uint64_t limits[PROBES + 1];
  size_t rows;
  rowkey_values values[MOST_PIECES]; /* of the columns of the draft */
  uint8_t data[MOST_PIECES][PROBES * VALUE_SIZE];
  uint64_t offsets[MOST_PIECES][PROBES + 1];
  /* Where each piece begins in its key, and the last one ends. */
  uint64_t piece_begin[MOST_PIECES + 1][PROBES];
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
    decoded[i] =
        is_text ? rowkey_decoded_text(probe->data[i], sizeof probe->data[i], probe->offsets[i], probe->rows)
                : rowkey_decoded_numbers(drafted->columns[i].type, probe->data[i], probe->rows);
    probe->values[i] = is_text ? rowkey_values_of_offsets(ROWKEY_KIND_KEPT, probe->data[i], 0,
                                                          probe->offsets[i], probe->rows)
                               : rowkey_kept_numbers(drafted->columns[i].type, probe->data[i], probe->rows);
  }
  const rowkey_keys keys = rowkey_keys_of_offsets(probe->keys, probe->limits, probe->rows);
  rowkey_decoder *decoder = rowkey_decoder_create(search->layout, &error);
  const bool good =
      decoder != NULL && rowkey_decode(decoder, &keys, decoded, drafted->column_count, &error) == ROWKEY_OK;
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

/* ---- Trying ------------------------------------------------------------------------------------ */

static bool may_be_computed(const struct piece *piece) {
  if (piece->unit != ROWKEY_NO_TIME || is_computed(piece)) return false;
  const bool wide = piece->kind == PIECE_OPAQUE || (piece->kind == PIECE_HEX && piece->width <= 32);
  return wide || piece->kind == PIECE_LETTER || piece->kind == PIECE_DECIMAL ||
         (piece->kind == PIECE_NUMBER && piece->form == FORM_PLAIN);
}

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
  target->values[target->column_count++] =
      rowkey_values_of_spans(ROWKEY_KIND_BYTES, probe->keys, sizeof probe->keys,
                             probe->piece_begin[index + 1], probe->piece_begin[draft.count], probe->rows);
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
  const rowkey_batch batch = rowkey_batch_of(target->values, target->column_count, search->probe->rows);
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(bytes, sizeof bytes);
  const bool good = encoder != NULL && rowkey_layout_key_width(layout) == width &&
                    rowkey_encode(encoder, &batch, &buffer, NULL, &error) == ROWKEY_OK;
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  const struct piece whole = {.kind = PIECE_OPAQUE, .width = width};
  if (!good) return fail(search, layout == NULL || encoder == NULL ? error.status : ROWKEY_OK);
  for (size_t row = 0; row < pairs->rows; row++)
    pairs->hashes[row] = rowkey_piece_number(&whole, bytes + row * width);
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
  for (size_t i = 0; i < ROWKEY_FUNCTIONS; i++) {
    if (takes_a_number(&rowkey_functions[i]) && argument != ARGUMENT_COLUMN) continue;
    if (!hash_probe(search, target, &rowkey_functions[i], text, pairs) ||
        !rowkey_relate(pairs, &rowkey_functions[i], piece))
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
    pairs.numbers[row] =
        rowkey_piece_number(&draft->pieces[index], probe->keys + probe->piece_begin[index][row]);
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
static bool prepare_round(struct search *search, size_t round) {
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
    if (!prepare_round(search, round)) return false;
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
