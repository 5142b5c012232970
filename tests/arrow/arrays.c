#include "arrays.h"

#include <stdlib.h>
#include <string.h>

long live_arrays, live_schemas;

/* ---- Release ------------------------------------------------------------------------------------- */

static void release_array(struct ArrowArray *array) {
  live_arrays--;
  for (int64_t i = 0; i < array->n_children; i++) {
    if (array->children[i]->release != NULL) array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  if (array->dictionary != NULL) {
    if (array->dictionary->release != NULL) array->dictionary->release(array->dictionary);
    free(array->dictionary);
  }
  free(array->children);
  free(array->buffers);
  memset(array, 0xee, sizeof *array);
  array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
  live_schemas--;
  for (int64_t i = 0; i < schema->n_children; i++) {
    if (schema->children[i]->release != NULL) schema->children[i]->release(schema->children[i]);
    free(schema->children[i]);
  }
  if (schema->dictionary != NULL) {
    schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
  }
  free(schema->children);
  memset(schema, 0xee, sizeof *schema);
  schema->release = NULL;
}

static struct ArrowArray new_array(size_t buffers) {
  live_arrays++;
  return (struct ArrowArray){.null_count = -1,
                             .n_buffers = (int64_t)buffers,
                             .buffers = calloc(buffers + 1, sizeof(void *)),
                             .release = release_array};
}

static struct ArrowSchema new_schema(const char *format, const char *name) {
  live_schemas++;
  return (struct ArrowSchema){
      .format = format, .name = name, .flags = ARROW_FLAG_NULLABLE, .release = release_schema};
}

rowkey_layout *compile_declared(const char *template, const struct ArrowSchema *schema, rowkey_error *error) {
  rowkey_arrow_reader *reader = rowkey_arrow_reader_create(schema, error);
  if (reader == NULL) return NULL;
  size_t count;
  const rowkey_column *columns = rowkey_arrow_reader_columns(reader, &count);
  rowkey_layout *layout = rowkey_layout_compile(template, strlen(template), columns, count, error);
  rowkey_arrow_reader_free(reader);
  return layout;
}

/* ---- Values ------------------------------------------------------------------------------------- */

/* Whether the format is one of the words. */
static bool is(const char *format, const char *words) {
  const size_t size = strlen(format);
  for (const char *at = words; (at = strstr(at, format)) != NULL; at++) {
    if ((at == words || at[-1] == ' ') && (at[size] == ' ' || at[size] == 0)) return true;
  }
  return false;
}
static bool starts(const char *format, const char *prefix) {
  return strncmp(format, prefix, strlen(prefix)) == 0;
}
static bool is_text(const char *format) { return is(format, "u U z Z vu vz") || starts(format, "w:"); }

/* Bytes of a number of the format. */
static size_t number_size(const char *format) {
  if (starts(format, "d:")) return strstr(format, ",32") != NULL ? 4 : strstr(format, ",64") != NULL ? 8 : 16;
  if (starts(format, "ts") || is(format, "l L g tdm")) return 8;
  if (is(format, "i I f tdD")) return 4;
  return is(format, "s S") ? 2 : 1;
}

static bool is_signed(const char *format) { return strchr("CSILb", format[0]) == NULL; }

static uint64_t random_number(const char *format) {
  if (strcmp(format, "b") == 0) return random_below(2);
  const unsigned bits = 8 * (unsigned)(number_size(format) > 8 ? 8 : number_size(format));
  const uint64_t number = random_u64() >> random_below(64);
  if (format[0] == 'f' || format[0] == 'g') {
    const double value = (double)((int64_t)(number << 40) >> 40) / 4;
    uint64_t as_bits;
    memcpy(&as_bits, &value, sizeof as_bits);
    return as_bits;
  }
  const uint64_t cut = is_signed(format) ? (uint64_t)((int64_t)(number << (64 - bits)) >> (64 - bits))
                                         : number << (64 - bits) >> (64 - bits);
  /* Decimals have no more digits than they say. */
  if (starts(format, "d:9,")) return (uint64_t)((int64_t)cut % 1000000000);
  if (starts(format, "d:18,")) return (uint64_t)((int64_t)cut % 1000000000000000000);
  return strcmp(format, "tdD") == 0 ? cut * 86400 : cut;
}

struct model random_model(const char *name, const char *format, size_t rows, bool nulls) {
  struct model model = {.name = name, .rows = rows};
  model.type = is_text(format)            ? ROWKEY_TEXT
               : strcmp(format, "f") == 0 ? ROWKEY_F32
               : strcmp(format, "g") == 0 ? ROWKEY_F64
               : is_signed(format)        ? ROWKEY_I64
                                          : ROWKEY_U64;
  model.nulls = guarded(rows, GUARD_END);
  for (size_t i = 0; i < rows; i++) model.nulls[i] = nulls && random_below(5) == 0;
  const size_t width = starts(format, "w:") ? (size_t)atoi(format + 2) : 0;
  model.limits = guarded((rows + 1) * sizeof(uint64_t), GUARD_END);
  model.numbers = guarded(rows * sizeof(uint64_t), GUARD_END);
  model.bytes = guarded(rows * (40 + width), GUARD_END);
  model.limits[0] = 0;
  for (size_t i = 0; i < rows; i++) {
    const size_t length = !is_text(format)       ? 0
                          : width != 0           ? width
                          : random_below(2) == 0 ? random_below(14)
                                                 : random_below(40);
    for (size_t k = 0; k < length; k++)
      model.bytes[model.limits[i] + k] = (char)('a' + random_below(26)); /* UTF-8 */
    model.limits[i + 1] = model.limits[i] + length;
    model.numbers[i] = is_text(format) ? 0 : random_number(format);
  }
  return model;
}

/* ---- Buffers ------------------------------------------------------------------------------------- */

static uint8_t *random_buffer(size_t size, bool unaligned) {
  uint8_t *bytes = guarded(size + unaligned, GUARD_END);
  random_bytes(bytes, size + unaligned);
  return bytes;
}

enum { ANYTHING = -1 };

/* What is at each place of the buffers: a row of the model, or ANYTHING. */
struct places {
  const struct model *model;
  const long *rows;
  size_t count;
};

static size_t length_at(const struct places *places, size_t i) {
  const long row = places->rows[i];
  return row == ANYTHING ? random_below(20)
                         : (size_t)(places->model->limits[row + 1] - places->model->limits[row]);
}

static void copy_text(const struct places *places, size_t i, uint8_t *to) {
  const struct model *model = places->model;
  const long row = places->rows[i];
  if (row == ANYTHING) return;
  memcpy(to, model->bytes + model->limits[row], (size_t)(model->limits[row + 1] - model->limits[row]));
}

static void fill_offsets(struct ArrowArray *array, const struct places *places, size_t size, bool unaligned) {
  uint8_t *offsets = random_buffer((places->count + 1) * size, unaligned);
  uint64_t at = random_below(3); /* the first offset need not be 0 */
  uint64_t *limits = calloc(places->count + 1, sizeof *limits);
  for (size_t i = 0; i <= places->count; i++) {
    limits[i] = at;
    const uint32_t narrow = (uint32_t)at;
    memcpy(offsets + i * size, size == 4 ? (const void *)&narrow : (const void *)&at, size);
    if (i < places->count) at += length_at(places, i);
  }
  /* Only a buffer of no bytes may be left out. */
  uint8_t *bytes = at > 0 || random_below(2) == 0 ? random_buffer((size_t)at, false) : NULL;
  for (size_t i = 0; i < places->count && bytes != NULL; i++) copy_text(places, i, bytes + limits[i]);
  free(limits);
  array->buffers[1] = offsets;
  array->buffers[2] = bytes;
}

enum { VIEW = 16, VARIADIC = 3 };

static void fill_views(struct ArrowArray *array, const struct places *places, bool unaligned) {
  uint8_t *views = random_buffer(places->count * VIEW, unaligned);
  uint32_t at[VARIADIC] = {0};
  uint8_t *bytes[VARIADIC];
  int64_t *sizes = guarded(VARIADIC * sizeof *sizes, GUARD_END);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < places->count; i++) {
      if (places->rows[i] == ANYTHING) continue;
      const uint32_t length = (uint32_t)length_at(places, i);
      const uint32_t buffer = (uint32_t)(i % VARIADIC);
      if (pass == 1) {
        uint8_t *view = views + i * VIEW;
        memcpy(view, &length, 4);
        uint8_t text[64];
        copy_text(places, i, text);
        memcpy(view + 4, text, length <= 12 ? length : 4);
        if (length > 12) {
          memcpy(view + 8, &buffer, 4);
          memcpy(view + 12, &at[buffer], 4);
          memcpy(bytes[buffer] + at[buffer], text, length);
        }
      }
      if (length > 12) at[buffer] += length;
    }
    for (uint32_t k = 0; k < VARIADIC && pass == 0; k++) {
      bytes[k] = random_buffer(at[k], false);
      sizes[k] = at[k];
      at[k] = 0;
    }
  }
  array->buffers[1] = views;
  for (uint32_t k = 0; k < VARIADIC; k++) array->buffers[2 + k] = bytes[k];
  array->buffers[2 + VARIADIC] = sizes;
}

static void fill_fixed(struct ArrowArray *array, const struct places *places, size_t width) {
  uint8_t *bytes = random_buffer(places->count * width, false);
  for (size_t i = 0; i < places->count; i++) copy_text(places, i, bytes + i * width);
  array->buffers[1] = bytes;
}

static void fill_bits(struct ArrowArray *array, const struct places *places) {
  uint8_t *bits = random_buffer((places->count + 7) / 8, false);
  for (size_t i = 0; i < places->count; i++) {
    if (places->rows[i] == ANYTHING) continue;
    const uint8_t mask = (uint8_t)(1U << (i & 7));
    bits[i / 8] =
        (uint8_t)(places->model->numbers[places->rows[i]] != 0 ? bits[i / 8] | mask : bits[i / 8] & ~mask);
  }
  array->buffers[1] = bits;
}

static void fill_numbers(struct ArrowArray *array, const struct places *places, const char *format,
                         bool unaligned) {
  const size_t size = number_size(format);
  const bool little = *(const uint8_t *)&(const uint16_t){1} == 1;
  uint8_t *numbers = random_buffer(places->count * size, unaligned);
  for (size_t i = 0; i < places->count; i++) {
    if (places->rows[i] == ANYTHING) continue;
    uint64_t number = places->model->numbers[places->rows[i]];
    if (strcmp(format, "tdD") == 0) number = (uint64_t)((int64_t)number / 86400);
    uint8_t *to = numbers + i * size;
    if (strcmp(format, "f") == 0) {
      double wide;
      memcpy(&wide, &number, sizeof wide);
      const float narrow = (float)wide;
      memcpy(to, &narrow, sizeof narrow);
    } else if (size == 16) {
      const uint64_t high = (uint64_t)((int64_t)number >> 63);
      const uint64_t both[] = {little ? number : high, little ? high : number};
      memcpy(to, both, sizeof both);
    } else {
      memcpy(to, (const uint8_t *)&number + (little ? 0 : 8 - size), size);
    }
  }
  array->buffers[1] = numbers;
}

/* A bit for each place: whether it is valid. NULL where all are, or a bitmap of 1s. */
static uint8_t *bitmap(const bool *valid, size_t count) {
  bool all = true;
  for (size_t i = 0; i < count; i++) all &= valid[i];
  if (all && random_below(2) == 0) return NULL;
  uint8_t *bits = random_buffer((count + 7) / 8, false);
  for (size_t i = 0; i < count; i++)
    bits[i / 8] = (uint8_t)((bits[i / 8] & ~(1U << (i & 7))) | (unsigned)valid[i] << (i & 7));
  return bits;
}

static struct ArrowArray values_at(const struct places *places, const char *format, const bool *valid,
                                   size_t offset, bool unaligned) {
  const bool views = is(format, "vu vz") && format[0] == 'v';
  struct ArrowArray array = new_array(strcmp(format, "n") == 0 ? 0
                                      : views                  ? 3 + VARIADIC
                                      : is(format, "u U z Z")  ? 3
                                                               : 2);
  array.length = (int64_t)(places->count - offset);
  array.offset = (int64_t)offset;
  if (strcmp(format, "n") == 0) return array;
  array.buffers[0] = bitmap(valid, places->count);
  if (array.buffers[0] == NULL && random_below(2) == 0) array.null_count = 0;
  if (views)
    fill_views(&array, places, unaligned);
  else if (is_text(format) && !starts(format, "w:"))
    fill_offsets(&array, places, is(format, "U Z") ? 8 : 4, unaligned);
  else if (starts(format, "w:"))
    fill_fixed(&array, places, (size_t)atoi(format + 2));
  else if (strcmp(format, "b") == 0)
    fill_bits(&array, places);
  else
    fill_numbers(&array, places, format, unaligned);
  return array;
}

/* ---- Arrays ------------------------------------------------------------------------------------- */

/* Indexes into a dictionary of all values, in another order. */
static struct ArrowArray indexes_to(const struct model *model, const struct form *form,
                                    const struct places *places, const bool *valid) {
  const size_t skipped = form->dictionary_offset, count = skipped + model->rows + 1;
  long *rows = calloc(count, sizeof *rows);
  bool *own_valid = calloc(count, sizeof *own_valid);
  uint64_t *numbers = calloc(places->count + 1, sizeof *numbers);
  const size_t turn = model->rows == 0 ? 0 : random_below(model->rows);
  for (size_t i = 0; i < count; i++) {
    rows[i] = i < skipped || i + 1 == count ? ANYTHING : (long)((i - skipped + turn) % model->rows);
    own_valid[i] = rows[i] == ANYTHING || !form->null_in_dictionary || !model->nulls[rows[i]];
    if (!own_valid[i]) rows[i] = ANYTHING;
  }
  const struct places in_dictionary = {model, rows, count};
  struct ArrowArray dictionary = values_at(&in_dictionary, form->format, own_valid, skipped, form->unaligned);
  struct model indexes = {.rows = places->count, .numbers = numbers};
  long *own = calloc(places->count + 1, sizeof *own);
  bool *index_valid = calloc(places->count + 1, sizeof *index_valid);
  for (size_t i = 0; i < places->count; i++) {
    const long row = places->rows[i];
    const bool hidden = row == ANYTHING;
    index_valid[i] = valid[i] || (!hidden && form->null_in_dictionary);
    own[i] = hidden ? ANYTHING : (long)i;
    if (!hidden) numbers[i] = ((size_t)row + model->rows - turn) % model->rows;
    if (!hidden && !index_valid[i]) own[i] = ANYTHING;
  }
  const struct places index_places = {&indexes, own, places->count};
  struct ArrowArray array =
      values_at(&index_places, form->indexes, index_valid, form->offset, form->unaligned);
  array.dictionary = malloc(sizeof dictionary);
  *array.dictionary = dictionary;
  free(rows);
  free(own_valid);
  free(numbers);
  free(own);
  free(index_valid);
  return array;
}

struct ArrowArray array_of(const struct model *model, const struct form *form, const bool *hidden) {
  const size_t begin = form->offset + form->before, count = begin + model->rows + form->after;
  long *rows = calloc(count + 1, sizeof *rows);
  bool *valid = calloc(count + 1, sizeof *valid);
  const bool keeps_null_rows = form->indexes != NULL && form->null_in_dictionary;
  for (size_t i = 0; i < count; i++) {
    const bool inside = i >= begin && i < begin + model->rows;
    const bool is_null = inside && model->nulls[i - begin];
    const bool is_hidden = inside && hidden != NULL && hidden[i - begin];
    valid[i] = !inside || is_hidden ? random_below(2) == 0 : !is_null;
    rows[i] = !inside || is_hidden || (is_null && !keeps_null_rows) ? ANYTHING : (long)(i - begin);
  }
  const struct places places = {model, rows, count};
  struct ArrowArray array = form->indexes != NULL
                                ? indexes_to(model, form, &places, valid)
                                : values_at(&places, form->format, valid, form->offset, form->unaligned);
  free(rows);
  free(valid);
  return array;
}

struct ArrowSchema schema_of(const char *name, const struct form *form) {
  struct ArrowSchema schema = new_schema(form->indexes != NULL ? form->indexes : form->format, name);
  if (form->indexes == NULL) return schema;
  schema.dictionary = malloc(sizeof *schema.dictionary);
  *schema.dictionary = new_schema(form->format, "");
  return schema;
}

struct ArrowArray struct_of(struct ArrowArray *children, size_t count, size_t rows, size_t offset,
                            const bool *nulls) {
  struct ArrowArray array = new_array(1);
  bool *valid = calloc(rows + offset + 1, sizeof *valid);
  for (size_t i = 0; i < rows + offset; i++)
    valid[i] = i < offset ? random_below(2) == 0 : nulls == NULL || !nulls[i - offset];
  if (nulls != NULL) array.buffers[0] = bitmap(valid, rows + offset);
  free(valid);
  array.length = (int64_t)rows;
  array.offset = (int64_t)offset;
  array.n_children = (int64_t)count;
  array.children = calloc(count + 1, sizeof *array.children);
  for (size_t i = 0; i < count; i++) {
    array.children[i] = malloc(sizeof children[i]);
    *array.children[i] = children[i];
    children[i].release = NULL;
  }
  return array;
}

struct ArrowSchema struct_schema_of(struct ArrowSchema *children, size_t count) {
  struct ArrowSchema schema = new_schema("+s", "");
  schema.n_children = (int64_t)count;
  schema.children = calloc(count + 1, sizeof *schema.children);
  for (size_t i = 0; i < count; i++) {
    schema.children[i] = malloc(sizeof children[i]);
    *schema.children[i] = children[i];
    children[i].release = NULL;
  }
  return schema;
}

struct form random_form(const char *format, size_t rows) {
  static const char *const indexes[] = {"c", "s", "i", "l", "C", "S", "I", "L"};
  struct form form = {
      .format = format, .offset = random_below(2) * random_below(20), .after = random_below(3)};
  if (random_below(3) == 0 && strcmp(format, "n") != 0) {
    form.indexes = indexes[rows < 100 ? random_below(8) : 2 + random_below(2)];
    form.dictionary_offset = random_below(2) * random_below(10);
    form.null_in_dictionary = random_below(2) == 0;
  }
  form.unaligned = random_below(4) == 0;
  return form;
}

struct key_text key_at(const struct ArrowArray *keys, const char *format, size_t row) {
  const uint8_t *places = keys->buffers[1];
  if (format[0] == 'w') {
    const size_t width = (size_t)atoi(format + 2);
    return (struct key_text){places + row * width, width};
  }
  if (strcmp(format, "vz") == 0) {
    uint32_t view[4];
    memcpy(view, places + row * sizeof view, sizeof view);
    const uint8_t *bytes = places + row * sizeof view + 4;
    if (view[0] > 12) {
      CHECK(view[2] == 0 && memcmp(bytes, (const uint8_t *)keys->buffers[2] + view[3], 4) == 0, "row %zu",
            row);
      bytes = (const uint8_t *)keys->buffers[2] + view[3];
    }
    return (struct key_text){bytes, view[0]};
  }
  uint64_t limits[2];
  for (size_t i = 0; i < 2; i++)
    limits[i] = format[0] == 'z' ? ((const uint32_t *)(const void *)places)[row + i]
                                 : ((const uint64_t *)(const void *)places)[row + i];
  return (struct key_text){(const uint8_t *)keys->buffers[2] + limits[0], (size_t)(limits[1] - limits[0])};
}

void keep_schema(struct ArrowSchema *schema) { schema->release = NULL; }
void keep_array(struct ArrowArray *array) { array->release = NULL; }

struct ArrowSchema schema_named(const char *format, const char *name) {
  return (struct ArrowSchema){.format = format, .name = name, .release = keep_schema};
}
