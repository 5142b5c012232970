/* The column types whose values have names: enum and bool. */
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "types/rows.h"
#include "types/swar.h"

/* ---- enum -------------------------------------------------------------------------------------- */

/* The first and the last eight characters multiplied; of longer names, FNV-1a of all. */
static inline uint32_t hash_of(const uint8_t *name, size_t size) {
  if (size <= 16) {
    const uint64_t first = first_characters(name, size), last = size > 8 ? load_le64(name + size - 8) : 0;
    return (uint32_t)(((first ^ last * 31) + size) * UINT64_C(0x9e3779b97f4a7c15) >> 32);
  }
  uint32_t hash = 2166136261;
  for (size_t i = 0; i < size; i++) hash = (hash ^ name[i]) * 16777619;
  return hash;
}

static inline bool same_name(const uint8_t *a, const uint8_t *b, size_t size) {
  if (size > 16) return memcmp(a, b, size) == 0;
  if (size <= 8) return first_characters(a, size) == first_characters(b, size);
  return load_le64(a) == load_le64(b) && load_le64(a + size - 8) == load_le64(b + size - 8);
}

/* The entry of the name, or the one where it belongs. */
static uint32_t *find_entry(const struct type_names *names, const uint8_t *name, size_t size) {
  for (uint32_t at = hash_of(name, size) & names->mask;; at = (at + 1) & names->mask) {
    uint32_t *entry = &names->table[at];
    if (*entry == 0) return entry;
    const struct slice *known = &names->names[*entry - 1];
    if (known->size == size && same_name((const uint8_t *)known->at, name, size)) return entry;
  }
}

static const char *read_name(const struct rowkey_column_type *type, const struct typed_text *text,
                             uint64_t *number) {
  const uint32_t entry = *find_entry(&type->names, text->at, text->size);
  *number = entry - (uint64_t)1;
  return entry > 0 ? NULL : text->size == 0 ? "is empty" : "is not one of the names";
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
    .declared = DECLARED_enum,
    .form = "enum(NAME, NAME, ...)",
    .physical = ROWKEY_U64,
    .set_up = set_up_enum,
    .read = enum_read_rows,
    .write = enum_write_rows,
    .expect = expect_name,
};

/* ---- bool -------------------------------------------------------------------------------------- */

/* Up to five characters, as first_characters has them. */
#define WORD(a, b, c, d, e) \
  ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 | (uint64_t)(e) << 32)

/* All words are compared, as no branch can be foreseen where values are mixed. */
static const char *read_bool(const struct rowkey_column_type *type, const struct typed_text *text,
                             uint64_t *number) {
  enum { LONGEST = sizeof "false" - 1, SMALL_BIT = 0x20 };
  (void)type;
  if (text->size > LONGEST) return "is neither true nor false";
  /* What is no letter does not become one by this bit, but two control characters become digits. */
  const uint64_t word = first_characters(text->at, text->size);
  const uint64_t small = word | (EACH_BYTE(SMALL_BIT) & ((UINT64_C(1) << 8 * text->size) - 1));
  const bool is_true = (small == WORD('t', 'r', 'u', 'e', 0)) | (small == WORD('t', 0, 0, 0, 0)) |
                       (small == WORD('y', 'e', 's', 0, 0)) | (small == WORD('y', 0, 0, 0, 0)) |
                       (small == WORD('o', 'n', 0, 0, 0)) | ((small == '1') & (word == '1'));
  const bool is_false = (small == WORD('f', 'a', 'l', 's', 'e')) | (small == WORD('f', 0, 0, 0, 0)) |
                        (small == WORD('n', 'o', 0, 0, 0)) | (small == WORD('n', 0, 0, 0, 0)) |
                        (small == WORD('o', 'f', 'f', 0, 0)) | ((small == '0') & (word == '0'));
  *number = is_true;
  if (is_true | is_false) return NULL;
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
    .declared = DECLARED_bool,
    .physical = ROWKEY_U64,
    .text_bound = sizeof "false",
    .read = bool_read_rows,
    .write = bool_write_rows,
    .expect = expect_bool,
};
