#include "named/table.h"

#include <string.h>

static const struct named_family *const families[] = {
    &rowkey_named_paper,      &rowkey_named_hbase,  &rowkey_named_salted,  &rowkey_named_phoenix,
    &rowkey_named_partitions, &rowkey_named_shards, &rowkey_named_buckets, &rowkey_named_ordered,
};
enum { FAMILIES = sizeof families / sizeof families[0] };

const rowkey_named_layout *rowkey_named_layout_at(size_t index) {
  for (size_t i = 0; i < FAMILIES; i++) {
    if (index < families[i]->count) return &families[i]->layouts[index];
    index -= families[i]->count;
  }
  return NULL;
}

const rowkey_named_layout *rowkey_named_find(const char *name, size_t length) {
  const rowkey_named_layout *named = NULL;
  if (name == NULL) return NULL;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    if (strlen(named->name) == length && memcmp(named->name, name, length) == 0) break;
  }
  return named;
}
