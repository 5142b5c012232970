/* Blocks of columns whose values do not lie side by side: views, dictionaries, bits, nulls of several levels,
 * buffers that are not aligned. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrow/source.h"
#include "base/error.h"
#include "columns/conversion.h"

void rowkey_arrow_free_block(struct arrow_block *block) {
  free(block->numbers);
  free(block->ends);
  free(block->indexes);
  free(block->validity);
  free(block->bytes);
  *block = (struct arrow_block){0};
}

static bool make_numbers(uint64_t **numbers) {
  if (*numbers == NULL) *numbers = calloc(ARROW_BLOCK_ROWS + 1, sizeof **numbers);
  return *numbers != NULL;
}

static bool make_bytes(struct arrow_block *block, uint64_t size) {
  if (size <= block->capacity && block->bytes != NULL) return true;
  if (size > PTRDIFF_MAX / 2) return false;
  free(block->bytes);
  block->capacity = 2 * (size_t)size;
  block->bytes = malloc(block->capacity);
  if (block->bytes == NULL) block->capacity = 0;
  return block->bytes != NULL;
}

/* What is read of the rows, and what was found wrong with them. */
struct gathering {
  const struct arrow_source *source;
  const struct arrow_buffers *values; /* the array's, or its dictionary's */
  const uint64_t *elements;           /* of the values, one for each row; NULL: they lie side by side */
  size_t first;                       /* else: the first of them */
  size_t rows;
  const uint8_t *validity; /* of the rows, bit 0 being the first; NULL: no nulls */
  size_t validity_start;
  struct arrow_block *block;
  size_t good;
  rowkey_error *error;
};

static bool is_valid(const struct gathering *g, size_t row) {
  const size_t bit = g->validity_start + row;
  return g->validity == NULL || (g->validity[bit / 8] >> (bit & 7) & 1) != 0;
}

/* The first row, among the good ones, that is bad. */
__attribute__((format(printf, 4, 5))) static void refuse(struct gathering *g, size_t row,
                                                         rowkey_status status, const char *format, ...) {
  char text[ROWKEY_ERROR_TEXT_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  rowkey_error_set(g->error, status, "column %.64s: %s", g->source->name, text);
  g->error->row = row;
  g->error->column = g->source->column;
  g->good = row;
}

/* ---- Nulls ------------------------------------------------------------------------------------- */

static bool bit_of(const uint8_t *bits, size_t bit) {
  return bits == NULL || (bits[bit / 8] >> (bit & 7) & 1) != 0;
}

/* The validity of the rows, of the array and its parent: as it lies where only one of them has nulls. */
static bool find_validity(struct gathering *g, size_t first) {
  const struct arrow_source *source = g->source;
  const uint8_t *own = source->buffers.validity, *parent = source->parent_validity;
  const size_t own_start = source->buffers.start + first, parent_start = source->parent_start + first;
  const bool is_null_type = source->buffers.storage == ARROW_NULL;
  g->validity = own != NULL ? own : parent;
  g->validity_start = own != NULL ? own_start : parent_start;
  const bool nulls_in_dictionary =
      source->type->indexes != ARROW_UNKNOWN &&
      (source->dictionary.validity != NULL || source->dictionary.storage == ARROW_NULL);
  if (!is_null_type && !nulls_in_dictionary && (own == NULL || parent == NULL)) return true;
  struct arrow_block *block = g->block;
  if (block->validity == NULL) block->validity = malloc((ARROW_BLOCK_ROWS + 7) / 8);
  if (block->validity == NULL) return false;
  memset(block->validity, 0, (g->rows + 7) / 8);
  for (size_t i = 0; i < g->rows && !is_null_type; i++) {
    const bool valid = bit_of(own, own_start + i) && bit_of(parent, parent_start + i);
    block->validity[i / 8] |= (uint8_t)(valid << (i & 7));
  }
  g->validity = block->validity;
  g->validity_start = 0;
  return true;
}

/* Takes the nulls of the dictionary's values out of the block's validity. */
static void add_dictionary_nulls(struct gathering *g) {
  const struct arrow_buffers *values = g->values;
  if (values->validity == NULL && values->storage != ARROW_NULL) return;
  uint8_t *validity = g->block->validity;
  for (size_t i = 0; i < g->rows; i++) {
    if (values->storage == ARROW_NULL || !bit_of(values->validity, (size_t)g->elements[i]))
      validity[i / 8] &= (uint8_t)~(1U << (i & 7));
  }
}

/* ---- Numbers ----------------------------------------------------------------------------------- */

/* Element i of the numbers at `data`, which need not be aligned; and `rows` of them from the first on as
 * indexes. */
#define DEFINE_NUMBER(type)                                                                                 \
  static inline type load_##type(const uint8_t *data, size_t i) {                                           \
    type number;                                                                                            \
    memcpy(&number, data + i * sizeof number, sizeof number);                                               \
    return number;                                                                                          \
  }                                                                                                         \
  static inline void read_##type##_indexes(const uint8_t *data, size_t first, size_t rows, uint64_t *out) { \
    for (size_t i = 0; i < rows; i++) out[i] = (uint64_t)load_##type(data, first + i);                      \
  }
DEFINE_NUMBER(int8_t)
DEFINE_NUMBER(int16_t)
DEFINE_NUMBER(int32_t)
DEFINE_NUMBER(uint8_t)
DEFINE_NUMBER(uint16_t)
DEFINE_NUMBER(uint32_t)
DEFINE_NUMBER(uint64_t)

/* Defines a function that copies numbers of a size, elements or side by side, which need not be aligned. */
#define DEFINE_COPY(name, size)                                                                    \
  static void name(const uint8_t *data, const uint64_t *elements, size_t rows, uint8_t *out) {     \
    for (size_t i = 0; i < rows; i++) memcpy(out + i * (size), data + elements[i] * (size), size); \
  }
DEFINE_COPY(copy_1, 1)
DEFINE_COPY(copy_2, 2)
DEFINE_COPY(copy_4, 4)
DEFINE_COPY(copy_8, 8)
DEFINE_COPY(copy_16, 16)
DEFINE_COPY(copy_32, 32)

static void copy_numbers(const struct gathering *g, size_t size, uint8_t *out) {
  const uint8_t *data = g->values->data;
  if (g->elements == NULL) {
    memcpy(out, data + g->first * size, g->rows * size);
    return;
  }
  (size == 1    ? copy_1
   : size == 2  ? copy_2
   : size == 4  ? copy_4
   : size == 8  ? copy_8
   : size == 16 ? copy_16
                : copy_32)(data, g->elements, g->rows, out);
}

static void spread_bits(const struct gathering *g, uint8_t *out) {
  for (size_t i = 0; i < g->rows; i++)
    out[i] = bit_of(g->values->data, g->elements != NULL ? (size_t)g->elements[i] : g->first + i);
}

static rowkey_status gather_numbers(struct gathering *g, rowkey_values *values) {
  const size_t size = rowkey_arrow_number_size(g->values->storage);
  const bool is_wide = size > sizeof(uint64_t);
  if (is_wide ? !make_bytes(g->block, g->rows * size) : !make_numbers(&g->block->numbers))
    return ROWKEY_ERROR_MEMORY;
  uint8_t *out = is_wide ? g->block->bytes : (uint8_t *)g->block->numbers;
  uint32_t tag = g->source->type->tag;
  if (size == 0) {
    spread_bits(g, out);
    tag = ROWKEY_TAG(ROWKEY_KIND_BOOL, ROWKEY_FORM_U8, 0);
  } else {
    copy_numbers(g, size, out);
  }
  *values = rowkey_values_of_tag(tag, out, g->rows);
  return ROWKEY_OK;
}

/* ---- Text --------------------------------------------------------------------------------------- */

/* Defines a function that finds where texts begin and end among offsets. */
#define DEFINE_SPANS(name, load)                                                          \
  static void name(const struct gathering *g, uint64_t *begin, uint64_t *end) {           \
    const uint8_t *offsets = g->values->offsets;                                          \
    for (size_t i = 0; i < g->rows; i++) {                                                \
      const size_t element = g->elements != NULL ? (size_t)g->elements[i] : g->first + i; \
      begin[i] = load(offsets, element);                                                  \
      end[i] = load(offsets, element + 1);                                                \
    }                                                                                     \
  }
DEFINE_SPANS(find_spans32, load_uint32_t)
DEFINE_SPANS(find_spans64, load_uint64_t)

static void find_fixed_spans(const struct gathering *g, uint64_t *begin, uint64_t *end) {
  for (size_t i = 0; i < g->rows; i++) {
    const size_t element = g->elements != NULL ? (size_t)g->elements[i] : g->first + i;
    begin[i] = element * (uint64_t)g->values->width;
    end[i] = begin[i] + g->values->width;
  }
}

/* Texts as spans of the bytes that they lie in. Rows that are null have none. */
static rowkey_status gather_spans(struct gathering *g, rowkey_values *values) {
  const struct arrow_buffers *from = g->values;
  uint64_t *begin = g->block->numbers, *end = g->block->ends, size = from->data_size;
  if (from->storage == ARROW_FIXED) {
    find_fixed_spans(g, begin, end);
    size = (from->start + from->length) * (uint64_t)from->width;
  } else if (from->storage == ARROW_OFFSETS32) {
    find_spans32(g, begin, end);
  } else {
    find_spans64(g, begin, end);
  }
  for (size_t i = 0; g->validity != NULL && i < g->rows; i++) {
    if (!is_valid(g, i)) begin[i] = end[i] = 0;
  }
  *values = rowkey_values_of_spans(kind_of_tag(g->source->type->tag), from->data, (size_t)size, begin, end,
                                   g->rows);
  return ROWKEY_OK;
}

/* A view: its length, then either the 12 first bytes, or four, the number of a buffer, and a place in it.
 * Texts up to VIEW_COPIED are copied with as many bytes, where their buffer has them: a copy of known size
 * takes a fraction of the time. */
enum { VIEW_SIZE = 16, VIEW_INLINE = 12, VIEW_COPIED = 32 };

/* Whether the text of a view that has more than VIEW_INLINE bytes lies in its buffer. */
static bool is_within(const struct arrow_buffers *views, const uint8_t *view, uint32_t length) {
  const uint32_t buffer = load_uint32_t(view, 2), offset = load_uint32_t(view, 3);
  return length <= INT32_MAX && buffer < views->variadic_count &&
         (uint64_t)offset + length <= load_uint64_t(views->variadic_sizes, buffer);
}

/* Copies such a text. */
static void copy_far(const struct arrow_buffers *views, const uint8_t *view, uint32_t length, uint8_t *to) {
  const uint32_t buffer = load_uint32_t(view, 2), offset = load_uint32_t(view, 3);
  const uint8_t *text = (const uint8_t *)views->variadic[buffer] + offset;
  const bool has_copied = offset + (uint64_t)VIEW_COPIED <= load_uint64_t(views->variadic_sizes, buffer);
  if (length <= VIEW_COPIED && has_copied)
    memcpy(to, text, VIEW_COPIED);
  else
    memcpy(to, text, length);
}

static const uint8_t *view_of(const struct gathering *g, size_t row) {
  const size_t element = g->elements != NULL ? (size_t)g->elements[row] : g->first + row;
  return (const uint8_t *)g->values->data + element * VIEW_SIZE;
}

/* The texts of views one after the other: they lie in as many places as there are views. */
static rowkey_status gather_views(struct gathering *g, rowkey_values *values) {
  uint64_t *limits = g->block->numbers, total = 0;
  for (size_t i = 0; i < g->rows; i++) {
    const uint8_t *view = view_of(g, i);
    uint32_t length = i < g->good && is_valid(g, i) ? load_uint32_t(view, 0) : 0;
    if (length > VIEW_INLINE && !is_within(g->values, view, length)) {
      refuse(g, i, ROWKEY_ERROR_ARGUMENT, "a view lies outside of its buffer (expected one within it)");
      length = 0; /* no memory for what it claims */
    }
    limits[i] = total;
    total += length;
  }
  limits[g->rows] = total;
  if (!make_bytes(g->block, total + VIEW_COPIED)) return ROWKEY_ERROR_MEMORY;
  uint8_t *bytes = g->block->bytes;
  for (size_t i = 0; i < g->good; i++) {
    const uint8_t *view = view_of(g, i);
    if (!is_valid(g, i)) continue;
    const uint32_t length = load_uint32_t(view, 0);
    if (length <= VIEW_INLINE)
      memcpy(bytes + limits[i], view + sizeof length, VIEW_INLINE);
    else
      copy_far(g->values, view, length, bytes + limits[i]);
  }
  *values = rowkey_values_of_offsets(kind_of_tag(g->source->type->tag), bytes, (size_t)limits[g->rows],
                                     limits, g->rows);
  return ROWKEY_OK;
}

static rowkey_status gather_texts(struct gathering *g, rowkey_values *values) {
  if (!make_numbers(&g->block->numbers) || !make_numbers(&g->block->ends)) return ROWKEY_ERROR_MEMORY;
  return g->values->storage == ARROW_VIEWS ? gather_views(g, values) : gather_spans(g, values);
}

/* Nulls of any type, and of keys. */
static rowkey_status gather_nulls(struct gathering *g, rowkey_values *values) {
  if (!make_numbers(&g->block->numbers) || !make_numbers(&g->block->ends)) return ROWKEY_ERROR_MEMORY;
  memset(g->block->numbers, 0, g->rows * sizeof *g->block->numbers);
  memset(g->block->ends, 0, g->rows * sizeof *g->block->ends);
  *values = rowkey_values_of_spans(ROWKEY_KIND_NULL, NULL, 0, g->block->numbers, g->block->ends, g->rows);
  return ROWKEY_OK;
}

static rowkey_status gather_values(struct gathering *g, rowkey_values *values) {
  if (g->values->storage == ARROW_NULL) return gather_nulls(g, values);
  return arrow_is_text(g->values->storage) ? gather_texts(g, values) : gather_numbers(g, values);
}

/* ---- Dictionaries -------------------------------------------------------------------------------- */

/* Some index is outside of the dictionary: refuses the first that a row uses, and lets nulls have none. */
static void check_indexes(struct gathering *g, uint64_t *indexes) {
  const struct arrow_buffers *values = &g->source->dictionary;
  for (size_t i = 0; i < g->good; i++) {
    if (indexes[i] < values->length) continue;
    if (is_valid(g, i))
      refuse(g, i, ROWKEY_ERROR_ARGUMENT,
             "index %" PRId64 " is not in its dictionary (expected one of its %zu values)",
             (int64_t)indexes[i], values->length);
    else
      indexes[i] = 0;
  }
}

static void read_indexes(const struct arrow_buffers *buffers, size_t first, size_t rows, uint64_t *out) {
  switch (buffers->storage) {
    case ARROW_INT8:
      read_int8_t_indexes(buffers->data, first, rows, out);
      break;
    case ARROW_INT16:
      read_int16_t_indexes(buffers->data, first, rows, out);
      break;
    case ARROW_INT32:
      read_int32_t_indexes(buffers->data, first, rows, out);
      break;
    case ARROW_UINT8:
      read_uint8_t_indexes(buffers->data, first, rows, out);
      break;
    case ARROW_UINT16:
      read_uint16_t_indexes(buffers->data, first, rows, out);
      break;
    case ARROW_UINT32:
      read_uint32_t_indexes(buffers->data, first, rows, out);
      break;
    default: /* of 64 bits */
      read_uint64_t_indexes(buffers->data, first, rows, out);
  }
}

/* Which of the dictionary's values each row has; the first one for nulls. */
static rowkey_status find_elements(struct gathering *g, size_t first) {
  struct arrow_block *block = g->block;
  if (!make_numbers(&block->indexes)) return ROWKEY_ERROR_MEMORY;
  read_indexes(&g->source->buffers, g->source->buffers.start + first, g->rows, block->indexes);
  const struct arrow_buffers *values = &g->source->dictionary;
  uint64_t outside = 0;
  for (size_t i = 0; i < g->rows; i++) outside |= block->indexes[i] >= values->length;
  if (outside != 0) check_indexes(g, block->indexes);
  for (size_t i = 0; values->start != 0 && i < g->rows; i++) block->indexes[i] += values->start;
  static const struct arrow_buffers nothing = {.storage =
                                                   ARROW_NULL}; /* all rows before a bad one are null */
  g->elements = block->indexes;
  g->values = values->length > 0 ? values : &nothing;
  return ROWKEY_OK;
}

rowkey_status rowkey_arrow_gather(const struct arrow_source *source, size_t first, size_t rows,
                                  struct arrow_block *block, rowkey_values *values, size_t *good,
                                  rowkey_error *error) {
  struct gathering g = {.source = source,
                        .values = &source->buffers,
                        .first = source->buffers.start + first,
                        .rows = rows,
                        .block = block,
                        .good = rows,
                        .error = error};
  *values = (rowkey_values)ROWKEY_ZERO;
  rowkey_status status = find_validity(&g, first) ? ROWKEY_OK : ROWKEY_ERROR_MEMORY;
  if (status == ROWKEY_OK && source->type->indexes != ARROW_UNKNOWN) {
    status = find_elements(&g, first);
    g.rows = g.good;
    if (status == ROWKEY_OK && source->dictionary.length > 0) add_dictionary_nulls(&g);
  }
  if (status == ROWKEY_OK) status = gather_values(&g, values);
  if (status != ROWKEY_OK) {
    rowkey_error_set(error, status, "column %.64s: out of memory", source->name);
    error->column = source->column;
    return status;
  }
  if (g.validity != NULL) *values = rowkey_values_with_nulls(*values, g.validity, g.validity_start);
  *good = g.good;
  return ROWKEY_OK;
}
