/* Arrow arrays with whatever bytes in their buffers, under whatever validity, are encoded or refused: the
 * same on every instruction set and in every format of the keys, and nothing outside of the buffers is read.
 * What is encoded decodes to records that make the same keys again; so does every other array of bytes that
 * is accepted as keys.
 *
 * Buffers are as large as lengths, offsets and last limits say, as the interface has no other sizes. */
#include <rowkey/arrow.h>
#include <rowkey/column_types.h>
#include <rowkey/decode.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "tests/support/on_isa.h"

enum { COLUMNS = 2, ROWS_MAX = 9000, VARIADIC = 2, TEXT_MAX = 40 };

static const char *const formats[] = {"c",    "s",    "i",   "l",    "C",   "S", "I",      "L",       "b",
                                      "f",    "g",    "u",   "U",    "vu",  "z", "Z",      "vz",      "w:5",
                                      "tss:", "tsn:", "tdD", "tsm:", "tdm", "n", "d:38,2", "d:9,2,32"};
static const char *const index_formats[] = {"c", "s", "i", "l", "C", "S", "I", "L"};

static void keep_array(struct ArrowArray *array) { (void)array; }
static void keep_schema(struct ArrowSchema *schema) { (void)schema; }

/* ---- Arrays ------------------------------------------------------------------------------------- */

/* An array, its buffers, and its dictionary; none of them is freed. */
struct made {
  const void *buffers[3 + VARIADIC];
  int64_t sizes[VARIADIC];
  struct ArrowArray array, dictionary;
  const void *dictionary_buffers[3 + VARIADIC];
  int64_t dictionary_sizes[VARIADIC];
  struct ArrowSchema schema, dictionary_schema;
};

static bool starts(const char *format, const char *prefix) {
  return strncmp(format, prefix, strlen(prefix)) == 0;
}
static bool is_one_of(const char *format, const char *letters) {
  return format[1] == 0 && strchr(letters, format[0]) != NULL;
}
static bool is_text(const char *format) {
  return is_one_of(format, "uUzZ") || format[0] == 'v' || starts(format, "w:");
}

/* Bytes of an element; of bits 0. */
static size_t element_size(const char *format) {
  if (format[0] == 'v' || strcmp(format, "d:38,2") == 0) return 16;
  if (starts(format, "w:")) return 5;
  if (starts(format, "ts") || is_one_of(format, "lLg") || strcmp(format, "tdm") == 0) return 8;
  if (is_one_of(format, "iIf") || format[0] == 't' || format[0] == 'd') return 4;
  return is_one_of(format, "sS") ? 2 : is_one_of(format, "cC");
}

static void *take_buffer(struct fuzz_input *input, size_t size) {
  void *buffer = fuzz_guarded(size);
  fuzz_take_bytes(input, buffer, size);
  return buffer;
}

/* Limits of `count` texts, the last of which is the size of their bytes; now and then one lies anywhere. */
static void take_offsets(struct fuzz_input *input, const void **buffers, size_t count, size_t size) {
  uint8_t *offsets = fuzz_guarded((count + 1) * size);
  uint64_t at = fuzz_take_up_to(input, 2), first = at;
  const bool wild = fuzz_take_up_to(input, 7) == 7;
  for (size_t i = 0; i <= count; i++) {
    const uint64_t limit = wild && i > 0 && i < count ? fuzz_take(input, (unsigned)size) : at;
    const uint32_t narrow = (uint32_t)limit;
    memcpy(offsets + i * size, size == 4 ? (const void *)&narrow : (const void *)&limit, size);
    if (i < count) at += fuzz_take_up_to(input, TEXT_MAX);
  }
  buffers[1] = offsets;
  buffers[2] = at > first ? take_buffer(input, (size_t)at) : NULL;
}

/* Views, most of them inside of the buffers. */
static void take_views(struct fuzz_input *input, const void **buffers, int64_t *sizes, size_t count) {
  uint8_t *views = fuzz_guarded(count * 16);
  for (size_t k = 0; k < VARIADIC; k++) {
    sizes[k] = (int64_t)fuzz_take_up_to(input, 100);
    buffers[2 + k] = take_buffer(input, (size_t)sizes[k]);
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t view[4];
    fuzz_take_bytes(input, view, sizeof view);
    if (view[0] % 16 != 15) {
      view[0] %= TEXT_MAX;
      view[2] %= view[0] == 13 ? VARIADIC + 1 : VARIADIC;
      view[3] %= 100;
    }
    memcpy(views + i * sizeof view, view, sizeof view);
  }
  buffers[1] = views;
  buffers[2 + VARIADIC] = sizes;
}

static struct ArrowArray take_values(struct fuzz_input *input, const char *format, size_t rows, size_t offset,
                                     const void **buffers, int64_t *sizes) {
  const size_t count = rows + offset, size = element_size(format);
  int64_t buffer_count = 2;
  if (strcmp(format, "n") == 0) {
    buffer_count = 0;
  } else if (is_one_of(format, "uzUZ")) {
    buffer_count = 3;
    take_offsets(input, buffers, count, is_one_of(format, "uz") ? 4 : 8);
  } else if (format[0] == 'v') {
    buffer_count = 3 + VARIADIC;
    take_views(input, buffers, sizes, count);
  } else {
    buffers[1] = take_buffer(input, size == 0 ? (count + 7) / 8 : count * size);
  }
  buffers[0] = fuzz_take_up_to(input, 2) == 0 ? take_buffer(input, (count + 7) / 8) : NULL;
  return (struct ArrowArray){.length = (int64_t)rows,
                             .null_count = -1,
                             .offset = (int64_t)offset,
                             .n_buffers = buffer_count,
                             .buffers = buffers,
                             .release = keep_array};
}

static void take_column(struct fuzz_input *input, struct made *made, const char *name, const char *format,
                        size_t rows) {
  const bool by_index = fuzz_take_up_to(input, 2) == 0 && strcmp(format, "n") != 0;
  const size_t offset = (size_t)fuzz_take_up_to(input, 9);
  made->schema = (struct ArrowSchema){.format = format, .name = name, .release = keep_schema};
  if (!by_index) {
    made->array = take_values(input, format, rows, offset, made->buffers, made->sizes);
    return;
  }
  const char *indexes = index_formats[fuzz_take_up_to(input, 7)];
  made->array = take_values(input, indexes, rows, offset, made->buffers, made->sizes);
  const size_t values = (size_t)fuzz_take_up_to(input, 200);
  made->dictionary = take_values(input, format, values, (size_t)fuzz_take_up_to(input, 9),
                                 made->dictionary_buffers, made->dictionary_sizes);
  /* Most indexes of one byte are in the dictionary. */
  for (size_t i = 0; values > 0 && element_size(indexes) == 1 && i < rows + offset; i++) {
    uint8_t *index = (uint8_t *)(uintptr_t)made->buffers[1] + i;
    if (*index % 16 != 15) *index = (uint8_t)(*index % values % 128);
  }
  made->array.dictionary = &made->dictionary;
  made->dictionary_schema = made->schema;
  made->schema.format = indexes;
  made->schema.dictionary = &made->dictionary_schema;
}

/* ---- Layouts ------------------------------------------------------------------------------------- */

/* A field that gives the column back, with or without what stands for its nulls. */
static void add_field(struct fuzz_input *input, char *template, size_t size, const char *name,
                      const char *format) {
  const uint64_t choice = fuzz_take_up_to(input, 7);
  const bool nulls = choice & 1, marked = choice & 2;
  const bool floats = is_one_of(format, "fg"), text = is_text(format) || format[0] == 'n';
  const char *constant = starts(format, "w:") ? "\"12345\"" : text ? "\"x\"" : floats ? "0.5" : "7";
  const char *as = text                         ? (choice & 4 ? ":esc" : ":mem")
                   : floats                     ? ""
                   : is_one_of(format, "CSILb") ? ":u64"
                                                : ":i64";
  const size_t length = strlen(template);
  if (nulls && marked)
    snprintf(template + length, size - length, "{null_last(%s):u8}{coalesce(%s, %s)%s}", name, name, constant,
             as);
  else if (nulls)
    snprintf(template + length, size - length, "{coalesce(%s, %s)%s}", name, constant, as);
  else
    snprintf(template + length, size - length, "{%s%s}", name, as);
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

struct outcome {
  rowkey_status status;
  size_t row;
  struct ArrowArray keys;
  struct ArrowSchema schema;
};

static struct outcome encode(const rowkey_layout *layout, const struct ArrowSchema *schema,
                             const struct ArrowArray *batch, rowkey_arrow_format format) {
  struct outcome outcome = {.row = ROWKEY_NONE};
  const rowkey_arrow_options options = {.format = format};
  rowkey_error error;
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, schema, &options, &error);
  FUZZ_CHECK(encoder != NULL, "%s", error.text);
  outcome.status = rowkey_arrow_encode(encoder, batch, 0, &outcome.keys, &error);
  if (outcome.status == ROWKEY_OK) {
    FUZZ_CHECK(rowkey_arrow_encoder_schema(encoder, &outcome.schema, &error) == ROWKEY_OK, "%s", error.text);
    FUZZ_CHECK(outcome.keys.length == batch->length, "%lld keys", (long long)outcome.keys.length);
  } else {
    outcome.row = error.row;
    FUZZ_CHECK(outcome.keys.release == NULL, "keys after an error");
    FUZZ_CHECK(memchr(error.text, 0, sizeof error.text) != NULL && error.text[0] != 0, "no text");
  }
  rowkey_arrow_encoder_free(encoder);
  return outcome;
}

static void release(struct outcome *outcome) {
  if (outcome->status != ROWKEY_OK) return;
  outcome->keys.release(&outcome->keys);
  outcome->schema.release(&outcome->schema);
}

/* Key `row` of an array as the library makes it, or as take_values does: not null, and inside. */
struct key {
  const uint8_t *bytes;
  uint64_t size;
};
static struct key key_at(const struct ArrowArray *keys, const char *format, size_t row) {
  const uint8_t *places = keys->buffers[1];
  row += (size_t)keys->offset;
  if (format[0] == 'w') {
    size_t width;
    sscanf(format, "w:%zu", &width);
    return (struct key){places + row * width, width};
  }
  if (format[0] == 'v') {
    uint32_t view[4];
    memcpy(view, places + row * sizeof view, sizeof view);
    if (view[0] <= 12) return (struct key){places + row * sizeof view + 4, view[0]};
    return (struct key){(const uint8_t *)keys->buffers[2 + view[2]] + view[3], view[0]};
  }
  uint64_t limits[2] = {0};
  for (size_t i = 0; i < 2; i++) {
    uint32_t narrow;
    if (is_one_of(format, "uz")) {
      memcpy(&narrow, places + (row + i) * 4, 4);
      limits[i] = narrow;
    } else {
      memcpy(&limits[i], places + (row + i) * 8, 8);
    }
  }
  return (struct key){(const uint8_t *)keys->buffers[2] + limits[0], limits[1] - limits[0]};
}

static void check_same_keys(const struct ArrowArray *a, const char *a_format, const struct ArrowArray *b,
                            const char *b_format, const char *what) {
  for (size_t i = 0; i < (size_t)b->length; i++) {
    const struct key x = key_at(a, a_format, i), y = key_at(b, b_format, i);
    FUZZ_CHECK(x.size == y.size && (x.size == 0 || memcmp(x.bytes, y.bytes, (size_t)x.size) == 0),
               "%s: row %zu has another key", what, i);
  }
}

/* Whether every column that the layout uses comes back. */
static bool comes_back(const rowkey_layout *layout) {
  size_t count;
  rowkey_layout_columns(layout, &count);
  for (size_t i = 0; i < count; i++)
    if (rowkey_layout_uses(layout, i) && rowkey_layout_recovery(layout, i) != ROWKEY_RECOVERED) return false;
  return true;
}

/* Whether a column is declared bool: keys hold any number of it, and others than 0 and 1 are not taken back.
 */
static bool has_bool(const rowkey_layout *layout) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  for (size_t i = 0; i < count; i++)
    if (columns[i].declared != NULL && strcmp(rowkey_column_type_text(columns[i].declared), "bool") == 0)
      return true;
  return false;
}

/* Decodes keys in the layout's types or those of `records`: what is accepted makes the same keys again. */
static bool decode_and_encode(const rowkey_layout *layout, const struct ArrowSchema *schema,
                              const struct ArrowArray *keys, const struct ArrowSchema *records,
                              const char *isa) {
  rowkey_error error;
  struct ArrowArray array;
  struct ArrowSchema array_schema;
  rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, schema, records, &error);
  if (decoder == NULL) {
    FUZZ_CHECK(error.status == ROWKEY_ERROR_TYPE, "%s", error.text);
    return false;
  }
  const rowkey_status status = rowkey_arrow_decode(decoder, keys, &array, &error);
  if (status == ROWKEY_OK) {
    FUZZ_CHECK(rowkey_arrow_decoder_schema(decoder, &array_schema, &error) == ROWKEY_OK, "%s", error.text);
    struct outcome again = encode(layout, &array_schema, &array, ROWKEY_ARROW_LARGE_BINARY);
    FUZZ_CHECK(again.status == ROWKEY_OK || has_bool(layout), "%s: row %zu does not encode again", isa,
               again.row);
    const char *format = schema->dictionary != NULL || again.status != ROWKEY_OK ? NULL : schema->format;
    if (format != NULL) check_same_keys(keys, format, &again.keys, "Z", isa);
    release(&again);
    array_schema.release(&array_schema);
    array.release(&array);
  }
  rowkey_arrow_decoder_free(decoder);
  return status == ROWKEY_OK;
}

/* A layout for the columns of the schema as they are. */
static rowkey_layout *compile_declared(const char *template, const struct ArrowSchema *schema,
                                       rowkey_error *error) {
  rowkey_arrow_reader *reader = rowkey_arrow_reader_create(schema, error);
  FUZZ_CHECK(reader != NULL, "%s", error->text);
  size_t count;
  const rowkey_column *columns = rowkey_arrow_reader_columns(reader, &count);
  rowkey_layout *layout = rowkey_layout_compile(template, strlen(template), columns, count, error);
  rowkey_arrow_reader_free(reader);
  return layout;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  static const char *const names[] = {"a", "b"};
  struct made columns[COLUMNS] = {0}, given = {0};
  char template[200] = "";
  const size_t rows = fuzz_take_rows(&input, ROWS_MAX), before = (size_t)fuzz_take_up_to(&input, 9);
  struct ArrowSchema *schemas[COLUMNS];
  struct ArrowArray *arrays[COLUMNS];
  for (size_t i = 0; i < COLUMNS; i++) {
    const char *format = formats[fuzz_take_up_to(&input, sizeof formats / sizeof *formats - 1)];
    add_field(&input, template, sizeof template, names[i], format);
    take_column(&input, &columns[i], names[i], format, rows + before);
    schemas[i] = &columns[i].schema;
    arrays[i] = &columns[i].array;
  }
  const void *parent[] = {fuzz_take_up_to(&input, 3) == 0 ? take_buffer(&input, (rows + before + 7) / 8)
                                                          : NULL};
  const struct ArrowSchema schema = {
      .format = "+s", .name = "", .n_children = COLUMNS, .children = schemas, .release = keep_schema};
  const struct ArrowArray batch = {.length = (int64_t)rows,
                                   .null_count = -1,
                                   .offset = (int64_t)before,
                                   .n_buffers = 1,
                                   .n_children = COLUMNS,
                                   .buffers = parent,
                                   .children = arrays,
                                   .release = keep_array};
  /* Keys that nobody made. */
  const char *key_format = formats[11 + fuzz_take_up_to(&input, 6)];
  const size_t key_rows = (size_t)fuzz_take_up_to(&input, 20);
  take_column(&input, &given, "key", key_format, key_rows);
  given.array.null_count = 0;

  rowkey_error error;
  rowkey_layout *layout = compile_declared(template, &schema, &error);
  FUZZ_CHECK(layout != NULL, "%s: %s", template, error.text);
  struct outcome first = {0};
  bool is_first = true, given_is_good = false;
  FUZZ_EACH_ISA(kernels) {
    fuzz_count(kernels, "arrow", rows);
    ON_ISA(kernels->name) {
      for (int format = ROWKEY_ARROW_BINARY; format <= ROWKEY_ARROW_BINARY_VIEW; format++) {
        struct outcome outcome = encode(layout, &schema, &batch, (rowkey_arrow_format)format);
        if (is_first) {
          first = outcome;
          is_first = false;
          continue;
        }
        FUZZ_CHECK(outcome.status == first.status && outcome.row == first.row, "%s, %s: status %d, not %d",
                   kernels->name, template, (int)outcome.status, (int)first.status);
        if (outcome.status == ROWKEY_OK)
          check_same_keys(&outcome.keys, outcome.schema.format, &first.keys, first.schema.format,
                          kernels->name);
        release(&outcome);
      }
      if (first.status == ROWKEY_OK && comes_back(layout)) {
        FUZZ_CHECK(decode_and_encode(layout, &first.schema, &first.keys, NULL, kernels->name) || rows == 0,
                   "%s: keys of %s do not decode", kernels->name, template);
        decode_and_encode(layout, &first.schema, &first.keys, &schema, kernels->name);
      }
      const bool good =
          comes_back(layout) && decode_and_encode(layout, &given.schema, &given.array, NULL, kernels->name);
      FUZZ_CHECK(isa_index == 0 || good == given_is_good, "%s: keys are taken as others are not",
                 kernels->name);
      given_is_good = good;
    }
  }
  release(&first);
  rowkey_layout_free(layout);
  return 0;
}
