#include "arrow/made.h"

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/aligned.h"

/* ---- Memory ------------------------------------------------------------------------------------- */

enum { ALIGNMENT = 64, LARGE_PAGE = 1 << 21, LARGE = 2 * LARGE_PAGE };

/* Large buffers lie on large pages, which cost a tenth of the page faults. */
static void *allocate_buffer(size_t size) {
  const size_t unit = size < LARGE ? ALIGNMENT : LARGE_PAGE;
  if (size > PTRDIFF_MAX - unit) return NULL;
  const size_t whole = size == 0 ? unit : (size + unit - 1) / unit * unit;
  void *memory = rowkey_aligned_alloc(unit, whole);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (memory != NULL && unit == LARGE_PAGE) (void)madvise(memory, whole, MADV_HUGEPAGE); /* or small pages */
#endif
  return memory;
}

bool rowkey_arrow_grow(void **buffer, size_t *capacity, size_t kept, size_t size) {
  if (*buffer != NULL && size <= *capacity) return true;
  void *larger = allocate_buffer(size);
  if (larger == NULL) return false;
  if (kept > 0) memcpy(larger, *buffer, kept);
  rowkey_aligned_free(*buffer);
  *buffer = larger;
  *capacity = size;
  return true;
}

/* ---- Schemas ------------------------------------------------------------------------------------ */

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    struct ArrowSchema *child = schema->children[i];
    if (child->release != NULL) child->release(child);
  }
  free(schema->private_data);
  schema->release = NULL;
}

/* The children's pointers, the children, and the texts lie in one piece of memory. */
bool rowkey_arrow_make_schema(struct ArrowSchema *schema, const char *format, const char *name, int64_t flags,
                              size_t children) {
  const size_t format_size = strlen(format) + 1, name_size = strlen(name) + 1;
  const size_t lists = children * (sizeof(struct ArrowSchema *) + sizeof(struct ArrowSchema));
  uint8_t *memory = calloc(1, lists + format_size + name_size);
  if (memory == NULL) return false;
  struct ArrowSchema *own = (struct ArrowSchema *)(void *)memory;
  struct ArrowSchema **pointers = (struct ArrowSchema **)(void *)(own + children);
  for (size_t i = 0; i < children; i++) pointers[i] = &own[i];
  char *texts = (char *)memory + lists;
  memcpy(texts, format, format_size);
  memcpy(texts + format_size, name, name_size);
  *schema = (struct ArrowSchema){.format = texts,
                                 .name = texts + format_size,
                                 .flags = flags,
                                 .n_children = (int64_t)children,
                                 .children = children > 0 ? pointers : NULL,
                                 .release = release_schema,
                                 .private_data = memory};
  return true;
}

/* ---- Arrays ------------------------------------------------------------------------------------- */

static void release_array(struct ArrowArray *array) {
  for (int64_t i = 0; i < array->n_children; i++) {
    struct ArrowArray *child = array->children[i];
    if (child->release != NULL) child->release(child);
  }
  struct arrow_made *made = array->private_data;
  for (size_t i = 0; i < sizeof made->buffers / sizeof *made->buffers; i++)
    rowkey_aligned_free(made->buffers[i]);
  free(made);
  array->release = NULL;
}

bool rowkey_arrow_make_array(struct ArrowArray *array, size_t buffers, size_t children) {
  const size_t lists = children * (sizeof(struct ArrowArray *) + sizeof(struct ArrowArray));
  struct arrow_made *made = calloc(1, sizeof *made + lists);
  if (made == NULL) return false;
  struct ArrowArray *own = (struct ArrowArray *)(void *)(made + 1);
  struct ArrowArray **pointers = (struct ArrowArray **)(void *)(own + children);
  for (size_t i = 0; i < children; i++) pointers[i] = &own[i];
  *array = (struct ArrowArray){.n_buffers = (int64_t)buffers,
                               .n_children = (int64_t)children,
                               .buffers = made->shown,
                               .children = children > 0 ? pointers : NULL,
                               .release = release_array,
                               .private_data = made};
  return true;
}

struct arrow_made *rowkey_arrow_made(const struct ArrowArray *array) {
  return array->release == release_array ? array->private_data : NULL;
}

void rowkey_arrow_show(struct ArrowArray *array, size_t rows) {
  struct arrow_made *made = array->private_data;
  array->length = (int64_t)rows;
  for (size_t i = 0; i < sizeof made->buffers / sizeof *made->buffers; i++) made->shown[i] = made->buffers[i];
}
