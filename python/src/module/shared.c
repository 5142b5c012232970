/* Arrow's structs: shared, copied and handed out. Nothing here needs Python. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"

/* ---- Counting ---------------------------------------------------------------------------------- */

struct shared_schema *share_schema(struct ArrowSchema *schema) {
  struct shared_schema *shared = malloc(sizeof *shared);
  if (shared == NULL) {
    schema->release(schema);
    PyErr_NoMemory();
    return NULL;
  }
  shared->schema = *schema;
  schema->release = NULL;
  atomic_init(&shared->references, 1);
  return shared;
}

struct shared_array *share_array(struct ArrowArray *array) {
  struct shared_array *shared = malloc(sizeof *shared);
  if (shared == NULL) {
    array->release(array);
    PyErr_NoMemory();
    return NULL;
  }
  shared->array = *array;
  array->release = NULL;
  atomic_init(&shared->references, 1);
  return shared;
}

void unref_schema(struct shared_schema *shared) {
  if (shared == NULL || atomic_fetch_sub(&shared->references, 1) != 1) return;
  shared->schema.release(&shared->schema);
  free(shared);
}

void unref_array(struct shared_array *shared) {
  if (shared == NULL || atomic_fetch_sub(&shared->references, 1) != 1) return;
  shared->array.release(&shared->array);
  free(shared);
}

/* ---- Schemas ----------------------------------------------------------------------------------- */

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    struct ArrowSchema *child = schema->children[i];
    if (child != NULL && child->release != NULL) child->release(child);
    free(child);
  }
  if (schema->dictionary != NULL && schema->dictionary->release != NULL)
    schema->dictionary->release(schema->dictionary);
  free(schema->dictionary);
  free(schema->children);
  free((char *)(uintptr_t)schema->format);
  free((char *)(uintptr_t)schema->name);
  free((char *)(uintptr_t)schema->metadata);
  schema->release = NULL;
}

bool make_schema(const char *format, const char *name, size_t children, struct ArrowSchema *out) {
  *out = (struct ArrowSchema){.format = strdup(format),
                              .name = strdup(name == NULL ? "" : name),
                              .flags = ARROW_FLAG_NULLABLE,
                              .release = release_schema};
  bool made = out->format != NULL && out->name != NULL;
  if (made && children > 0) {
    out->children = calloc(children, sizeof *out->children);
    made = out->children != NULL;
    for (size_t i = 0; made && i < children; i++) {
      out->children[i] = calloc(1, sizeof **out->children);
      out->n_children++;
      made = out->children[i] != NULL;
    }
  }
  if (!made) release_schema(out);
  return made;
}

/* Metadata begins with how many pairs there are; each is a length and its bytes, twice. */
static char *copy_metadata(const char *metadata) {
  int32_t pairs, length;
  size_t size = sizeof pairs;
  memcpy(&pairs, metadata, sizeof pairs);
  for (int32_t i = 0; i < 2 * pairs; i++) {
    memcpy(&length, metadata + size, sizeof length);
    size += sizeof length + (size_t)length;
  }
  char *copy = malloc(size);
  if (copy != NULL) memcpy(copy, metadata, size);
  return copy;
}

bool export_schema(const struct ArrowSchema *schema, struct ArrowSchema *out) {
  if (!make_schema(schema->format, schema->name, (size_t)schema->n_children, out)) return false;
  out->flags = schema->flags;
  bool made = true;
  if (schema->metadata != NULL) made = (out->metadata = copy_metadata(schema->metadata)) != NULL;
  for (int64_t i = 0; made && i < schema->n_children; i++)
    made = export_schema(schema->children[i], out->children[i]);
  if (made && schema->dictionary != NULL) {
    out->dictionary = calloc(1, sizeof *out->dictionary);
    made = out->dictionary != NULL && export_schema(schema->dictionary, out->dictionary);
  }
  if (!made) release_schema(out);
  return made;
}

/* ---- Arrays ------------------------------------------------------------------------------------ */

static void release_view(struct ArrowArray *view) {
  for (int64_t i = 0; i < view->n_children; i++) {
    struct ArrowArray *child = view->children[i];
    if (child != NULL && child->release != NULL) child->release(child);
    free(child);
  }
  if (view->dictionary != NULL && view->dictionary->release != NULL)
    view->dictionary->release(view->dictionary);
  free(view->dictionary);
  free(view->children);
  unref_array(view->private_data);
  view->release = NULL;
}

/* A view of `array`, which is a part of shared->array. Children can be moved out of it: each holds a
 * reference. */
static bool view_array(struct shared_array *shared, const struct ArrowArray *array, struct ArrowArray *out) {
  *out = *array;
  out->n_children = 0;
  out->children = NULL;
  out->dictionary = NULL;
  out->private_data = shared;
  out->release = release_view;
  atomic_fetch_add(&shared->references, 1);
  bool made = true;
  if (array->n_children > 0)
    made = (out->children = calloc((size_t)array->n_children, sizeof *out->children)) != NULL;
  for (int64_t i = 0; made && i < array->n_children; i++) {
    out->children[i] = calloc(1, sizeof **out->children);
    out->n_children++;
    made = out->children[i] != NULL && view_array(shared, array->children[i], out->children[i]);
  }
  if (made && array->dictionary != NULL) {
    out->dictionary = calloc(1, sizeof *out->dictionary);
    made = out->dictionary != NULL && view_array(shared, array->dictionary, out->dictionary);
  }
  if (!made) release_view(out);
  return made;
}

bool export_array(struct shared_array *shared, struct ArrowArray *out) {
  return view_array(shared, &shared->array, out);
}

static void release_made(struct ArrowArray *array) {
  for (int64_t i = 0; i < array->n_buffers; i++) free((void *)(uintptr_t)array->buffers[i]);
  for (int64_t i = 0; i < array->n_children; i++) {
    if (array->children[i] != NULL && array->children[i]->release != NULL)
      array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  free(array->buffers);
  free(array->children);
  array->release = NULL;
}

bool make_array(size_t buffers, size_t children, struct ArrowArray *out) {
  *out = (struct ArrowArray){.n_buffers = (int64_t)buffers,
                             .n_children = (int64_t)children,
                             .buffers = calloc(buffers + 1, sizeof *out->buffers),
                             .children = calloc(children + 1, sizeof *out->children),
                             .release = release_made};
  if (out->buffers == NULL) out->n_buffers = 0;
  if (out->children == NULL) out->n_children = 0;
  bool made = out->buffers != NULL && out->children != NULL;
  for (size_t i = 0; made && i < children; i++)
    made = (out->children[i] = calloc(1, sizeof **out->children)) != NULL;
  if (!made) release_made(out);
  return made;
}

struct ArrowArray rows_of(const struct ArrowArray *array, int64_t first, int64_t rows) {
  struct ArrowArray part = *array;
  part.offset += first;
  part.length = rows;
  if (rows != array->length && array->null_count != 0) part.null_count = -1;
  return part;
}

struct ArrowArray piece_of(const struct ArrowArray *array, int64_t first) {
  const int64_t left = array->length - first;
  return rows_of(array, first, left < PIECE_ROWS ? left : PIECE_ROWS);
}

/* ---- Streams ----------------------------------------------------------------------------------- */

struct stream {
  struct ArrowSchema schema;
  size_t count, next;
  struct shared_array *arrays[];
};

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  const struct stream *state = stream->private_data;
  return export_schema(&state->schema, out) ? 0 : ENOMEM;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  struct stream *state = stream->private_data;
  *out = (struct ArrowArray){.release = NULL};
  if (state->next == state->count) return 0;
  if (!export_array(state->arrays[state->next], out)) return ENOMEM;
  state->next++;
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return "out of memory"; /* nothing else can fail */
}

static void release_stream(struct ArrowArrayStream *stream) {
  struct stream *state = stream->private_data;
  for (size_t i = 0; i < state->count; i++) unref_array(state->arrays[i]);
  if (state->schema.release != NULL) state->schema.release(&state->schema);
  free(state);
  stream->release = NULL;
}

bool export_stream(const struct ArrowSchema *schema, struct shared_array *const *arrays, size_t count,
                   struct ArrowArrayStream *out) {
  struct stream *state = calloc(1, sizeof *state + count * sizeof *state->arrays);
  if (state == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    state->arrays[i] = arrays[i];
    atomic_fetch_add(&arrays[i]->references, 1);
  }
  state->count = count;
  *out = (struct ArrowArrayStream){.get_schema = get_schema,
                                   .get_next = get_next,
                                   .get_last_error = get_last_error,
                                   .release = release_stream,
                                   .private_data = state};
  if (export_schema(schema, &state->schema)) return true;
  state->schema.release = NULL;
  release_stream(out);
  return false;
}
