#include "design.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

/* The columns of a named layout, without the ",..." that stands for more. */
static struct text named_columns(const rowkey_named_layout *named) {
  static const char more[] = ",...";
  struct text text = {named->columns, strlen(named->columns)};
  const size_t size = sizeof more - 1;
  if (text.size > size && memcmp(text.data + text.size - size, more, size) == 0) text.size -= size;
  return text;
}

bool design_read(struct design *design, struct text template, struct text columns, rowkey_error *error) {
  design->template = template;
  if (template.size > 0 && template.data[0] == '@') {
    const rowkey_named_layout *named;
    if (rowkey_named_expand(template.data, template.size, &named, design->expansion, sizeof design->expansion,
                            error) != ROWKEY_OK)
      return false;
    design->template = (struct text){design->expansion, strlen(design->expansion)};
    if (!told_add(&design->told, named_columns(named), error)) return false;
  }
  return told_add(&design->told, columns, error);
}

rowkey_layout *design_compile(const struct design *design, const rowkey_column_type ***types,
                              rowkey_error *error) {
  const struct told_columns *told = &design->told;
  rowkey_column *known = calloc(told->count + 1, sizeof *known);
  if (known == NULL) {
    fail_memory(error);
    return NULL;
  }
  for (size_t i = 0; i < told->count; i++) known[i] = told->columns[i].column;
  rowkey_layout *layout =
      rowkey_layout_compile_implied(design->template.data, design->template.size, known, told->count, error);
  free(known);
  if (layout == NULL) return NULL;
  size_t count;
  rowkey_layout_columns(layout, &count);
  *types = calloc(count + 1, sizeof **types);
  if (*types == NULL) {
    rowkey_layout_free(layout);
    fail_memory(error);
    return NULL;
  }
  for (size_t i = 0; i < told->count; i++) (*types)[i] = told->columns[i].written_as; /* they come first */
  return layout;
}

void design_free(struct design *design) { told_free(&design->told); }
