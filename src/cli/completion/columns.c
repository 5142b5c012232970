/* Columns of the records that a command line is about. */
#include <rowkey/named.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "columns/type_names.h"
#include "completion/request.h"
#include "reading/reader.h"
#include "records/kinds.h"
#include "text/tokens.h"

typedef void column_user(const struct request *request, const char *name, size_t length);

/* The columns in the header of the file, which may be compressed, as far as their names can stand in a
 * layout. Nothing is told of what is wrong with it. */
static void each_in_header(const struct request *request, column_user *use) {
  struct failure failure;
  struct stat status;
  const rowkey_record_kind *kind = NULL;
  char *const files[] = {request->file};
  const struct option option = {.name = "--input"};
  if (!record_kind_of_files(files, 1, &kind, &failure) ||
      (request->input != NULL && !record_kind_reader.read(&option, request->input, &kind, &failure)) ||
      kind == NULL || !kind->may_have_header || !reader_status(request->file, &status, &failure) ||
      !S_ISREG(status.st_mode))
    return;
  const rowkey_records_settings settings = {.kind = kind->kind,
                                            .has_header = true,
                                            .delimiter = request->delimiter == NULL ? 0
                                                         : strcmp(request->delimiter, "\\t") == 0
                                                             ? '\t'
                                                             : (uint8_t)request->delimiter[0]};
  struct columns columns = {0};
  if (!columns_create(&settings, &columns, &failure)) return;
  const struct record_shape shape = {kind, &columns, "record"};
  struct file_header header = {NULL, columns.records};
  struct reader reader = {.shape = &shape,
                          .files = files,
                          .file_count = 1,
                          .header = &header,
                          .chunk_size = 1 << 16,
                          .most_bytes = 1 << 20,
                          .stream = STREAM_NONE};
  if (reader_open(&reader, &failure)) {
    size_t count;
    const char *const *names = rowkey_records_names(columns.records, &count);
    for (size_t i = 0; i < count; i++) {
      const size_t length = strlen(names[i]);
      if (rowkey_is_name(names[i], length)) use(request, names[i], length);
    }
  }
  reader_free(&reader);
  columns_free(&columns);
}

/* The names in a text of --columns. */
static void each_in_list(const struct request *request, const char *list, column_user *use) {
  while (*list != 0) {
    list += strspn(list, " ");
    const size_t item = rowkey_records_item_length(list), name = strcspn(list, ":=,");
    if (name < item && list[0] != '_') use(request, list, name);
    list += item + (list[item] == ',');
  }
}

static const char *columns_of_layout(const char *text) {
  if (text == NULL || text[0] != '@') return NULL;
  const rowkey_named_layout *named = rowkey_named_find(text + 1, strcspn(text + 1, "("));
  return named == NULL ? NULL : named->columns;
}

/* Whether an item of the list that is typed has the name. */
static bool is_listed(const struct request *request, const char *name, size_t length) {
  for (const char *item = request->value; item < request->typed;
       item += rowkey_records_item_length(item) + 1) {
    item += strspn(item, " ");
    if (strcspn(item, ":=,") == length && strncmp(item, name, length) == 0) return true;
  }
  return false;
}

static void offer_typed_column(const struct request *request, const char *name, size_t length) {
  if (is_listed(request, name, length)) return;
  char *copy = strndup(name, length);
  if (copy != NULL) offer(request, copy, ":", NULL);
  free(copy);
}

static void offer_name(const struct request *request, const char *name, size_t length) {
  char *copy = strndup(name, length);
  if (copy != NULL) offer(request, copy, "", NULL);
  free(copy);
}

static void offer_types(const struct request *request) {
#define ITEM(name) name,
  static const char *const types[] = {EACH_TEXT_TYPE(ITEM, ITEM, ITEM)};
#undef ITEM
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) offer(request, types[i], "", NULL);
}

void offer_columns(struct request *request) {
  skip_items(request);
  const char *colon = strchr(request->typed, ':');
  if (colon != NULL) {
    request->typed = colon + 1;
    offer_types(request);
  } else if (request->has_header && request->file != NULL) {
    each_in_header(request, offer_typed_column);
  }
}

static void offer_unlisted(const struct request *request, const char *name, size_t length) {
  if (!is_listed(request, name, length)) offer_name(request, name, length);
}

void offer_column_names(struct request *request, bool once) {
  column_user *const use = once ? offer_unlisted : offer_name;
  skip_items(request);
  const char *list = request->columns != NULL ? request->columns : columns_of_layout(request->layout);
  if (list != NULL)
    each_in_list(request, list, use);
  else if (request->has_header && request->file != NULL)
    each_in_header(request, use);
}
