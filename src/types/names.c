/* The column types whose values have names: enum and bool. */
#include <inttypes.h>
#include <string.h>

#include "error.h"
#include "types/rows.h"

/* ---- enum -------------------------------------------------------------------------------------- */

static uint32_t hash_of(const uint8_t *name, size_t size) { /* FNV-1a */
  uint32_t hash = 2166136261;
  for (size_t i = 0; i < size; i++) hash = (hash ^ name[i]) * 16777619;
  return hash;
}

/* The entry of the name, or the one where it belongs. */
static uint32_t *find_entry(const struct type_names *names, const uint8_t *name, size_t size) {
  for (uint32_t at = hash_of(name, size) & names->mask;; at = (at + 1) & names->mask) {
    uint32_t *entry = &names->table[at];
    if (*entry == 0) return entry;
    const struct slice *known = &names->names[*entry - 1];
    if (known->size == size && memcmp(known->at, name, size) == 0) return entry;
  }
}

static const char *read_name(const struct rowkey_column_type *type, const struct typed_text *text,
                             uint64_t *number) {
  const uint32_t entry = *find_entry(&type->names, text->at, text->size);
  *number = entry - (uint64_t)1;
  return entry > 0 ? NULL : text->size == 0 ? "is empty" : "is none of the names";
}

static const char *write_name(const struct rowkey_column_type *type, uint64_t number, char *text,
                              size_t *size) {
  if (number >= type->names.count) return "is the place of no name";
  const struct slice *name = &type->names.names[number];
  *size = name->size;
  memcpy(text, name->at, name->size);
  return NULL;
}

static void expect_name(const struct rowkey_column_type *type, struct text_buffer *out) {
  const struct type_names *names = &type->names;
  rowkey_text_printf(out, "%s", names->count == 1 ? "" : "one of ");
  for (size_t i = 0; i < names->count; i++) {
    rowkey_text_printf(out, "%s", i == 0 ? "" : ", ");
    if (out->left < sizeof(struct shown) + 8) {
      rowkey_text_printf(out, "...");
      return;
    }
    rowkey_text_printf(out, "%s", names->names[i].size == 0 ? "\"\"" : rowkey_show(names->names[i]).text);
  }
}

/* Makes the table of the names. False after an error: a name stands twice, or there is no memory. */
static bool make_table(struct rowkey_column_type *type, struct parameters *parameters, const size_t *places) {
  struct type_names *names = &type->names;
  uint32_t size = 4;
  while (size < 2 * names->count) size *= 2;
  names->mask = size - 1;
  names->table = rowkey_arena_allocate_array(parameters->arena, size, sizeof *names->table);
  if (names->table == NULL) return false;
  for (size_t i = 0; i < names->count; i++) {
    const struct slice *name = &names->names[i];
    uint32_t *entry = find_entry(names, (const uint8_t *)name->at, name->size);
    if (*entry > 0) {
      return rowkey_fail(&parameters->diagnostic, ROWKEY_ERROR_SYNTAX, places[i], "another name",
                         "enum has the name %s twice", rowkey_show(*name).text);
    }
    *entry = (uint32_t)i + 1;
    if (name->size > type->text_bound) type->text_bound = name->size;
  }
  return true;
}

static bool set_up_enum(struct rowkey_column_type *type, struct parameters *parameters) {
  struct arena *arena = parameters->arena;
  struct type_names *names = &type->names;
  size_t *places = NULL, capacity = 0, place_capacity = 0;
  do {
    names->names = rowkey_arena_grow(arena, names->names, names->count, &capacity, sizeof *names->names);
    places = rowkey_arena_grow(arena, places, names->count, &place_capacity, sizeof *places);
    if (arena->exhausted) break;
    places[names->count] = parameters->at;
    if (!rowkey_next_parameter(parameters, "a name", &names->names[names->count++])) return false;
  } while (rowkey_more_parameters(parameters));
  type->text_bound = 1;
  if (!arena->exhausted && make_table(type, parameters, places)) return true;
  if (arena->exhausted) {
    rowkey_error_set(parameters->diagnostic.error, ROWKEY_ERROR_MEMORY,
                     "out of memory while reading a column type");
  }
  return false;
}

NUMBER_ROWS(enum, read_name, write_name)

const struct type_kind rowkey_type_enum = {
    .name = "enum",
    .form = "enum(NAME, NAME, ...)",
    .physical = ROWKEY_U64,
    .set_up = set_up_enum,
    .read = enum_read_rows,
    .write = enum_write_rows,
    .expect = expect_name,
};

/* ---- bool -------------------------------------------------------------------------------------- */

static const char *read_bool(const struct rowkey_column_type *type, const struct typed_text *text,
                             uint64_t *number) {
  static const struct {
    const char *word;
    bool value;
  } words[] = {{"true", true}, {"false", false}, {"t", true}, {"f", false}, {"1", true},  {"0", false},
               {"yes", true},  {"no", false},    {"y", true}, {"n", false}, {"on", true}, {"off", false}};
  (void)type;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    const char *word = words[i].word;
    size_t same = 0;
    while (same < text->size && word[same] != 0) {
      const uint8_t byte = text->at[same];
      const uint8_t lower = byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 32) : byte;
      if (lower != (uint8_t)word[same]) break;
      same++;
    }
    if (same < text->size || word[same] != 0) continue;
    *number = words[i].value;
    return NULL;
  }
  return text->size == 0 ? "is empty" : "is neither true nor false";
}

static const char *write_bool(const struct rowkey_column_type *type, uint64_t number, char *text,
                              size_t *size) {
  (void)type;
  if (number > 1) return "is neither 0 nor 1";
  *size = number == 1 ? 4 : 5;
  memcpy(text, number == 1 ? "true" : "false", *size);
  return NULL;
}

static void expect_bool(const struct rowkey_column_type *type, struct text_buffer *out) {
  (void)type;
  rowkey_text_printf(out, "true, t, yes, y, on or 1, or false, f, no, n, off or 0");
}

NUMBER_ROWS(bool, read_bool, write_bool)

const struct type_kind rowkey_type_bool = {
    .name = "bool",
    .physical = ROWKEY_U64,
    .text_bound = sizeof "false",
    .read = bool_read_rows,
    .write = bool_write_rows,
    .expect = expect_bool,
};
