/* Keys in, the layout that makes them out. */
#include <rowkey/infer.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "infer/named.h"
#include "infer/trial.h"
#include "kernels/kernel_table.h"
#include "kernels/keys.h"
#include "text/buffer.h"

enum { MOST_KEYS = 1 << 17, SHAPE_KEYS = 1 << 13, FEW_KEYS = 16 /* they agree with any design by chance */ };

/* That a layout computes something shows where it makes fewer of crossed keys than its shape alone: by this
 * part of them, which chance does not reach. */
#define CHECKED_BELOW 0.05
/* A layout that makes fewer of the keys is none of them. */
#define LEAST_MADE 0.9

struct inference {
  rowkey_inference found; /* first: the caller frees it */
  struct drafted drafted;
  struct named_trial named;
  rowkey_inferred_field fields[MOST_PIECES];
  char notes[MOST_PIECES][DRAFT_NOTE_SIZE];
};

/* While it is being made. */
struct work {
  struct seen seen, left; /* all of the keys, and what is left of them while they are cut */
  uint64_t *limits;
  struct draft draft;
  rowkey_layout *layout; /* of the draft */
  double shape_crossed;  /* the part of crossed keys that have the shape alone */
};

/* ---- The keys ---------------------------------------------------------------------------------- */

static bool see_keys(const rowkey_keys *keys, struct work *work) {
  const size_t count = keys->rows < MOST_KEYS ? keys->rows : MOST_KEYS;
  work->limits = calloc(5 * count, sizeof *work->limits);
  struct place *places = malloc(MOST_PLACES * sizeof *places);
  if (work->limits == NULL || places == NULL) {
    free(places);
    return false;
  }
  uint64_t *begin = work->limits, *end = begin + count, *left = end + count, *left_end = left + count;
  for (size_t i = 0; i < count; i++) {
    const size_t row = (size_t)((uint64_t)i * keys->rows / count);
    begin[i] = key_limit(keys, row);
    end[i] = key_limit(keys, row + 1);
  }
  static const uint8_t nothing[1]; /* keys that are all empty need no memory */
  const uint8_t *bytes = keys->data == NULL ? nothing : keys->data;
  work->seen = (struct seen){bytes, begin, end, count, places};
  /* Its pieces show in fewer of them. */
  const size_t step = count / SHAPE_KEYS + 1;
  size_t few = 0;
  for (size_t i = 0; i < count; i += step, few++) left[few] = begin[i], left_end[few] = end[i];
  work->left = (struct seen){bytes, left, left_end, few, places};
  return true;
}

/* ---- The draft --------------------------------------------------------------------------------- */

/* Compiles it and counts the keys that it makes. False and `error`. */
static bool try_draft(struct inference *inference, struct work *work, rowkey_error *error) {
  struct drafted *drafted = &inference->drafted;
  rowkey_layout_free(work->layout);
  work->layout = NULL;
  if (!rowkey_draft_write(&work->draft, drafted)) return true;
  for (size_t i = 0; i < drafted->column_count; i++) drafted->columns[i].name = drafted->names[i];
  rowkey_error reason;
  work->layout = rowkey_layout_compile(drafted->layout, strlen(drafted->layout), drafted->columns,
                                       drafted->column_count, &reason);
  if (work->layout == NULL) {
    inference->found.decoded = 0;
    if (reason.status != ROWKEY_ERROR_MEMORY) return true;
  } else if (rowkey_try_layout(work->layout, &work->seen, &inference->found.decoded, NULL) &&
             rowkey_try_crossed(work->layout, &work->seen, &inference->found.chance)) {
    return true;
  }
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for an inference from %zu keys",
                   work->seen.count);
  return false;
}

static bool is_likely(const struct inference *inference) {
  return (double)inference->found.decoded >= LEAST_MADE * (double)inference->found.keys;
}

/* A single text, where keys have no other shape. */
static void draft_text(struct draft *draft) {
  draft->count = 0;
  rowkey_draft_add(draft, PIECE_TEXT, 0);
}

static bool has_computed(const struct draft *draft) {
  for (size_t i = 0; i < draft->count; i++)
    if (is_computed(&draft->pieces[i])) return true;
  return false;
}

static bool find_draft(struct inference *inference, struct work *work, rowkey_error *error) {
  if (!rowkey_draft_shape(&work->left, work->limits + 4 * work->seen.count, &work->draft))
    draft_text(&work->draft);
  if (!try_draft(inference, work, error)) return false;
  if (!is_likely(inference)) {
    draft_text(&work->draft);
    if (!try_draft(inference, work, error)) return false;
  }
  work->shape_crossed = inference->found.chance;
  const struct draft shape = work->draft;
  const size_t decoded = inference->found.decoded;
  if (!rowkey_find_computed(&work->seen, &work->draft)) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for an inference from %zu keys",
                     work->seen.count);
    return false;
  }
  if (!has_computed(&work->draft)) {
    work->draft = shape;
    return true;
  }
  if (!try_draft(inference, work, error)) return false;
  if (work->layout != NULL && (double)inference->found.decoded >= LEAST_MADE * (double)decoded &&
      inference->found.chance <= work->shape_crossed - CHECKED_BELOW) {
    return true;
  }
  work->draft = shape;
  return try_draft(inference, work, error);
}

/* ---- Times that are none ------------------------------------------------------------------------ */

/* The piece whose column has this name and is a time; ROWKEY_NONE where none does. */
static size_t find_time(const struct inference *inference, const struct draft *draft, const char *name,
                        size_t size) {
  const struct drafted *drafted = &inference->drafted;
  for (size_t i = 0; i < draft->count; i++) {
    if (draft->pieces[i].unit == ROWKEY_NO_TIME || drafted->column_of[i] == ROWKEY_NONE) continue;
    const char *column = drafted->names[drafted->column_of[i]];
    if (strlen(column) == size && memcmp(column, name, size) == 0) return i;
  }
  return ROWKEY_NONE;
}

static void refuse_name(const struct inference *inference, const struct draft *draft, const char *name,
                        size_t size, rowkey_error *error) {
  char names[MOST_PIECES * COLUMN_NAME_SIZE], shown[QUOTED_SIZE];
  struct text_buffer text = {names, sizeof names};
  names[0] = 0;
  for (size_t i = 0; i < draft->count; i++)
    if (draft->pieces[i].unit != ROWKEY_NO_TIME)
      rowkey_text_printf(&text, "%s%s", names[0] == 0 ? "" : ", ",
                         inference->drafted.names[inference->drafted.column_of[i]]);
  rowkey_error_set(error, ROWKEY_ERROR_TYPE, "%s is not an inferred time (%s%s)",
                   rowkey_quoted(shown, (const uint8_t *)name, size),
                   names[0] == 0 ? "no time was inferred" : "expected any of: ", names);
}

/* Takes the times of these names for numbers. */
static bool overrule_times(struct inference *inference, struct work *work, const char *not_times,
                           rowkey_error *error) {
  const struct draft found = work->draft;
  if (not_times == NULL) return true;
  for (const char *at = not_times;; at++) {
    const size_t size = strcspn(at, ","), piece = find_time(inference, &found, at, size);
    if (piece == ROWKEY_NONE) return refuse_name(inference, &found, at, size, error), false;
    work->draft.pieces[piece].unit = ROWKEY_NO_TIME;
    work->draft.pieces[piece].form = FORM_PLAIN;
    at += size;
    if (*at == 0) break;
  }
  return try_draft(inference, work, error);
}

/* ---- The result -------------------------------------------------------------------------------- */

static bool has_shape(const struct draft *draft) {
  for (size_t i = 0; i < draft->count; i++) {
    const struct piece *piece = &draft->pieces[i];
    if (piece->kind != PIECE_NUMBER && piece->kind != PIECE_OPAQUE && piece->kind != PIECE_TEXT) return true;
    if (piece->unit != ROWKEY_NO_TIME || piece->form != FORM_PLAIN) return true;
  }
  return false;
}

static void describe_draft(struct inference *inference, const struct work *work) {
  double chances[MOST_PIECES];
  rowkey_inference *found = &inference->found;
  const struct drafted *drafted = &inference->drafted;
  found->layout = drafted->layout;
  found->columns = drafted->columns;
  found->column_count = drafted->column_count;
  found->column_list = drafted->column_list;
  found->confidence = has_computed(&work->draft) ? ROWKEY_CONFIDENCE_CHECKED
                      : has_shape(&work->draft)  ? ROWKEY_CONFIDENCE_SHAPE
                                                 : ROWKEY_CONFIDENCE_WIDTH;
  if (found->confidence != ROWKEY_CONFIDENCE_CHECKED) found->chance = 1;
  found->fields = inference->fields;
  found->field_count = work->draft.count;
  rowkey_draft_chances(&work->seen, &work->draft, chances);
  for (size_t i = 0; i < work->draft.count; i++) {
    rowkey_draft_note(&work->draft, i, inference->notes[i]);
    inference->fields[i] =
        (rowkey_inferred_field){drafted->begin[i], drafted->size[i], inference->notes[i], chances[i], {0}};
  }
}

static void describe_named(struct inference *inference) {
  rowkey_inference *found = &inference->found;
  struct named_trial *named = &inference->named;
  /* Chance makes most keys sooner than all of them. */
  found->name = named->decoded == found->keys ? named->name : NULL;
  found->layout = named->layout;
  found->columns = named->columns;
  found->column_count = named->column_count;
  found->column_list = named->column_list;
  found->decoded = named->decoded;
  found->chance = named->crossed;
  found->confidence = ROWKEY_CONFIDENCE_CHECKED;
  found->fields = NULL;
  found->field_count = 0;
}

/* A named layout takes the place of the draft where it makes as many keys and fewer crossed ones. */
static bool find_named(struct inference *inference, const struct work *work, rowkey_error *error) {
  const bool checked = has_computed(&work->draft);
  const size_t nine_of_ten = inference->found.keys - inference->found.keys / 10;
  const size_t least = checked ? inference->found.decoded : nine_of_ten;
  const double most = checked ? inference->found.chance + 0.01 : work->shape_crossed - CHECKED_BELOW;
  if (work->seen.count < FEW_KEYS) return true;
  if (rowkey_find_named(&work->seen, &work->draft, least, most, &inference->named)) return true;
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for an inference from %zu keys",
                   work->seen.count);
  return false;
}

static bool infer(struct inference *inference, struct work *work, const char *not_times,
                  rowkey_error *error) {
  inference->found.keys = work->seen.count;
  if (!find_draft(inference, work, error) || !overrule_times(inference, work, not_times, error) ||
      !find_named(inference, work, error)) {
    return false;
  }
  if (inference->named.compiled != NULL)
    describe_named(inference);
  else if (work->layout != NULL && is_likely(inference))
    describe_draft(inference, work);
  else
    inference->found.decoded = 0, inference->found.chance = 1;
  return true;
}

rowkey_inference *rowkey_infer(const rowkey_keys *keys, const char *not_times, rowkey_error *error) {
  if (rowkey_check_keys(rowkey_kernels_selected(), keys, error) != ROWKEY_OK) return NULL;
  if (keys->rows == 0) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "there are no keys to infer a layout from (expected one or more)");
    return NULL;
  }
  struct work *work = calloc(1, sizeof *work);
  struct inference *inference = calloc(1, sizeof *inference);
  bool good = work != NULL && inference != NULL && see_keys(keys, work);
  if (!good)
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for an inference from %zu keys", keys->rows);
  else
    good = infer(inference, work, not_times, error);
  if (work != NULL) {
    rowkey_layout_free(work->layout);
    free(work->seen.places);
    free(work->limits);
    free(work);
  }
  if (inference != NULL) rowkey_layout_free(inference->named.compiled);
  if (!good) {
    free(inference);
    return NULL;
  }
  return &inference->found;
}

void rowkey_inference_free(rowkey_inference *inference) { free(inference); }
