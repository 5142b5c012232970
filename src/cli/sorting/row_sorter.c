#include "sorting/row_sorter.h"

#include <rowkey/sort.h>
#include <stdlib.h>

/* Bytes for each row beside its own: its place in the order, what the sort needs, and two offsets. */
enum { BYTES_PER_ROW = 3 * sizeof(uint64_t) + ROWKEY_SORT_BYTES_PER_ROW };

struct row_sorter row_sorter_of(uint64_t memory, const char *directory) {
  return (struct row_sorter){.key_width = ROWKEY_NONE, .memory = memory, .runs = runs_in(directory)};
}

static void free_rows(struct row_sorter *sorter) {
  buffer_free(&sorter->keys);
  buffer_free(&sorter->key_offsets);
  buffer_free(&sorter->rests);
  buffer_free(&sorter->rest_offsets);
}

void row_sorter_free(struct row_sorter *sorter) {
  free_rows(sorter);
  runs_free(&sorter->runs);
}

/* ---- Out of memory, in order ----------------------------------------------------------------- */

/* Where pieces that stand side by side lie: between offsets or, without them, so many bytes each. */
struct pieces {
  const uint8_t *bytes;
  const uint64_t *offsets;
  size_t width;
};

static struct pieces keys_of(const struct row_sorter *sorter) {
  const bool have_width = sorter->key_width != ROWKEY_NONE;
  return (struct pieces){sorter->keys.bytes, have_width ? NULL : (const void *)sorter->key_offsets.bytes,
                         have_width ? sorter->key_width : 0};
}

static struct pieces rests_of(const struct row_sorter *sorter) {
  return (struct pieces){sorter->rests.bytes,
                         sorter->rests.size == 0 ? NULL : (const void *)sorter->rest_offsets.bytes, 0};
}

static inline uint64_t piece_begin(const struct pieces *pieces, uint64_t i) {
  return pieces->offsets != NULL ? pieces->offsets[i] : i * pieces->width;
}

static bool find_order(const struct row_sorter *sorter, uint64_t *order, void *memory,
                       struct failure *failure) {
  const struct pieces pieces = keys_of(sorter);
  const rowkey_keys keys = pieces.offsets != NULL
                               ? rowkey_keys_of_offsets(pieces.bytes, pieces.offsets, sorter->rows)
                               : rowkey_keys_of_width(pieces.bytes, pieces.width, sorter->rows);
  rowkey_error error;
  if (rowkey_sort(&keys, order, NULL, memory, ROWKEY_SORT_BYTES_PER_ROW * sorter->rows, &error) == ROWKEY_OK)
    return true;
  return fail_with(failure, library_status(error.status, TOOL_BAD_DATA), "%s", error.text);
}

/* Rows that follow each other in order lie anywhere: their offsets are fetched, then their bytes, before
 * their turn. */
static inline void fetch(const struct pieces *pieces, const uint64_t *order, size_t i, size_t rows) {
  enum { AHEAD = 16 };
  if (pieces->offsets != NULL && i + 2 * AHEAD < rows)
    __builtin_prefetch(pieces->offsets + order[i + 2 * AHEAD]);
  if (i + AHEAD < rows) __builtin_prefetch(pieces->bytes + piece_begin(pieces, order[i + AHEAD]));
}

static bool hand_over(const struct row_sorter *sorter, const uint64_t *order, struct row_output *output,
                      struct failure *failure) {
  const struct pieces keys = keys_of(sorter), rests = rests_of(sorter);
  for (size_t i = 0; i < sorter->rows; i++) {
    const uint64_t row = order[i], key = piece_begin(&keys, row), rest = piece_begin(&rests, row);
    struct sort_row found = {keys.bytes + key, NULL, (size_t)(piece_begin(&keys, row + 1) - key), 0};
    fetch(&keys, order, i, sorter->rows);
    if (rests.offsets != NULL) {
      fetch(&rests, order, i, sorter->rows);
      found.rest = rests.bytes + rest;
      found.rest_size = (size_t)(piece_begin(&rests, row + 1) - rest);
    }
    if (!row_output_add(output, &found, failure)) return false;
  }
  return true;
}

/* Hands the rows in memory to the output, and forgets them. */
static bool empty_into(struct row_sorter *sorter, struct row_output *output, struct failure *failure) {
  if (sorter->rows == 0) return true;
  uint64_t *order = malloc(sorter->rows * sizeof *order);
  void *memory = malloc(sorter->rows * ROWKEY_SORT_BYTES_PER_ROW);
  const bool sorted =
      order != NULL && memory != NULL ? find_order(sorter, order, memory, failure) : fail_memory(failure);
  free(memory);
  const bool done = sorted && hand_over(sorter, order, output, failure);
  free(order);
  sorter->rows = 0;
  sorter->keys.size = sorter->key_offsets.size = sorter->rests.size = sorter->rest_offsets.size = 0;
  return done;
}

static bool spill(struct row_sorter *sorter, struct failure *failure) {
  struct row_output run;
  return runs_begin(&sorter->runs, &run, failure) &&
         runs_end(&sorter->runs, &run, empty_into(sorter, &run, failure), failure);
}

/* ---- In, in the order of the input ----------------------------------------------------------- */

/* Adds a piece, the last of `rows`. */
static bool add_piece(struct buffer *bytes, struct buffer *offsets, size_t rows, const uint8_t *piece,
                      size_t size) {
  const uint64_t end = bytes->size + size;
  /* At least a byte of room: even pieces without bytes have a place. */
  if (!buffer_reserve(bytes, size + 1) || !buffer_append(bytes, piece, size)) return false;
  if (offsets == NULL) return true;
  while (offsets->size < rows * sizeof end) { /* the first one, and those of rows before that had no piece */
    const uint64_t begin = 0;
    if (!buffer_append(offsets, &begin, sizeof begin)) return false;
  }
  return buffer_append(offsets, &end, sizeof end);
}

static bool add_row(struct row_sorter *sorter, const struct sort_row *row) {
  const bool have_width = sorter->key_width != ROWKEY_NONE;
  const bool has_rest = row->rest_size > 0 || sorter->rests.size > 0;
  sorter->rows++;
  return add_piece(&sorter->keys, have_width ? NULL : &sorter->key_offsets, sorter->rows, row->key,
                   row->key_size) &&
         (!has_rest ||
          add_piece(&sorter->rests, &sorter->rest_offsets, sorter->rows, row->rest, row->rest_size));
}

/* Whether rows with one more would take more than the memory: buffers may be half empty. */
static bool is_full(const struct row_sorter *sorter, size_t more) {
  const uint64_t rows = sorter->rows;
  const uint64_t own = 2 * ((uint64_t)sorter->keys.size + sorter->rests.size + more);
  return rows > 0 && own + (rows + 1) * (BYTES_PER_ROW + 2 * sizeof(uint64_t)) > sorter->memory;
}

bool row_sorter_add(struct row_sorter *sorter, const uint8_t *frames, size_t size, struct failure *failure) {
  for (size_t at = 0; at < size;) {
    const struct sort_row row = sort_row_at(frames + at);
    const size_t bytes = row.key_size + row.rest_size;
    if (is_full(sorter, bytes) && !spill(sorter, failure)) return false;
    if (!add_row(sorter, &row)) return fail_memory(failure);
    at += sizeof(struct sort_frame) + bytes;
  }
  return true;
}

/* ---- To the file ----------------------------------------------------------------------------- */

static bool write_bytes(void *context, const uint8_t *bytes, size_t size, struct failure *failure) {
  return writer_write(context, bytes, size, failure);
}

bool row_sorter_write(struct row_sorter *sorter, struct writer *output, struct failure *failure) {
  struct row_output rows = {.write = write_bytes,
                            .context = output,
                            .key_is_written = sorter->key_is_written,
                            .is_lines = sorter->is_lines};
  bool done;
  if (runs_count(&sorter->runs) == 0) {
    done = empty_into(sorter, &rows, failure);
  } else {
    done = sorter->rows == 0 || spill(sorter, failure);
    free_rows(sorter); /* runs take the memory */
    done = done && runs_merge(&sorter->runs, sorter->memory, &rows, failure);
  }
  return row_output_end(&rows, done, failure);
}
