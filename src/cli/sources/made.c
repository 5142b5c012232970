#include "sources/made.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 256 << 10 }; /* of a column, so that long texts stay in the cache */

static struct made_source *made_of(struct source *source) { return (struct made_source *)(void *)source; }

static size_t block_rows(const struct made_source *made) {
  const size_t stride = made->kind->text_size;
  return stride * BATCH_ROWS <= TEXT_SIZE ? BATCH_ROWS : TEXT_SIZE / stride;
}

static bool next_rows(struct source *source, size_t writer, size_t most, struct source_rows *rows,
                      struct failure *failure) {
  (void)failure;
  struct made_source *made = made_of(source);
  struct made_part *part = &made->parts[writer];
  const uint64_t left = part->end - part->next;
  if (most > block_rows(made)) most = block_rows(made);
  const size_t count = left < most ? (size_t)left : most;
  for (size_t i = 0; count > 0 && i < made->source.schema_count; i++) {
    if (made->used[i]) made->kind->columns[i].make(made, i, part->next, count);
  }
  *rows = (struct source_rows){made->columns, count, part->next};
  made->last_first = part->next;
  part->next += count;
  source->done += count;
  return true;
}

static void place_row(const struct source *source, size_t row, char *out) {
  const struct made_source *made = (const struct made_source *)(const void *)source;
  snprintf(out, PLACE_SIZE, "%s: row %" PRIu64, source->name, made->last_first + row);
}

static bool begin_rows(struct source *source, struct failure *failure) {
  (void)failure;
  struct made_source *made = made_of(source);
  const uint64_t even = source->rows / source->writers, more = source->rows % source->writers;
  for (uint64_t i = 0, next = 0; i < source->writers; i++) {
    const uint64_t end = next + even + (i < more);
    made->parts[i] = (struct made_part){next, end};
    next = end;
  }
  source->done = 0;
  return true;
}

static void free_made(struct source *source) {
  struct made_source *made = made_of(source);
  for (size_t i = 0; i < MADE_COLUMNS; i++) {
    free(made->numbers[i]);
    free(made->texts[i]);
  }
  free(made->parts);
  free(source->name);
}

static const struct source_kind made_rows = {next_rows, place_row, begin_rows, free_made};

bool made_source_open(struct made_source *source, const char *text, uint64_t rows, uint64_t seed,
                      struct failure *failure) {
  source->source.kind = &made_rows;
  source->source.rows = source->source.total = rows;
  source->seed = seed;
  if (!made_source_parse(source, text, failure)) return false;
  const struct made_column *columns = source->kind->columns;
  size_t count = 0;
  for (; count < MADE_COLUMNS && columns[count].name != NULL; count++) {
    source->schema[count] = (rowkey_column){.name = columns[count].name, .type = columns[count].type};
  }
  source->source.schema = source->schema;
  source->source.schema_count = count;
  return source->kind->open == NULL || source->kind->open(source, failure);
}

bool made_source_begin(struct made_source *source, size_t writers, const rowkey_layout *const *layouts,
                       size_t layout_count, struct failure *failure) {
  source->source.writers = writers > 0 ? writers : 1;
  source->parts = calloc(source->source.writers, sizeof *source->parts);
  bool done = source->parts != NULL;
  for (size_t i = 0; i < source->source.schema_count; i++) {
    for (size_t k = 0; k < layout_count; k++) {
      source->used[i] = source->used[i] || rowkey_layout_uses(layouts[k], i);
    }
    if (!source->used[i]) continue;
    source->numbers[i] = calloc(3 * BATCH_ROWS, sizeof *source->numbers[i]);
    source->texts[i] = calloc(block_rows(source), source->kind->text_size);
    done = done && source->numbers[i] != NULL && source->texts[i] != NULL;
  }
  return done ? begin_rows(&source->source, failure) : fail_memory(failure);
}
