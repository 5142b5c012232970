/* The table of named layouts, in parts: one file for each family of systems. */
#ifndef ROWKEY_NAMED_TABLE_H
#define ROWKEY_NAMED_TABLE_H

#include <rowkey/named.h>

struct named_family {
  const rowkey_named_layout *layouts;
  size_t count;
};

extern const struct named_family rowkey_named_paper;
extern const struct named_family rowkey_named_hbase;
extern const struct named_family rowkey_named_salted;
extern const struct named_family rowkey_named_phoenix;
extern const struct named_family rowkey_named_partitions;
extern const struct named_family rowkey_named_shards;
extern const struct named_family rowkey_named_buckets;
extern const struct named_family rowkey_named_ordered;

#define NAMED_FAMILY(layouts) {layouts, sizeof(layouts) / sizeof *(layouts)}

#endif
