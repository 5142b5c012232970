#include "design.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

/* The columns of a named layout. ",..." at their end stands for more, which only `line` sees. */
static rowkey_schema *parse_named(const rowkey_named_layout *named, rowkey_error *error) {
  static const char more[] = ",...", line[] = ",line:text";
  const size_t size = strlen(named->columns);
  const bool has_more =
      size >= sizeof more - 1 && strcmp(named->columns + size - (sizeof more - 1), more) == 0;
  const size_t kept = has_more ? size - (sizeof more - 1) : size;
  char *text = calloc(kept + sizeof line, 1);
  if (text == NULL) {
    fail_memory(error);
    return NULL;
  }
  memcpy(text, named->columns, kept);
  if (has_more) strcpy(text + kept, line);
  rowkey_schema *schema = rowkey_schema_parse_without_files(text, strlen(text), error);
  free(text);
  return schema;
}

bool design_read(struct design *design, struct text template, struct text columns, rowkey_error *error) {
  design->template = template;
  if (template.size > 0 && template.data[0] == '@') {
    const rowkey_named_layout *named;
    if (rowkey_named_expand(template.data, template.size, &named, design->expansion, sizeof design->expansion,
                            error) != ROWKEY_OK)
      return false;
    design->template = (struct text){design->expansion, strlen(design->expansion)};
    design->named = parse_named(named, error);
    if (design->named == NULL) return false;
  }
  if (columns.size == 0) return true;
  rowkey_error problem;
  design->told = rowkey_schema_parse_without_files(columns.data, columns.size, &problem);
  return design->told != NULL || fail(error, problem.status, "columns: %s", problem.text);
}

static const rowkey_column *find(const rowkey_schema *schema, const char *name) {
  size_t count;
  const rowkey_column *columns = rowkey_schema_columns(schema, &count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(columns[i].name, name) == 0) return &columns[i];
  return NULL;
}

const rowkey_column *design_find(const struct design *design, const char *name) {
  const rowkey_column *told = find(design->told, name);
  return told != NULL ? told : find(design->named, name);
}

rowkey_layout *design_compile(const struct design *design, const rowkey_column *implied,
                              rowkey_error *error) {
  size_t named_count, told_count, count = 0;
  const rowkey_column *named = rowkey_schema_columns(design->named, &named_count);
  const rowkey_column *told = rowkey_schema_columns(design->told, &told_count);
  rowkey_column *known = calloc(named_count + told_count + 1, sizeof *known);
  if (known == NULL) {
    fail_memory(error);
    return NULL;
  }
  for (size_t i = 0; i < named_count; i++)
    if (find(design->told, named[i].name) == NULL) known[count++] = named[i];
  for (size_t i = 0; i < told_count; i++) known[count++] = told[i];
  if (implied != NULL) known[count++] = *implied;
  rowkey_layout *layout = rowkey_layout_compile_with_implied_columns(
      design->template.data, design->template.size, known, count, error);
  free(known);
  return layout;
}

void design_free(struct design *design) {
  rowkey_schema_free(design->named);
  rowkey_schema_free(design->told);
}
