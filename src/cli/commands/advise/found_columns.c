#include "commands/advise/found_columns.h"

#include <stdlib.h>
#include <string.h>

#include "commands/advise/rows.h"
#include "io/progress.h"

enum { HEADER_COLUMNS = 64 /* at most, as an advisor takes */ };

static rowkey_column_finder *create_finder(const struct input *input, struct failure *failure) {
  const char *file = input->header.file;
  size_t count;
  rowkey_error error;
  rowkey_records_names(input->columns.records, &count);
  rowkey_column_finder *finder = NULL;
  if (count > HEADER_COLUMNS) {
    fail_with(
        failure, TOOL_BAD_DATA,
        "%s:1: the header has %zu columns (expected at most %d, or --columns with those that keys may be "
        "made of)",
        file, count, HEADER_COLUMNS);
  } else if ((finder = rowkey_column_finder_create(input->columns.records, &error)) == NULL) {
    if (error.status == ROWKEY_ERROR_MEMORY)
      fail_memory(failure);
    else
      fail_with(failure, TOOL_BAD_DATA, "%s:1: %s", file, error.text);
  }
  return finder;
}

static bool read_records(rowkey_column_finder *finder, struct source *source, bool quiet,
                         struct failure *failure) {
  struct progress progress;
  struct source_rows rows = {.rows = 1};
  uint64_t read = 0;
  bool good = true;
  progress_begin(&progress, source->total, quiet);
  while (good && rows.rows > 0) {
    rowkey_error error;
    good =
        source->kind->next(source, 0, BATCH_ROWS, &rows, failure) &&
        (rows.rows == 0 || rowkey_column_finder_add(finder, rows.columns, rows.rows, &error) == ROWKEY_OK ||
         fail_library(&error, failure));
    read += rows.rows;
    progress_update(&progress, source->done, read);
  }
  progress_end(&progress);
  return good;
}

static bool find_types(rowkey_column_finder *finder, const struct advise_settings *settings,
                       struct failure *failure) {
  struct advised_rows rows = ADVISED_ROWS_NONE;
  struct advise_settings as_texts = *settings;
  as_texts.common.columns = rowkey_column_finder_columns(finder);
  as_texts.writers = 1;
  const bool good = (as_texts.common.columns != NULL || fail_memory(failure)) &&
                    advised_rows_open(&rows, &as_texts, failure) &&
                    read_records(finder, rows.source, settings->common.quiet, failure);
  advised_rows_free(&rows);
  return good;
}

bool find_columns(const struct advise_settings *settings, struct found_columns *found,
                  struct failure *failure) {
  struct file_source named = FILE_SOURCE_NONE;
  rowkey_column_finder *finder = NULL;
  bool good = file_source_open(&named, &settings->common.input, &settings->records, NULL, failure) &&
              (finder = create_finder(&named.input, failure)) != NULL &&
              find_types(finder, settings, failure);
  if (good) {
    const char *list = rowkey_column_finder_columns(finder), *notes = rowkey_column_finder_notes(finder);
    found->list = list == NULL ? NULL : strdup(list);
    found->notes = notes == NULL ? NULL : strdup(notes);
    good = (found->list != NULL && found->notes != NULL) || fail_memory(failure);
  }
  rowkey_column_finder_free(finder);
  named.source.kind->free(&named.source);
  return good;
}

void found_columns_free(struct found_columns *found) {
  free(found->list);
  free(found->notes);
}
