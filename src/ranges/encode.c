/* Parts of the key, encoded for rows of wanted values. */
#include <stdlib.h>
#include <string.h>

#include "base/given_column.h"
#include "plan/derived.h"
#include "ranges/search.h"

/* ---- Rows ------------------------------------------------------------------------------------ */

static bool make_column(struct range_search *search, const struct constraint *constraint) {
  rowkey_values *values = &search->values[constraint->column];
  if (constraint->of_nulls) { /* the column is null in all rows, or in none */
    if (constraint->spans[0].low == 0) return true;
    values->validity = rowkey_arena_allocate_array(&search->arena, SEARCH_ROWS / 8, 1);
    return values->validity != NULL;
  }
  const bool is_text = constraint->type == ROWKEY_TEXT;
  uint64_t *numbers =
      rowkey_arena_allocate_array(&search->arena, (is_text ? 2 : 1) * SEARCH_ROWS, sizeof *numbers);
  if (numbers == NULL) return false;
  *values = is_text ? rowkey_values_of_spans(ROWKEY_KIND_KEPT, constraint->texts.bytes,
                                             (size_t)constraint->texts.offsets[constraint->texts.count],
                                             numbers, numbers + SEARCH_ROWS, SEARCH_ROWS)
                    : rowkey_kept_numbers(constraint->type, numbers, SEARCH_ROWS);
  /* A marker reads its column even if no value is put there: any valid value will do. */
  for (size_t row = 0; is_text && row < SEARCH_ROWS; row++) {
    numbers[row] = constraint->texts.offsets[0];
    numbers[SEARCH_ROWS + row] = constraint->texts.offsets[1];
  }
  return true;
}

bool rowkey_search_open_encoding(struct range_search *search) {
  search->values =
      rowkey_arena_allocate_array(&search->arena, search->layout->column_count, sizeof *search->values);
  search->offsets = rowkey_arena_allocate_array(&search->arena, SEARCH_ROWS + 1, sizeof *search->offsets);
  search->validity = rowkey_arena_allocate_array(&search->arena, SEARCH_ROWS / 8, 1);
  bool made = search->values != NULL && search->offsets != NULL && search->validity != NULL;
  for (size_t i = 0; i < search->count && made; i++) made = make_column(search, &search->constraints[i]);
  return made;
}

/* rowkey_values points to const, but the search owns the arrays, so it may write to them. */
void rowkey_search_put(struct range_search *search, size_t row, size_t index, uint64_t value) {
  const struct constraint *constraint = &search->constraints[index];
  const rowkey_values *values = &search->values[constraint->column];
  if (constraint->of_nulls) return;
  if (constraint->type == ROWKEY_TEXT) {
    ((uint64_t *)values->begin)[row] = constraint->texts.offsets[value];
    ((uint64_t *)values->end)[row] = constraint->texts.offsets[value + 1];
    return;
  }
  const rowkey_value number = rowkey_value_of_rank(constraint->type, value);
  void *data = (void *)values->data;
  if (constraint->type == ROWKEY_F32)
    ((float *)data)[row] = number.as.f32;
  else if (constraint->type == ROWKEY_F64)
    ((double *)data)[row] = number.as.f64;
  else
    ((uint64_t *)data)[row] = number.as.u64;
}

/* ---- Encoders -------------------------------------------------------------------------------- */

static void close_encoder(struct part_encoder *encoder) {
  rowkey_encoder_free(encoder->encoder);
  rowkey_layout_free(encoder->layout);
  *encoder = (struct part_encoder){0};
}

void rowkey_search_close_encoding(struct range_search *search) {
  for (size_t i = 0; i < PART_ENCODERS; i++) close_encoder(&search->encoders[i]);
}

static const struct part_encoder *encoder_of(struct range_search *search, size_t first, size_t count) {
  for (size_t i = 0; i < PART_ENCODERS; i++)
    if (search->encoders[i].first == first && search->encoders[i].count == count) return &search->encoders[i];
  struct part_encoder *encoder = &search->encoders[search->next_encoder++ % PART_ENCODERS];
  close_encoder(encoder);
  struct rowkey_layout *layout = rowkey_make_part_layout(search->layout, first, count);
  if (layout == NULL) return NULL;
  rowkey_encoder *made = rowkey_encoder_create(layout, 0, NULL);
  if (made == NULL) {
    rowkey_layout_free(layout);
    return NULL;
  }
  *encoder = (struct part_encoder){first, count, layout, made};
  return encoder;
}

/* ---- Encoding -------------------------------------------------------------------------------- */

/* The cost in steps: each call costs as much as some rows, and a row without a key as much as many. */
enum { STEPS_FOR_A_CALL = 4, STEPS_FOR_A_BAD_ROW = 32 };

static bool encode_rows(struct range_search *search, const struct part_encoder *encoder, size_t rows,
                        struct string_list *out) {
  const rowkey_batch batch = rowkey_batch_of(search->values, search->layout->column_count, rows);
  const size_t bound = rowkey_encode_bound(encoder->layout, &batch);
  uint8_t *data = bound > PTRDIFF_MAX ? NULL : rowkey_strings_room(out, bound);
  if (data == NULL) return false;
  rowkey_null_keys nulls = rowkey_null_keys_of(ROWKEY_NULL_FOR_BAD, search->validity);
  const rowkey_key_buffer buffer = {
      .data = data, .capacity = bound, .offsets = search->offsets, .nulls = &nulls};
  if (rowkey_encode(encoder->encoder, &batch, &buffer, NULL, NULL) != ROWKEY_OK) return false;
  search_take_steps(search, STEPS_FOR_A_CALL + rows + STEPS_FOR_A_BAD_ROW * nulls.count);
  for (size_t i = 0; i < rows; i++)
    if (!rowkey_strings_extend(out, (size_t)(search->offsets[i + 1] - search->offsets[i]))) return false;
  return true;
}

bool rowkey_search_encode(struct range_search *search, size_t first, size_t count, size_t rows,
                          struct string_list *out) {
  if (!search_goes_on(search)) return false;
  const struct part_encoder *encoder = encoder_of(search, first, count);
  return encoder != NULL && encode_rows(search, encoder, rows, out);
}
