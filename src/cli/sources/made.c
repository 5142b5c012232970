#include "sources/made.h"

#include <inttypes.h>
#include <rowkey/simulation.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The option -------------------------------------------------------------------------------- */

static struct choice source_choice(const struct option *option, size_t index) {
  const rowkey_made_kind *kind = rowkey_made_kind_at(index);
  (void)option;
  if (kind == NULL) return (struct choice){NULL, NULL, NULL};
  return (struct choice){kind->name, kind->usage, kind->summary};
}

static bool keep_source(const struct option *option, const char *text, void *target,
                        struct failure *failure) {
  (void)option, (void)failure;
  *(const char **)target = text;
  return true;
}

const struct value_reader source_reader = {.read = keep_source, .choice = source_choice};

/* ---- Rows ------------------------------------------------------------------------------------ */

static struct made_source *made_of(struct source *source) { return (struct made_source *)(void *)source; }

static bool next_rows(struct source *source, size_t writer, size_t most, struct source_rows *rows,
                      struct failure *failure) {
  (void)failure;
  struct made_source *made = made_of(source);
  struct made_part *part = &made->parts[writer];
  const uint64_t left = part->end - part->next;
  rowkey_batch batch;
  certain(rowkey_made_rows(made->made, part->next, left < most ? (size_t)left : most, &batch, NULL));
  *rows = (struct source_rows){batch.columns, batch.rows, batch.first_row};
  made->last_first = part->next;
  part->next += batch.rows;
  source->done += batch.rows;
  return true;
}

static void place_row(const struct source *source, size_t row, char *out) {
  const struct made_source *made = (const struct made_source *)(const void *)source;
  snprintf(out, PLACE_SIZE, "%s: row %" PRIu64, source->name, made->last_first + row);
}

static bool begin_rows(struct source *source, struct failure *failure) {
  (void)failure;
  for (size_t i = 0; i < source->writers; i++)
    made_of(source)->parts[i] = (struct made_part){rowkey_rows_before(source->rows, source->writers, i),
                                                   rowkey_rows_before(source->rows, source->writers, i + 1)};
  source->done = 0;
  return true;
}

static void free_made(struct source *source) {
  struct made_source *made = made_of(source);
  rowkey_made_free(made->made);
  free(made->parts);
  free(source->name);
}

static const struct source_kind made_rows = {next_rows, place_row, begin_rows, free_made};

/* Rows are those of the option --rows. */
static bool fail_source(const rowkey_error *error, struct failure *failure) {
  static const char rows[] = "rows)";
  const size_t length = strlen(error->text), end = sizeof rows - 1;
  const bool are_too_many = error->status == ROWKEY_ERROR_RANGE;
  return fail_with(failure, library_status(error->status, TOOL_BAD_USAGE), "option --source: %.*s%s",
                   (int)(are_too_many ? length - end : length), error->text, are_too_many ? "--rows)" : "");
}

bool made_source_open(struct made_source *source, const char *text, uint64_t rows, uint64_t seed,
                      struct failure *failure) {
  rowkey_error error;
  source->source.kind = &made_rows;
  source->source.rows = source->source.total = rows;
  source->made = rowkey_made_create(text, strlen(text), rows, seed, &error);
  if (source->made == NULL) return fail_source(&error, failure);
  source->source.name = strdup(rowkey_made_name(source->made));
  source->source.schema = rowkey_made_columns(source->made, &source->source.schema_count);
  return source->source.name != NULL || fail_memory(failure);
}

bool made_source_begin(struct made_source *source, size_t writers, const rowkey_layout *const *layouts,
                       size_t layout_count, struct failure *failure) {
  source->source.writers = writers > 0 ? writers : 1;
  source->parts = calloc(source->source.writers, sizeof *source->parts);
  for (size_t k = 0; k < layout_count; k++) certain(rowkey_made_use(source->made, layouts[k], NULL));
  return source->parts != NULL ? begin_rows(&source->source, failure) : fail_memory(failure);
}
