#include "arrow/source.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"

static rowkey_status bad_array(const struct arrow_source *source, const char *problem, rowkey_error *error) {
  rowkey_status status =
      rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "column %.64s: its array %s", source->name, problem);
  error->column = source->column;
  return status;
}

/* How many buffers an array of this storage has; views have more. */
static int64_t count_buffers(enum arrow_storage storage) {
  switch (storage) {
    case ARROW_NULL:
      return 0;
    case ARROW_OFFSETS32:
    case ARROW_OFFSETS64:
    case ARROW_VIEWS:
      return 3;
    default:
      return 2;
  }
}

static uint64_t read_offset(const struct arrow_buffers *buffers, size_t i) {
  uint32_t narrow;
  uint64_t wide;
  if (buffers->storage == ARROW_OFFSETS64) {
    memcpy(&wide, buffers->offsets + i * sizeof wide, sizeof wide);
    return wide;
  }
  memcpy(&narrow, buffers->offsets + i * sizeof narrow, sizeof narrow);
  return narrow;
}

/* Where texts lie. Encoders check those between the first and the last. */
static const char *find_texts(struct arrow_buffers *buffers) {
  if (buffers->offsets == NULL) return "has no offsets (expected length + 1 of them)";
  const uint64_t begin = read_offset(buffers, buffers->start);
  buffers->data_size = read_offset(buffers, buffers->start + buffers->length);
  const uint64_t most = buffers->storage == ARROW_OFFSETS32 ? INT32_MAX : INT64_MAX;
  if (begin > buffers->data_size || buffers->data_size > most || buffers->data_size > PTRDIFF_MAX)
    return "has a last offset below its first one (expected offsets that do not decrease)";
  if (buffers->data_size != 0 && buffers->data == NULL && begin != buffers->data_size)
    return "has no bytes (expected as many as its last offset says)";
  if (buffers->data == NULL) buffers->data_size = 0;
  return NULL;
}

/* Elements start … start + length - 1 of the array's buffers. Returns what is wrong, or NULL. */
static const char *open_buffers(struct arrow_buffers *buffers, enum arrow_storage storage, uint32_t width,
                                const struct ArrowArray *array, size_t start, size_t length) {
  *buffers = (struct arrow_buffers){.storage = storage, .width = width, .start = start, .length = length};
  const int64_t count = count_buffers(storage);
  const bool may_have_more = storage == ARROW_VIEWS || storage == ARROW_NULL; /* Polars gives nulls one */
  if (array->n_buffers < count || (array->n_buffers > count && !may_have_more))
    return "has another number of buffers than its type (expected the array of the schema)";
  if (storage == ARROW_NULL || length == 0) return NULL;
  if (array->buffers == NULL) return "has no buffers (expected as many as n_buffers says)";
  const void *const *const all = (const void *const *)array->buffers;
  if (array->null_count != 0) buffers->validity = all[0];
  if (storage == ARROW_OFFSETS32 || storage == ARROW_OFFSETS64) {
    buffers->offsets = all[1];
    buffers->data = all[2];
    return find_texts(buffers);
  }
  buffers->data = all[1];
  if (storage == ARROW_VIEWS) {
    buffers->variadic_count = (size_t)array->n_buffers - 3;
    buffers->variadic = all + 2;
    buffers->variadic_sizes = all[array->n_buffers - 1];
    if (buffers->variadic_count > 0 && buffers->variadic_sizes == NULL)
      return "has no sizes of its variadic buffers (expected one for each)";
  }
  if (buffers->data == NULL && (storage != ARROW_FIXED || width != 0))
    return "has no values (expected a buffer of them)";
  return NULL;
}

static bool has_rows(const struct ArrowArray *array) {
  return array->length >= 0 && array->offset >= 0 && array->length <= PTRDIFF_MAX / 16 &&
         array->offset <= PTRDIFF_MAX / 16;
}

rowkey_status rowkey_arrow_open(struct arrow_source *source, const struct arrow_type *type, const char *name,
                                size_t column, const struct ArrowArray *array,
                                const struct ArrowArray *parent, rowkey_error *error) {
  *source = (struct arrow_source){.type = type, .name = name, .column = column};
  if (array == NULL || array->release == NULL)
    return bad_array(source, "is NULL or released (expected one that is not)", error);
  if (!has_rows(array)) return bad_array(source, "has a length or offset that does not fit in memory", error);
  source->rows = (size_t)array->length;
  size_t start = (size_t)array->offset;
  if (parent != NULL) {
    if (parent->length > array->length || parent->offset > array->length - parent->length)
      return bad_array(source, "has fewer rows than the struct that it is a field of", error);
    source->rows = (size_t)parent->length;
    source->parent_start = (size_t)parent->offset;
    start += source->parent_start;
    if (parent->null_count != 0 && parent->n_buffers > 0 && parent->buffers != NULL)
      source->parent_validity = parent->buffers[0];
  }
  const bool by_index = type->indexes != ARROW_UNKNOWN;
  const char *problem = open_buffers(&source->buffers, by_index ? type->indexes : type->storage, type->width,
                                     array, start, source->rows);
  if (problem != NULL) return bad_array(source, problem, error);
  if (!by_index) return ROWKEY_OK;
  const struct ArrowArray *values = array->dictionary;
  if (values == NULL || values->release == NULL)
    return bad_array(source, "has no dictionary (expected one, as its schema has)", error);
  if (!has_rows(values)) return bad_array(source, "has a dictionary that does not fit in memory", error);
  problem = open_buffers(&source->dictionary, type->storage, type->width, values, (size_t)values->offset,
                         (size_t)values->length);
  return problem == NULL ? ROWKEY_OK : bad_array(source, problem, error);
}

/* ---- As it lies -------------------------------------------------------------------------------- */

static bool is_aligned(const void *data, size_t alignment) { return (uintptr_t)data % alignment == 0; }

/* Numbers as they lie: those that encoders read so are aligned for their type, others are converted. */
static bool lie_as_numbers(const struct arrow_source *source, rowkey_values *values) {
  const struct arrow_buffers *buffers = &source->buffers;
  const size_t size = rowkey_arrow_number_size(buffers->storage);
  if (size == 0) return false;
  values->data = buffers->data + buffers->start * size;
  return is_aligned(buffers->data, size < _Alignof(uint64_t) ? size : _Alignof(uint64_t));
}

bool rowkey_arrow_direct(const struct arrow_source *source, rowkey_values *values) {
  const struct arrow_buffers *buffers = &source->buffers;
  *values = (rowkey_values){.tag = source->type->tag, .rows = source->rows};
  if (source->type->indexes != ARROW_UNKNOWN) return false;
  if (buffers->validity != NULL && source->parent_validity != NULL) return false;
  if (buffers->validity != NULL)
    *values = rowkey_values_with_nulls(*values, buffers->validity, buffers->start);
  if (source->parent_validity != NULL)
    *values = rowkey_values_with_nulls(*values, source->parent_validity, source->parent_start);
  values->data = buffers->data;
  values->size = (size_t)buffers->data_size;
  switch (buffers->storage) {
    case ARROW_OFFSETS32:
      values->offsets32 = (const uint32_t *)(const void *)buffers->offsets + buffers->start;
      return is_aligned(buffers->offsets, _Alignof(uint32_t));
    case ARROW_OFFSETS64:
      values->begin = (const uint64_t *)(const void *)buffers->offsets + buffers->start;
      values->end = values->begin + 1;
      return is_aligned(buffers->offsets, _Alignof(uint64_t));
    case ARROW_FIXED:
      if (buffers->data != NULL) values->data = buffers->data + buffers->start * buffers->width;
      values->width = buffers->width;
      return !__builtin_mul_overflow(source->rows, (size_t)buffers->width, &values->size);
    default:
      return lie_as_numbers(source, values);
  }
}
