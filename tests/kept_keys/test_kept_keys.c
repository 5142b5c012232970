/* Each key of keys.tsv is made and read back by every instruction set: in a batch, at every place of it and
 * among other records, and as a single row. */
#include "kept_keys.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decoding.h"
#include "types/column_type.h"

/* More than one vector of every instruction set, and a remainder. */
enum { ROWS = 203 };

/* Lines of one layout and schema, one after the other. */
struct group {
  const struct kept_key *lines;
  size_t count;
};

/* ---- Records to columns ----------------------------------------------------------------------- */

/* The texts of a column: row i has the one of line i % count. */
struct texts {
  char *bytes;
  uint64_t *offsets;
  bool is_null[ROWS];
  bool any_null;
};

static struct texts texts_of(struct group group, size_t column) {
  struct texts texts = {.bytes = guarded(ROWS * sizeof(((struct kept_value *)0)->bytes), GUARD_END),
                        .offsets = guarded((ROWS + 1) * sizeof(uint64_t), GUARD_END)};
  texts.offsets[0] = 0;
  for (size_t i = 0; i < ROWS; i++) {
    const struct kept_value value = kept_value(&group.lines[i % group.count], column);
    texts.is_null[i] = value.is_null;
    texts.any_null |= value.is_null;
    memcpy(texts.bytes + texts.offsets[i], value.bytes, value.size);
    texts.offsets[i + 1] = texts.offsets[i] + value.size;
  }
  return texts;
}

static size_t size_of(rowkey_type type) { return type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t); }

static void read_number(rowkey_type type, const char *text, void *number) {
  char *end = NULL;
  if (type == ROWKEY_U64) memcpy(number, &(uint64_t){strtoull(text, &end, 10)}, size_of(type));
  if (type == ROWKEY_I64) memcpy(number, &(int64_t){strtoll(text, &end, 10)}, size_of(type));
  if (type == ROWKEY_F64) memcpy(number, &(double){strtod(text, &end)}, size_of(type));
  if (type == ROWKEY_F32) memcpy(number, &(float){strtof(text, &end)}, size_of(type));
  CHECK(end != NULL && *end == '\0' && end != text, "%s is not a number", text);
}

static void add_numbers(struct batch *batch, const rowkey_column *column, const void *numbers) {
  if (column->type == ROWKEY_U64) add_u64(batch, column->name, numbers);
  if (column->type == ROWKEY_I64) add_i64(batch, column->name, numbers);
  if (column->type == ROWKEY_F64) add_f64(batch, column->name, numbers);
  if (column->type == ROWKEY_F32) add_f32(batch, column->name, numbers);
}

static void read_numbers(struct batch *batch, const rowkey_column *column, const struct texts *texts) {
  const size_t size = size_of(column->type);
  uint8_t *numbers = guarded(ROWS * size, GUARD_END); /* 0 at first */
  for (size_t i = 0; i < ROWS; i++) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)(texts->offsets[i + 1] - texts->offsets[i]),
             texts->bytes + texts->offsets[i]);
    if (!texts->is_null[i]) read_number(column->type, text, numbers + i * size);
  }
  add_numbers(batch, column, numbers);
}

/* What the type reads from the texts. */
static void add_typed(struct batch *batch, const rowkey_column *column, const rowkey_column_type *type,
                      const struct texts *texts) {
  uint8_t valid[(ROWS + 7) / 8] = {0};
  for (size_t i = 0; i < ROWS; i++) valid[i / 8] |= (uint8_t)(!texts->is_null[i] << i % 8);
  const rowkey_values written = rowkey_values_of_offsets(ROWKEY_KIND_TEXT, texts->bytes,
                                                         (size_t)texts->offsets[ROWS], texts->offsets, ROWS);
  const rowkey_values given = rowkey_values_with_nulls(written, valid, 0);
  rowkey_error error;
  const size_t bound = rowkey_column_type_read_bound(type, &given, ROWS);
  uint64_t *offsets = guarded((ROWS + 1) * sizeof *offsets, GUARD_END);
  void *values = guarded(bound > 0 ? bound : ROWS * sizeof(uint64_t), GUARD_END);
  const rowkey_decoded to = column->type == ROWKEY_TEXT ? rowkey_decoded_text(values, bound, offsets, ROWS)
                                                        : rowkey_decoded_numbers(column->type, values, ROWS);
  CHECK(rowkey_column_type_read(type, &given, ROWS, &to, &error) == ROWKEY_OK, "%s: %s", column->name,
        error.text);
  if (column->type == ROWKEY_TEXT) add_bytes(batch, column->name, values, offsets);
  add_numbers(batch, column, values);
  batch->values[batch->count - 1].tag = rowkey_kept_tag(column->type);
}

static struct batch batch_of(const struct kept_schema *schema, struct group group) {
  struct batch batch = {.rows = ROWS};
  for (size_t i = 0; i < schema->count; i++) {
    const rowkey_column *column = &schema->columns[i];
    const struct texts texts = texts_of(group, i);
    if (schema->types[i] != NULL) {
      add_typed(&batch, column, schema->types[i], &texts);
    } else if (column->type == ROWKEY_TEXT) {
      add_bytes(&batch, column->name, texts.bytes, texts.offsets);
    } else {
      read_numbers(&batch, column, &texts);
    }
    batch.columns[i] = *column;
    if (texts.any_null) mark_nulls(&batch, texts.is_null, 3);
  }
  return batch;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static void check_key(const struct kept_key *line, const struct encoded *encoded, size_t row,
                      const char *isa) {
  const uint64_t begin = encoded->offsets[row], size = encoded->offsets[row + 1] - begin;
  CHECK(size == line->key_size && memcmp(encoded->keys + begin, line->key, line->key_size) == 0,
        "keys.tsv, line %u: %s of %s has another key now, in row %zu, with %s: %s", line->line, line->layout,
        line->record, row, isa, key_text(encoded, row));
}

/* Encodes rows from `first_row` on, of which row i is the record of line i % count, and decodes the keys.
 * Where random() has a part in them, the key is known in the row that has the number of its line. */
static size_t check_batch(const rowkey_layout *layout, const struct kept_schema *schema, struct group group,
                          uint64_t first_row, bool is_random) {
  const struct batch batch = batch_of(schema, group);
  const unsigned line = group.lines[0].line;
  struct settings settings = {.seed = group.lines[0].seed, .first_row = first_row, .side = GUARD_END};
  size_t known = 0;
  EACH_ISA(kernels) {
    settings.isa = kernels->name;
    const struct encoded encoded = encode(layout, &batch, settings);
    CHECK(encoded.status == ROWKEY_OK, "keys.tsv, line %u, %s: %s", line, kernels->name, encoded.error.text);
    for (size_t i = 0; i < ROWS; i++) {
      const struct kept_key *kept = &group.lines[i % group.count];
      if (is_random && kept->row != first_row + i) continue;
      check_key(kept, &encoded, i, kernels->name);
      known++;
    }
    const struct keys keys = {encoded.keys, encoded.offsets, ROWS};
    const struct decoded decoded = decode(layout, &batch, keys, kernels->name, 0);
    CHECK(decoded.status == ROWKEY_OK, "keys.tsv, line %u, %s: %s", line, kernels->name, decoded.error.text);
    check_decoded(layout, &batch, &decoded, ROWS, group.lines[0].layout);
  }
  free_guarded();
  return known;
}

/* The same records with nulls here and there, in each column in turn and in all of them: encode() compares
 * null keys, and the keys beside them, with those of single rows. */
static void check_with_nulls(const rowkey_layout *layout, const struct kept_schema *schema,
                             struct group group) {
  static const unsigned patterns[] = {1, 2, 3, 7, 64, 100}; /* every so many rows; 1: all */
  bool is_null[ROWS];
  for (size_t pattern = 0; pattern < sizeof patterns / sizeof *patterns; pattern++) {
    for (size_t i = 0; i < ROWS; i++) is_null[i] = (i + 1) % patterns[pattern] == 0;
    for (size_t column = 0; column <= schema->count; column++) {
      struct batch batch = batch_of(schema, group);
      const size_t count = batch.count;
      for (size_t i = 0; i < count; i++) {
        if (column < count && i != column) continue;
        batch.count = i + 1; /* the last column is marked */
        mark_nulls(&batch, is_null, i + column);
      }
      batch.count = count;
      encode(layout, &batch,
             (struct settings){.isa = pattern % 2 == 0 ? "scalar" : rowkey_isa_selected(),
                               .seed = group.lines[0].seed,
                               .side = GUARD_END});
      free_guarded();
    }
  }
}

/* Each line at some places of a batch: random() gives every other row another key. */
static void check_random(const rowkey_layout *layout, const struct kept_schema *schema, struct group group) {
  static const size_t places[] = {0, 1, 17, ROWS - 1};
  for (size_t i = 0; i < group.count; i++) {
    const struct group one = {&group.lines[i], 1};
    for (size_t k = 0; k < sizeof places / sizeof *places && places[k] <= one.lines->row; k++)
      CHECK(check_batch(layout, schema, one, one.lines->row - places[k], true) > 0,
            "keys.tsv, line %u: no row has its number", one.lines->line);
  }
}

static void check_values(const struct kept_key *line, const struct kept_schema *schema) {
  size_t values = 1;
  for (const char *at = line->record; *at != '\0'; at++) values += *at == ',';
  CHECK(values == schema->count, "keys.tsv, line %u: %zu values of %zu columns", line->line, values,
        schema->count);
}

static void check_group(struct group group) {
  struct kept_schema schema = read_kept_schema(group.lines[0].columns);
  for (size_t i = 0; i < group.count; i++) check_values(&group.lines[i], &schema);
  char expansion[ROWKEY_NAMED_TEMPLATE_SIZE];
  const char *text = kept_template(group.lines[0].layout, expansion);
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), schema.columns, schema.count, &error);
  CHECK(layout != NULL, "keys.tsv, line %u: %s", group.lines[0].line, error.text);
  if (strstr(text, "random()") != NULL) {
    check_random(layout, &schema, group);
  } else {
    check_batch(layout, &schema, group, 0, false);
  }
  check_with_nulls(layout, &schema, group);
  rowkey_layout_free(layout);
  free_kept_schema(&schema);
}

static bool is_of_group(const struct kept_key *line, const struct kept_key *first) {
  return strcmp(line->layout, first->layout) == 0 && strcmp(line->columns, first->columns) == 0;
}

static void keys_are_those_of_the_file(void) {
  const struct kept_keys keys = kept_keys();
  for (size_t first = 0, next; first < keys.count; first = next) {
    for (next = first + 1; next < keys.count && is_of_group(&keys.at[next], &keys.at[first]);) next++;
    check_group((struct group){&keys.at[first], next - first});
  }
}

static void no_line_stands_twice(void) {
  const struct kept_keys keys = kept_keys();
  for (size_t i = 0; i < keys.count; i++) {
    const struct kept_key *a = &keys.at[i];
    for (size_t k = i + 1; k < keys.count; k++) {
      const struct kept_key *b = &keys.at[k];
      CHECK(!is_of_group(a, b) || strcmp(a->record, b->record) != 0 || a->seed != b->seed || a->row != b->row,
            "lines %u and %u of keys.tsv are the same record", a->line, b->line);
    }
  }
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"keys are those of the file", keys_are_those_of_the_file},
      {"no line stands twice", no_line_stands_twice},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
