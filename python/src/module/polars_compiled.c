/* What calls of Polars' work with: they come one for each batch, from several threads. */
#include <rowkey/schema.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "polars.h"

enum { SPARE = 16 };

/* What is at rest, of all threads, and the place that the next one takes. */
static _Atomic(struct compiled *) spare[SPARE];
static atomic_uint next_spare;

static void compiled_free(struct compiled *compiled) {
  if (compiled == NULL) return;
  compiled->operation->free_state(compiled->state);
  rowkey_layout_free(compiled->layout);
  free(compiled->key);
  free(compiled);
}

rowkey_status polars_no_memory(rowkey_error *error) {
  *error = (rowkey_error){.status = ROWKEY_ERROR_MEMORY,
                          .row = ROWKEY_NONE,
                          .column = ROWKEY_NONE,
                          .offset = ROWKEY_NONE,
                          .text = "out of memory"};
  return ROWKEY_ERROR_MEMORY;
}

/* ---- Layouts ------------------------------------------------------------------------------------- */

/* For columns of the types that rowkey.Layout(columns=...) named. */
static rowkey_layout *compile_columns(const struct request *request, rowkey_error *error) {
  rowkey_column *columns = calloc(request->column_count + 1, sizeof *columns);
  rowkey_layout *layout = NULL;
  bool known = columns != NULL || polars_no_memory(error) == ROWKEY_OK;
  const char *text = request->columns;
  for (size_t i = 0; known && i < request->column_count; i++) {
    const char *name = text, *kind = next_text(text);
    text = next_text(kind);
    known = rowkey_column_declare(name, kind, strlen(kind), &columns[i], error) == ROWKEY_OK;
  }
  if (known)
    layout = rowkey_layout_compile(request->template, request->template_length, columns,
                                   request->column_count, error);
  for (size_t i = 0; columns != NULL && i < request->column_count; i++) rowkey_column_free(&columns[i]);
  free(columns);
  return layout;
}

rowkey_layout *compile_layout(const struct request *request, const struct ArrowSchema *records,
                              rowkey_error *error) {
  return request->column_count != ROWKEY_NONE
             ? compile_columns(request, error)
             : rowkey_arrow_compile(request->template, request->template_length, records, error);
}

/* ---- What is at rest ----------------------------------------------------------------------------- */

/* Writes the request, names that it does not have, and the types; returns the size, also where `key` is NULL.
 */
static size_t write_key(const struct request *request, const struct ArrowSchema *records, char *key) {
  size_t size = request->size;
  if (key != NULL) memcpy(key, request->bytes, request->size);
  for (int64_t i = 0; i < records->n_children; i++) {
    const struct ArrowSchema *field = records->children[i];
    if (!request->has_names) {
      const size_t length = strlen(field->name) + 1;
      if (key != NULL) memcpy(key + size, field->name, length);
      size += length;
    }
    for (; field != NULL; field = field->dictionary) {
      const size_t length = strlen(field->format) + 1;
      if (key != NULL) memcpy(key + size, field->format, length);
      size += length;
    }
    if (key != NULL) key[size] = '\0';
    size++;
  }
  return size;
}

/* One at rest for this operation with this key, or NULL. */
static struct compiled *find_spare(const struct operation *operation, const char *key, size_t key_size) {
  for (size_t i = 0; i < SPARE; i++) {
    struct compiled *found = atomic_exchange(&spare[i], NULL), *empty = NULL;
    if (found == NULL) continue;
    if (found->operation == operation && found->key_size == key_size &&
        memcmp(found->key, key, key_size) == 0)
      return found;
    if (!atomic_compare_exchange_strong(&spare[i], &empty, found)) compiled_free(found);
  }
  return NULL;
}

struct compiled *compiled_take(const struct operation *operation, const struct request *request,
                               const struct ArrowSchema *records, rowkey_error *error) {
  const size_t key_size = write_key(request, records, NULL);
  char *key = malloc(key_size);
  if (key == NULL) {
    polars_no_memory(error);
    return NULL;
  }
  write_key(request, records, key);
  struct compiled *compiled = find_spare(operation, key, key_size);
  if (compiled != NULL) {
    free(key);
    return compiled;
  }
  compiled = calloc(1, sizeof *compiled);
  if (compiled == NULL) {
    free(key);
    polars_no_memory(error);
    return NULL;
  }
  *compiled = (struct compiled){.operation = operation, .key = key, .key_size = key_size};
  if (operation->make(request, records, compiled, error)) return compiled;
  compiled_free(compiled);
  return NULL;
}

void compiled_leave(struct compiled *compiled) {
  if (compiled != NULL)
    compiled_free(atomic_exchange(&spare[atomic_fetch_add(&next_spare, 1) % SPARE], compiled));
}
