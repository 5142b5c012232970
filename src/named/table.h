/* The table of named layouts, in parts: one file for each family of systems. */
#ifndef ROWKEY_NAMED_TABLE_H
#define ROWKEY_NAMED_TABLE_H

#include <rowkey/named.h>
#include <stdbool.h>

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

/* Where a layout's system lets a parameter that is not given follow from those that are: that instead of its
 * default. NULL for the others. */
typedef void follow_parameters(uint64_t values[ROWKEY_NAMED_PARAMETERS],
                               const bool given[ROWKEY_NAMED_PARAMETERS]);
follow_parameters *rowkey_named_following(const rowkey_named_layout *named);

#define PARAMETER(name, value, least, most, meaning) {name, value, least, most, meaning, {0}}
#define NAMED_FAMILY(layouts) {layouts, sizeof(layouts) / sizeof *(layouts)}

#endif
