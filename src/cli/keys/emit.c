#include "keys/emit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "text/buffer.h"

/* Most keys and records have no more bytes: so many are copied whatever the size is, and what comes next is
 * written over the end of them. Copies of sizes that only the run knows are calls, which take longer. */
enum { UNIT = 32 };

size_t emit_bound(const struct emit_form *form, size_t rows, size_t keys_size, size_t records_size) {
  return form->form->expansion * keys_size + (form->with_record ? rows + records_size : 0) + rows + UNIT;
}

static uint8_t *emit(const struct emit_form *form, const uint8_t *key, size_t key_size, const uint8_t *record,
                     size_t record_size, uint8_t *out) {
  out += form->form->write(key, key_size, out);
  if (form->with_record) {
    *out++ = '\t';
    memcpy(out, record, record_size);
    out += record_size;
  }
  if (form->form->is_lines) *out++ = '\n';
  return out;
}

/* Where UNIT bytes can be read and written, whatever the size is. */
static inline uint8_t *append_units(uint8_t *to, const uint8_t *from, size_t size) {
  if (size <= UNIT) {
    memcpy(to, from, UNIT);
  } else {
    memcpy(to, from, size);
  }
  return to + size;
}

/* How many of the rows come before the first whose key or record has less than UNIT bytes from its begin to
 * the end of all. */
static size_t rows_in_units(const rowkey_keys *keys, const rowkey_record_rows *batch, size_t first,
                            size_t rows) {
  const size_t size = keys_size(keys);
  while (rows > 0 &&
         (size - key_begin(keys, rows - 1) < UNIT || batch->size - batch->begin[first + rows - 1] < UNIT)) {
    rows--;
  }
  return rows;
}

/* Such rows as text, with their records. The arguments are copies, which no byte written can change. */
static uint8_t *emit_in_units(rowkey_keys keys, const uint8_t *records, const uint64_t *begin,
                              const uint64_t *end, size_t rows, uint8_t *out) {
  for (size_t i = 0; i < rows; i++) {
    out = append_units(out, key_at(&keys, i), key_size(&keys, i));
    *out++ = '\t';
    out = append_units(out, records + begin[i], (size_t)(end[i] - begin[i]));
    *out++ = '\n';
  }
  return out;
}

size_t emit_rows(const struct emit_form *form, const rowkey_keys *keys, const rowkey_record_rows *batch,
                 size_t first, size_t rows, uint8_t *out) {
  const uint64_t *begin = batch->begin + first, *end = batch->end + first;
  uint8_t *to = out;
  size_t row = 0;
  if (form->with_record && newline_ends_key(form->form)) {
    row = rows_in_units(keys, batch, first, rows);
    to = emit_in_units(*keys, batch->bytes, begin, end, row, to);
  }
  for (; row < rows; row++) {
    to = emit(form, key_at(keys, row), key_size(keys, row), batch->bytes + begin[row],
              (size_t)(end[row] - begin[row]), to);
  }
  return (size_t)(to - out);
}

/* NULL, or what is wrong with the key's bytes: a static text. */
static const char *fault_of_key(const struct emit_form *form, const uint8_t *key, size_t key_size,
                                const uint8_t *record, size_t record_size) {
  if (newline_ends_key(form->form)) {
    if (memchr(key, '\n', key_size) != NULL) {
      return "holds a newline (expected none with --output text: use raw, hex or hbase)";
    }
    if (form->with_record && memchr(key, '\t', key_size) != NULL) {
      return "holds a tab (expected none with --emit key+record: use --output hex or hbase)";
    }
  }
  if (form->with_record && memchr(record, '\n', record_size) != NULL) {
    return "belongs to a record with a newline in it (expected none with --emit key+record)";
  }
  return NULL;
}

bool emit_check(const struct emit_form *form, const uint8_t *key, size_t key_size, const uint8_t *record,
                size_t record_size, char *reason, size_t size) {
  char shown[QUOTED_SIZE];
  if (form->form->refuses_empty != NULL && key_size == 0) {
    snprintf(reason, size, "the key \"\" is empty (expected %s)", form->form->refuses_empty);
    return false;
  }
  const char *found = fault_of_key(form, key, key_size, record, record_size);
  if (found != NULL) {
    snprintf(reason, size, "the key %s %s", rowkey_quoted(shown, key, key_size), found);
  } else if (key_size > form->most_key) {
    snprintf(reason, size, "the key %s has %zu bytes (expected at most %" PRIu64 ", see --max-key)",
             rowkey_quoted(shown, key, key_size), key_size, form->most_key);
  }
  return found == NULL && key_size <= form->most_key;
}

struct emit_form single_key_form(const struct key_form *form) {
  return (struct emit_form){form, false, form->most_key};
}

bool print_key(const struct emit_form *form, const uint8_t *key, size_t size, struct failure *failure) {
  struct buffer text = {0};
  char reason[1024];
  if (!emit_check(form, key, size, NULL, 0, reason, sizeof reason)) {
    return fail_with(failure, TOOL_BAD_DATA, "%s", reason);
  }
  if (!buffer_reserve(&text, emit_bound(form, 1, size, 0))) return fail_memory(failure);
  text.size = (size_t)(emit(form, key, size, NULL, 0, text.bytes) - text.bytes);
  fwrite(text.bytes, 1, text.size, stdout);
  buffer_free(&text);
  return true;
}
