#include "design.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

/* Adds the columns of a named layout; ",..." at their end stands for more, which only `line` sees. */
static bool add_named(struct design *design, const rowkey_named_layout *named, rowkey_error *error) {
  static const char more[] = ",...", line[] = "line:text";
  struct text columns = {named->columns, strlen(named->columns)};
  const size_t size = sizeof more - 1;
  if (columns.size < size || memcmp(columns.data + columns.size - size, more, size) != 0)
    return told_add(&design->told, columns, error);
  columns.size -= size;
  return told_add(&design->told, columns, error) &&
         told_add(&design->told, (struct text){line, sizeof line - 1}, error);
}

bool design_read(struct design *design, struct text template, struct text columns, rowkey_error *error) {
  design->template = template;
  if (template.size > 0 && template.data[0] == '@') {
    const rowkey_named_layout *named;
    if (rowkey_named_expand(template.data, template.size, &named, design->expansion, sizeof design->expansion,
                            error) != ROWKEY_OK)
      return false;
    design->template = (struct text){design->expansion, strlen(design->expansion)};
    if (!add_named(design, named, error)) return false;
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
