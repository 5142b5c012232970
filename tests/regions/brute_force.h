/* Ranges against all records of a small domain: which of them are asked for, and which lie in the ranges. */
#ifndef ROWKEY_TESTS_BRUTE_FORCE_H
#define ROWKEY_TESTS_BRUTE_FORCE_H

#include <rowkey/rowkey.h>

enum { DOMAIN_COLUMNS = 9, DOMAIN_VALUES = 40, DOMAIN_RECORDS = 6000, DOMAIN_KEY_SIZE = 256 };

/* The values that each column of a schema may have. */
struct small_domain {
  const rowkey_column *columns;
  size_t column_count;
  rowkey_value values[DOMAIN_COLUMNS][DOMAIN_VALUES];
  size_t counts[DOMAIN_COLUMNS];
};

/* Random values for columns of any type, texts that begin one another among them. Columns that the layout
 * does not use have one. */
void fill_domain(struct small_domain *domain, const rowkey_layout *layout, const rowkey_column *columns,
                 size_t column_count);

/* All records that have a key, each with several rows' numbers where random() is used. */
struct small_record {
  rowkey_value values[DOMAIN_COLUMNS];
  uint8_t key[DOMAIN_KEY_SIZE];
  size_t key_size;
};

struct small_table {
  struct small_record records[DOMAIN_RECORDS];
  size_t count;
};

void fill_table(struct small_table *table, const rowkey_layout *layout, const struct small_domain *domain,
                size_t rows_of_a_record);

/* One to three random conditions on columns that the layout uses. Returns how many. */
size_t random_conditions(const struct small_domain *domain, const rowkey_layout *layout,
                         rowkey_condition *conditions);

bool meets_all(const struct small_record *record, const struct small_domain *domain,
               const rowkey_condition *conditions, size_t count);

/* Checks that every record that is asked for lies in exactly one range, that others do only where the ranges
 * say so, and that the ranges rise and do not touch. */
void check_ranges(const char *text, const rowkey_ranges *ranges, const struct small_table *table,
                  const struct small_domain *domain, const rowkey_condition *conditions, size_t count);

/* How the conditions read; good until the next call. */
const char *conditions_text(const struct small_domain *domain, const rowkey_condition *conditions,
                            size_t count);

#endif
