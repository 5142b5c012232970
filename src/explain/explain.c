/* The explanation of a layout, put together. */
#include <rowkey/explain.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "encode/encoding.h"
#include "explain/explain.h"

/* The first member is what the caller gets, and gives to rowkey_explanation_free. */
struct explanation {
  rowkey_explanation shown;
  struct arena arena;
};

/* ---- The whole ------------------------------------------------------------------------------- */

static size_t width_with(const rowkey_explained_field *field, const rowkey_alternative *alternative) {
  return alternative->format[0] == '\0' ? field->max_width : alternative->width;
}

static void find_cost(rowkey_explanation *result) {
  for (size_t i = 0; i < result->field_count; i++) {
    const rowkey_explained_field *field = &result->fields[i];
    result->binary_width = add_sizes(result->binary_width, width_with(field, &field->binary));
    result->text_width = add_sizes(result->text_width, width_with(field, &field->text));
  }
}

static bool find_columns(struct explaining *explaining) {
  const struct rowkey_layout *layout = explaining->layout;
  rowkey_explained_column *columns =
      rowkey_arena_allocate_array(explaining->arena, layout->column_count, sizeof *columns);
  if (columns == NULL) return false;
  for (size_t i = 0; i < layout->column_count; i++) {
    const char *name = layout->columns[i].name;
    columns[i].name = rowkey_arena_copy(explaining->arena, name, strlen(name));
    columns[i].recovery = rowkey_layout_recovery(layout, i);
    if (columns[i].name == NULL) return false;
  }
  explaining->result->columns = columns;
  explaining->result->column_count = layout->column_count;
  return true;
}

static bool find_all(struct explaining *explaining) {
  explaining->images = rowkey_find_images(explaining->arena, explaining->layout);
  if (explaining->images == NULL) return false;
  explaining->facts = rowkey_find_facts(explaining->arena, explaining->layout, explaining->images);
  if (explaining->facts == NULL || !rowkey_find_fields(explaining) || !find_columns(explaining)) return false;
  find_cost(explaining->result);
  if (!rowkey_find_key_order(explaining) || !rowkey_find_steps(explaining) ||
      !rowkey_warn_of_prefix(explaining) || !rowkey_warn_of_hashes(explaining) ||
      !rowkey_warn_of_fields(explaining) || !rowkey_join_fields(explaining))
    return false;
  explaining->result->warnings = explaining->warnings;
  explaining->result->warning_count = explaining->warning_count;
  return true;
}

/* How an encoder would do it. */
static bool find_blocks(struct explaining *explaining, rowkey_error *error) {
  rowkey_encoder *encoder = rowkey_encoder_create(explaining->layout, 0, error);
  if (encoder == NULL) return false;
  explaining->kernels = rowkey_encoder_kernels(encoder);
  explaining->result->isa = explaining->kernels->name;
  explaining->result->block_rows = rowkey_encoder_block_rows(encoder);
  rowkey_encoder_free(encoder);
  return true;
}

rowkey_explanation *rowkey_explain(const rowkey_layout *layout, uint64_t stride, rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error)) return NULL;
  struct explanation *explanation = calloc(1, sizeof *explanation);
  if (explanation == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while explaining the layout");
    return NULL;
  }
  rowkey_explanation *shown = &explanation->shown;
  struct explaining explaining = {
      .arena = &explanation->arena, .layout = layout, .stride = stride, .result = shown};
  if (!find_blocks(&explaining, error)) {
    rowkey_explanation_free(shown);
    return NULL;
  }
  if (!find_all(&explaining)) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while explaining the layout");
    rowkey_explanation_free(shown);
    return NULL;
  }
  return shown;
}

void rowkey_explanation_free(rowkey_explanation *explanation) {
  if (explanation == NULL) return;
  struct explanation *whole = (struct explanation *)(void *)explanation;
  rowkey_arena_free(&whole->arena);
  free(whole);
}
