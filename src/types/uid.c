/* The column type whose values are ids that a dictionary gives to names. */
#include <string.h>

#include "base/error.h"
#include "types/type.h"

static bool fail(const struct parameters *parameters, size_t at, const char *expected,
                 struct slice parameter) {
  return rowkey_fail(&parameters->diagnostic, ROWKEY_ERROR_SYNTAX, at, expected, "uid has no parameter %s",
                     rowkey_show(parameter).text);
}

/* How many bits the ids may have. */
static bool read_bits(struct parameters *parameters, uint64_t *largest) {
  struct slice word;
  const size_t at = parameters->at;
  static const char expected[] = "a number of bits from 1 to 32";
  if (!rowkey_next_parameter(parameters, expected, &word)) return false;
  unsigned bits = 0;
  for (size_t i = 0; i < word.size && bits <= 32; i++) {
    if (word.at[i] < '0' || word.at[i] > '9') return fail(parameters, at, expected, word);
    bits = 10 * bits + (unsigned)(word.at[i] - '0');
  }
  *largest = (UINT64_C(1) << bits % 64) - 1;
  return (bits >= 1 && bits <= 32) || fail(parameters, at, expected, word);
}

static bool set_up(struct rowkey_column_type *type, struct parameters *parameters) {
  struct slice path, word;
  rowkey_dictionary_options options = {.read_only = true};
  const size_t begin = parameters->at;
  if (!rowkey_next_parameter(parameters, "the path of a file", &path)) return false;
  if (path.size == 0 || memchr(path.at, 0, path.size) != NULL) {
    return rowkey_fail(&parameters->diagnostic, ROWKEY_ERROR_SYNTAX, begin, "the path of a file",
                       path.size == 0 ? "the path is empty" : "the path has a NUL byte");
  }
  if (rowkey_more_parameters(parameters)) {
    const size_t at = parameters->at;
    if (!rowkey_next_parameter(parameters, "grow", &word)) return false;
    if (!slice_is(word, "grow")) return fail(parameters, at, "grow", word);
    options.read_only = false;
  }
  if (rowkey_more_parameters(parameters) && !read_bits(parameters, &options.largest_id)) return false;
  const char *name = rowkey_arena_copy(parameters->arena, path.at, path.size);
  if (name == NULL) {
    rowkey_error_set(parameters->diagnostic.error, ROWKEY_ERROR_MEMORY,
                     "out of memory while reading a column type");
    return false;
  }
  type->uid.grows = !options.read_only;
  type->uid.dictionary = rowkey_dictionary_open(name, &options, parameters->diagnostic.error);
  return type->uid.dictionary != NULL;
}

static void close_dictionary(struct rowkey_column_type *type) {
  rowkey_dictionary_free(type->uid.dictionary);
}

/* The ids of the rows before a bad one are in place afterwards. */
static rowkey_status look_up(const struct rowkey_column_type *type, const rowkey_values *texts, size_t rows,
                             uint64_t *numbers, rowkey_error *error) {
  const rowkey_status status = rowkey_dictionary_ids(type->uid.dictionary, texts, rows, numbers, error);
  if (status == ROWKEY_OK || error->row == ROWKEY_NONE || error->row == 0) return status;
  const rowkey_status before = rowkey_dictionary_ids(type->uid.dictionary, texts, error->row, numbers, error);
  return before != ROWKEY_OK ? before : status;
}

static rowkey_status write_names(const struct rowkey_column_type *type, const rowkey_values *values,
                                 size_t rows, const rowkey_decoded *texts, rowkey_error *error) {
  return rowkey_dictionary_names(type->uid.dictionary, values, rows, texts, error);
}

static size_t names_bound(const struct rowkey_column_type *type, const rowkey_values *values, size_t rows) {
  return rowkey_dictionary_names_size(type->uid.dictionary, values, rows);
}

const struct type_kind rowkey_type_uid = {
    .name = "uid",
    .declared = DECLARED_uid,
    .form = "uid(FILE), uid(FILE, grow) or uid(FILE, grow, BITS)",
    .physical = ROWKEY_U64,
    .set_up = set_up,
    .look_up = look_up,
    .write_names = write_names,
    .names_bound = names_bound,
    .close = close_dictionary,
};
