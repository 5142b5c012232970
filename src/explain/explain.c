/* The explanation of a layout, put together. */
#include <rowkey/explain.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encode/encoder.h"
#include "error.h"
#include "explain/explain.h"

/* What rowkey_explanation_free is given is the first member. */
struct explanation {
  rowkey_explanation shown;
  struct arena arena;
};

/* ---- Fields ---------------------------------------------------------------------------------- */

/* Literal text stands between the fields: what is written there is its source. */
static void find_source(const struct rowkey_layout *layout, size_t index, rowkey_explained_field *field) {
  const struct part *parts = layout->key.parts;
  const struct part *part = &parts[index];
  if (part->kind != PART_LITERAL) {
    field->source_offset = part->source_offset;
    field->source_length = part->source.size;
    return;
  }
  if (index > 0) field->source_offset = parts[index - 1].source_offset + parts[index - 1].source.size;
  size_t end = index + 1 < layout->key.count ? parts[index + 1].source_offset : layout->length;
  field->source_length = end - field->source_offset;
}

static bool is_text(const struct part *part) {
  switch (part->kind) {
    case PART_DECIMAL_PADDED:
    case PART_HEX_PADDED:
    case PART_DIGEST_DECIMAL:
    case PART_BYTES_HEX:
    case PART_TEXT_HEX:
      return !part->inverted;
    case PART_TEXT:
      return !part->inverted && !part_delimits_itself(part);
    case PART_BYTES:
      return !part->inverted && part->value->type == TYPE_TEXT;
    case PART_BIG_ENDIAN: /* a letter counts from 'a' */
      return part->written->kind == VALUE_CODED && part->written->bias == 'a' && part->written->flip == 0;
    case PART_LITERAL:
    case PART_TEXT_PADDED:
      break;
  }
  return false;
}

/* 128 bits, or the magnitude of as many signed ones, as far as padded digits hold it. */
static void find_hash_range(const struct part *part, rowkey_explained_field *field) {
  bool absolute = part->value->kind == VALUE_ABSOLUTE;
  snprintf(field->low, sizeof field->low, "0");
  snprintf(field->high, sizeof field->high, "%s",
           absolute ? "170141183460469231731687303715884105728" : "340282366920938463463374607431768211455");
  if (part->kind != PART_DIGEST_DECIMAL || part->width >= strlen(field->high)) return;
  memset(field->high, '9', part->width);
  field->high[part->width] = '\0';
}

static void find_range(const struct part *part, rowkey_explained_field *field) {
  if (part->value->type == TYPE_HASH) {
    find_hash_range(part, field);
  } else if (value_is_integer(part->value)) {
    struct range range = rowkey_range_in_key(part);
    snprintf(field->low, sizeof field->low, "%s", rowkey_integer_text(range.low).text);
    snprintf(field->high, sizeof field->high, "%s", rowkey_integer_text(range.high).text);
  }
}

static rowkey_order order_of_column(rowkey_order order, const struct facts *facts) {
  if (facts->leaf == NULL || order == ROWKEY_UNORDERED) return ROWKEY_UNORDERED;
  return order == ROWKEY_ASCENDING ? facts->order : rowkey_reversed_order(facts->order);
}

static void explain_part(const struct explaining *explaining, size_t index, rowkey_explained_field *field) {
  const struct sequence *key = &explaining->layout->key;
  const struct part *part = &key->parts[index];
  const struct facts *facts = facts_of(explaining, part->value);
  field->kind = is_text(part) ? ROWKEY_FIELD_TEXT : ROWKEY_FIELD_BYTES;
  find_range(part, field);
  field->order = rowkey_order_of_part(key, index);
  field->column_order = order_of_column(field->order, facts);
  if (facts->column != SEVERAL_COLUMNS) field->column = facts->column;
  field->reversible = facts->reversible;
}

static bool find_fields(struct explaining *explaining) {
  const struct rowkey_layout *layout = explaining->layout;
  const struct sequence *key = &layout->key;
  explaining->fields = rowkey_arena_allocate_array(explaining->arena, key->count, sizeof *explaining->fields);
  if (explaining->fields == NULL) return false;
  size_t least = 0, most = 0;
  for (size_t i = 0; i < key->count; i++) {
    const struct part *part = &key->parts[i];
    rowkey_explained_field *field = &explaining->fields[i];
    *field = (rowkey_explained_field){.column = ROWKEY_NONE};
    find_source(layout, i, field);
    field->offset = least == most ? least : ROWKEY_NONE;
    rowkey_find_width(explaining->facts, part, &field->min_width, &field->max_width);
    least = add_sizes(least, field->min_width);
    most = add_sizes(most, field->max_width);
    rowkey_find_alternatives(part, field);
    if (part->kind != PART_LITERAL) {
      explain_part(explaining, i, field);
      continue;
    }
    field->literal = rowkey_arena_copy(explaining->arena, key->literals + part->literal, part->width);
    if (field->literal == NULL) return false;
  }
  explaining->result->fields = explaining->fields;
  explaining->result->field_count = key->count;
  explaining->result->min_width = least;
  explaining->result->max_width = most;
  return true;
}

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
  if (!rowkey_find_facts(explaining) || !find_fields(explaining) || !find_columns(explaining)) return false;
  find_cost(explaining->result);
  if (!rowkey_find_key_order(explaining) || !rowkey_find_steps(explaining) ||
      !rowkey_warn_of_prefix(explaining) || !rowkey_warn_of_hashes(explaining) ||
      !rowkey_warn_of_fields(explaining))
    return false;
  explaining->result->warnings = explaining->warnings;
  explaining->result->warning_count = explaining->warning_count;
  return true;
}

/* How an encoder would do it. */
static bool find_blocks(struct explaining *explaining, const char *isa, rowkey_error *error) {
  rowkey_encoder *encoder = rowkey_encoder_create(explaining->layout, isa, 0, error);
  if (encoder == NULL) return false;
  explaining->kernels = encoder->kernels;
  explaining->result->isa = encoder->kernels->name;
  explaining->result->block_rows = encoder->block_rows;
  rowkey_encoder_free(encoder);
  return true;
}

rowkey_explanation *rowkey_explain(const rowkey_layout *layout, const char *isa, uint64_t stride,
                                   rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error)) return NULL;
  struct explanation *explanation = calloc(1, sizeof *explanation);
  if (explanation == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while explaining the layout");
    return NULL;
  }
  rowkey_explanation *shown = &explanation->shown;
  struct explaining explaining = {
      .arena = &explanation->arena, .layout = layout, .stride = stride, .result = shown};
  if (!find_blocks(&explaining, isa, error)) {
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
