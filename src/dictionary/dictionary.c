/* The public functions: lookups that lock nothing, and the way through the file for names that are new. */
#include <rowkey/dictionary.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/addresses.h"
#include "base/entropy.h"
#include "base/error.h"
#include "base/given_column.h"
#include "base/strings.h"
#include "dictionary/name_log.h"
#include "text/buffer.h"
#include "text/diagnostic.h"

struct rowkey_dictionary {
  struct name_table table;
  struct name_log log;
  uint64_t largest_id;
};

/* ---- Opening ---------------------------------------------------------------------------------- */

static bool open_all(rowkey_dictionary *dictionary, const char *path, rowkey_error *error) {
  uint8_t key[16];
  if (!rowkey_read_entropy(key, sizeof key)) {
    rowkey_error_set(error, ROWKEY_ERROR_IO, "%s: cannot read %zu bytes: %s", rowkey_entropy_source,
                     sizeof key, strerror(errno));
    return false;
  }
  dictionary->log.path = strdup(path);
  if (!rowkey_name_table_create(&dictionary->table, key) || dictionary->log.path == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "%s: out of memory while opening it", path);
    return false;
  }
  const int file = rowkey_log_begin(&dictionary->log, &dictionary->table, error);
  if (file < 0) return false;
  rowkey_log_end(file);
  return true;
}

rowkey_dictionary *rowkey_dictionary_open(const char *path, const rowkey_dictionary_options *options,
                                          rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(path, "path", error)) return NULL;
  const rowkey_dictionary_options none = ROWKEY_ZERO;
  if (options == NULL) options = &none;
  if (ROWKEY_CHECK_RESERVED(options, "rowkey_dictionary_options", error) != ROWKEY_OK) return NULL;
  if (options->largest_id > UINT32_MAX) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "largest_id is %" PRIu64 " (expected 0, or 1 to %" PRIu32 ")", options->largest_id,
                     UINT32_MAX);
    return NULL;
  }
  rowkey_dictionary *dictionary = calloc(1, sizeof *dictionary);
  if (dictionary == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "%s: out of memory while opening it", path);
    return NULL;
  }
  dictionary->log.read_only = options->read_only;
  dictionary->largest_id = options->largest_id == 0 ? UINT32_MAX : options->largest_id;
  if (open_all(dictionary, path, error)) return dictionary;
  rowkey_dictionary_free(dictionary);
  return NULL;
}

void rowkey_dictionary_free(rowkey_dictionary *dictionary) {
  if (dictionary == NULL) return;
  rowkey_name_table_free(&dictionary->table);
  free(dictionary->log.path);
  free(dictionary);
}

uint64_t rowkey_dictionary_count(const rowkey_dictionary *dictionary) {
  return dictionary == NULL ? 0 : atomic_load_explicit(&dictionary->table.count, memory_order_acquire);
}

/* ---- Names to ids ------------------------------------------------------------------------------ */

/* A group of rows of a call. */
struct group {
  size_t start;
  struct name_lookup lookup;
  uint64_t begin[NAME_GROUP], end[NAME_GROUP];
  uint64_t nulls; /* bit i of row i */
};
_Static_assert((int)NAME_GROUP <= 64, "a bit for each row");

static bool is_null(const struct group *group, size_t row) { return (group->nulls >> row & 1) != 0; }

static rowkey_status bad_row(rowkey_error *error, size_t row) {
  error->row = row;
  return error->status;
}

static struct slice name_of_row(const struct group *group, size_t row) {
  const struct rowkey_strings *names = &group->lookup.names;
  return (struct slice){(const char *)names->bytes + names->begin[row],
                        (size_t)(names->end[row] - names->begin[row])};
}

/* Finds the rows from `start` on and checks that each is a name, or null. */
static rowkey_status take_group(const rowkey_values *names, size_t start, size_t rows, struct group *group,
                                rowkey_error *error) {
  rows = rows - start < NAME_GROUP ? rows - start : NAME_GROUP;
  const struct rowkey_strings texts = rowkey_text_spans(names, start, rows, group->begin, group->end);
  group->start = start;
  group->lookup.rows = rows;
  group->lookup.names = texts;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t begin = texts.begin[i], end = texts.end[i];
    if (begin > end || end > texts.size) {
      rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                       "names: bytes %" PRIu64 " to %" PRIu64 " (expected a place within its %" PRIu64
                       " bytes)",
                       begin, end, texts.size);
      return bad_row(error, start + i);
    }
    if (end - begin > ROWKEY_DICTIONARY_NAME_MAX) {
      rowkey_error_set(error, ROWKEY_ERROR_RANGE, "a name of %" PRIu64 " bytes (expected at most %d)",
                       end - begin, ROWKEY_DICTIONARY_NAME_MAX);
      return bad_row(error, start + i);
    }
  }
  group->nulls = 0;
  for (size_t row = 0; (row += rowkey_find_null(names, start + row, rows - row)) < rows; row++)
    group->nulls |= UINT64_C(1) << row;
  return ROWKEY_OK;
}

/* The last step of a lookup. Returns whether all rows have ids, or are null, whose id is 0. */
static bool match_group(const struct name_table *table, const struct group *group, uint64_t *ids) {
  size_t known = rowkey_name_match(table, &group->lookup, ids);
  for (uint64_t nulls = group->nulls; nulls != 0; nulls &= nulls - 1) {
    uint64_t *id = &ids[__builtin_ctzll(nulls)];
    known += *id == 0;
    *id = 0;
  }
  return known == group->lookup.rows;
}

/* Looks all rows up; *known says whether each has an id. What a step of a group reads is on its way while
 * DISTANCE others go through theirs, which takes longer than memory does. Larger groups ask for more lines at
 * once than a core can wait for. */
enum { DISTANCE = 2 };
static rowkey_status look_up(const rowkey_dictionary *dictionary, const rowkey_values *names, size_t rows,
                             uint64_t *ids, bool *known, rowkey_error *error) {
  const struct name_table *table = &dictionary->table;
  struct group groups[2 * DISTANCE + 1];
  enum { GROUPS = sizeof groups / sizeof *groups };
  const size_t count = rows / NAME_GROUP + (rows % NAME_GROUP != 0);
  *known = true;
  for (size_t step = 0; step < count + 2 * DISTANCE; step++) {
    if (step < count) {
      struct group *group = &groups[step % GROUPS];
      const rowkey_status status = take_group(names, step * NAME_GROUP, rows, group, error);
      if (status != ROWKEY_OK) return status;
      rowkey_name_hash(table, &group->lookup);
    }
    if (step >= DISTANCE && step < count + DISTANCE)
      rowkey_name_seek(table, &groups[(step - DISTANCE) % GROUPS].lookup);
    if (step >= 2 * DISTANCE) {
      const struct group *group = &groups[(step - 2 * DISTANCE) % GROUPS];
      *known &= match_group(table, group, ids + group->start);
    }
  }
  return ROWKEY_OK;
}

/* The id of one row's name in another table with the same key, or 0. */
static uint64_t look_up_row(const struct name_table *table, const struct group *group, size_t row) {
  struct name_lookup lookup = {.rows = 1, .names = group->lookup.names};
  lookup.names.begin += row;
  lookup.names.end += row;
  uint64_t id;
  rowkey_name_hash(table, &lookup);
  rowkey_name_seek(table, &lookup);
  rowkey_name_match(table, &lookup, &id);
  return id;
}

/* What to do about a name that has no id, in the file either. */
static rowkey_status refuse_name(const rowkey_dictionary *dictionary, const struct group *group, size_t row,
                                 rowkey_error *error) {
  enum { SHOWN = 64 };
  const struct slice name = name_of_row(group, row);
  char quoted[4 * SHOWN + 8];
  struct text_buffer out = {quoted, sizeof quoted};
  rowkey_text_quote(&out, (const uint8_t *)name.at, name.size, SHOWN);
  if (dictionary->log.read_only)
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "%s has no id in %s (expected a name that has one, or a dictionary that may grow)",
                     quoted, dictionary->log.path);
  else
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "%s is new, but %s has assigned all ids up to %" PRIu64
                     " (expected a name that has an id, or a larger limit)",
                     quoted, dictionary->log.path, dictionary->largest_id);
  return bad_row(error, group->start + row);
}

/* Adds the new names of a group to `added`. */
static rowkey_status add_group(const rowkey_dictionary *dictionary, const struct group *group,
                               struct name_table *added, uint64_t *ids, rowkey_error *error) {
  const uint64_t known = dictionary->table.count;
  for (size_t i = 0; i < group->lookup.rows; i++) {
    if (ids[i] != 0 || is_null(group, i)) continue;
    ids[i] = look_up_row(added, group, i);
    if (ids[i] == 0) {
      if (dictionary->log.read_only || known + added->count >= dictionary->largest_id)
        return refuse_name(dictionary, group, i, error);
      const struct slice text = name_of_row(group, i);
      if (rowkey_name_add(added, (const uint8_t *)text.at, (uint16_t)text.size, group->lookup.hashes[i]) !=
          NAME_ADDED)
        return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "%s: out of memory for a new name",
                                dictionary->log.path);
      ids[i] = added->count;
    }
    ids[i] += known;
  }
  return ROWKEY_OK;
}

/* With the file locked: gives ids to the names that have none yet. */
static rowkey_status assign(rowkey_dictionary *dictionary, int file, const rowkey_values *names, size_t rows,
                            uint64_t *ids, rowkey_error *error) {
  struct name_table added;
  rowkey_status status = ROWKEY_OK;
  if (!rowkey_name_table_create(&added, dictionary->table.key))
    status =
        rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "%s: out of memory for new names", dictionary->log.path);
  struct group group;
  for (size_t start = 0; status == ROWKEY_OK && start < rows; start += NAME_GROUP) {
    status = take_group(names, start, rows, &group, error);
    if (status != ROWKEY_OK) break;
    rowkey_name_hash(&dictionary->table, &group.lookup);
    rowkey_name_seek(&dictionary->table, &group.lookup);
    match_group(&dictionary->table, &group, ids + start);
    status = add_group(dictionary, &group, &added, ids + start, error);
  }
  if (status == ROWKEY_OK && added.count > 0)
    status = rowkey_log_append(&dictionary->log, file, &added, &dictionary->table, error);
  rowkey_name_table_free(&added);
  return status;
}

rowkey_status rowkey_dictionary_ids(rowkey_dictionary *dictionary, const rowkey_values *names, size_t rows,
                                    uint64_t *ids, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(dictionary, "dictionary", error)) return ROWKEY_ERROR_ARGUMENT;
  if (rows == 0) return ROWKEY_OK;
  if (!rowkey_is_given(names, "names", error)) return ROWKEY_ERROR_ARGUMENT;
  const struct given_column column = {"names", ROWKEY_NONE, rows, error};
  const struct given_column numbers = {"ids", ROWKEY_NONE, rows, error};
  static const uint32_t tags[KEPT_TAGS] = {ROWKEY_KIND_TEXT, ROWKEY_KIND_BYTES, ROWKEY_KIND_KEPT,
                                           ROWKEY_KIND_TEXT};
  rowkey_status status = ROWKEY_CHECK_RESERVED(names, "rowkey_values", error);
  if (status == ROWKEY_OK) status = rowkey_check_kept(&column, tags, names);
  if (status == ROWKEY_OK) status = rowkey_check_given_nulls(&column, names);
  if (status == ROWKEY_OK) status = rowkey_check_given_text(&column, names);
  if (status == ROWKEY_OK) status = rowkey_check_given_u64(&numbers, "ids", ids);
  if (status != ROWKEY_OK) return status;
  bool known;
  status = look_up(dictionary, names, rows, ids, &known, error);
  if (status != ROWKEY_OK || known) return status;
  const int file = rowkey_log_begin(&dictionary->log, &dictionary->table, error);
  if (file < 0) return error->status;
  status = assign(dictionary, file, names, rows, ids, error);
  rowkey_log_end(file);
  return status;
}

/* ---- Ids to names ------------------------------------------------------------------------------ */

static rowkey_status check_room(const rowkey_decoded *names, size_t rows, rowkey_error *error) {
  const struct given_column column = {"names", ROWKEY_NONE, rows, error};
  const rowkey_status status = rowkey_check_given_room(&column, ROWKEY_TEXT, true, names);
  return status == ROWKEY_OK && names->data == NULL && names->capacity != 0
             ? rowkey_given_error(&column, ROWKEY_ERROR_ARGUMENT, "data is NULL (expected room for text)")
             : status;
}

static void put_offset(const rowkey_decoded *names, size_t row, uint64_t offset) {
  if (names->offsets != NULL)
    names->offsets[row] = offset;
  else
    names->offsets32[row] = (uint32_t)offset;
}

/* The record of an id, also where another process has given it meanwhile. NULL after an error. */
static const struct name_record *find_record(rowkey_dictionary *dictionary, uint64_t id,
                                             rowkey_error *error) {
  const struct name_record *record = rowkey_name_of(&dictionary->table, id);
  if (record != NULL) return record;
  const int file = rowkey_log_begin(&dictionary->log, &dictionary->table, error);
  if (file < 0) return NULL;
  rowkey_log_end(file);
  record = rowkey_name_of(&dictionary->table, id);
  if (record == NULL)
    rowkey_error_set(error, ROWKEY_ERROR_RANGE, "%" PRIu64 " is not an id of %s (expected 1 to %" PRIu64 ")",
                     id, dictionary->log.path, rowkey_dictionary_count(dictionary));
  return record;
}

static bool is_null_id(const rowkey_values *ids, size_t row) {
  return ids->validity != NULL && rowkey_find_null(ids, row, 1) == 0;
}

size_t rowkey_dictionary_names_size(const rowkey_dictionary *dictionary, const rowkey_values *ids,
                                    size_t rows) {
  size_t size = 0;
  if (dictionary == NULL || ids == NULL || ids->data == NULL || ids->rows < rows) return 0;
  if (!values_can_be_at(ids->data, rows, sizeof(uint64_t)) || !nulls_can_be(ids, rows)) return SIZE_MAX;
  const uint64_t *numbers = ids->data;
  for (size_t row = 0; row < rows; row++) {
    const struct name_record *record =
        is_null_id(ids, row) ? NULL : rowkey_name_of(&dictionary->table, numbers[row]);
    if (record != NULL && __builtin_add_overflow(size, record->length, &size)) return SIZE_MAX;
  }
  return size;
}

rowkey_status rowkey_dictionary_names(rowkey_dictionary *dictionary, const rowkey_values *ids, size_t rows,
                                      const rowkey_decoded *names, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(dictionary, "dictionary", error) || !rowkey_is_given(names, "names", error))
    return ROWKEY_ERROR_ARGUMENT;
  rowkey_status status = check_room(names, rows, error);
  if (status != ROWKEY_OK) return status;
  put_offset(names, 0, 0);
  if (rows == 0) return ROWKEY_OK;
  if (!rowkey_is_given(ids, "ids", error)) return ROWKEY_ERROR_ARGUMENT;
  const struct given_column numbers = {"ids", ROWKEY_NONE, rows, error};
  const rowkey_column column = rowkey_column_of(numbers.name, ROWKEY_U64);
  uint32_t tags[KEPT_TAGS];
  rowkey_find_kept_tags(&column, tags);
  status = ROWKEY_CHECK_RESERVED(ids, "rowkey_values", error);
  if (status == ROWKEY_OK) status = rowkey_check_kept(&numbers, tags, ids);
  if (status == ROWKEY_OK) status = rowkey_check_given_nulls(&numbers, ids);
  if (status == ROWKEY_OK) status = rowkey_check_given_u64(&numbers, "data", ids->data);
  if (status != ROWKEY_OK) return status;
  const uint64_t room =
      names->offsets == NULL && names->capacity > UINT32_MAX ? UINT32_MAX : (uint64_t)names->capacity;
  uint64_t at = 0;
  for (size_t row = 0; row < rows; row++) {
    if (!is_null_id(ids, row)) {
      const struct name_record *record = find_record(dictionary, ((const uint64_t *)ids->data)[row], error);
      if (record == NULL) return error->status == ROWKEY_ERROR_RANGE ? bad_row(error, row) : error->status;
      if (record->length > room - at) {
        rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                         "the names need more than %" PRIu64 " bytes and there is room for %" PRIu64,
                         at + record->length - 1, room);
        return bad_row(error, row);
      }
      if (record->length > 0) memcpy((uint8_t *)names->data + at, record->bytes, record->length);
      at += record->length;
    }
    put_offset(names, row + 1, at);
  }
  return ROWKEY_OK;
}
