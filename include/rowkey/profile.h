/* Profiles: what the columns of records are like, and a sample of the records. A designer of row keys asks
 * which columns are even, which rise with time, how long their texts are, and which byte can part them.
 * Experimental.
 *
 *     const rowkey_column host = rowkey_column_of("host", ROWKEY_TEXT);
 *     const rowkey_values values = rowkey_values_of_width(ROWKEY_KIND_TEXT, "web1web2web1", 4, 3);
 *     rowkey_profile *profile = rowkey_profile_create(&host, 1, 0, &error);
 *     if (profile != NULL && rowkey_profile_add(profile, &values, 3, &error) == ROWKEY_OK)
 *       printf("about %.0f hosts\n", rowkey_profile_column(profile, 0)->distinct);
 *     rowkey_profile_free(profile);
 */
#ifndef ROWKEY_PROFILE_H
#define ROWKEY_PROFILE_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/profile.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/encode.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One call at a time on each. */
typedef struct rowkey_profile rowkey_profile;

enum { ROWKEY_PROFILE_SAMPLE = 65536 };

/* A profile of records of `count` columns, which are copied. It keeps at most `sample` rows, at least 2, or
 * for 0 ROWKEY_PROFILE_SAMPLE; fewer where their texts would take more than 64 MiB. NULL and `error` on
 * failure. */
ROWKEY_CHECKED rowkey_profile *rowkey_profile_create(const rowkey_column *columns, size_t count,
                                                     size_t sample, rowkey_error *error);
ROWKEY_API void rowkey_profile_free(rowkey_profile *profile); /* NULL is allowed */

/* Adds records, in the order in which they are written: one entry of `columns` for each column, each of them
 * with values. ROWKEY_ERROR_ARGUMENT, with error->column, for values that are not where they are said to be;
 * no row is added then. ROWKEY_ERROR_MEMORY: the profile is good for rowkey_profile_free alone. */
ROWKEY_CHECKED rowkey_status rowkey_profile_add(rowkey_profile *profile, const rowkey_values *columns,
                                                size_t rows, rowkey_error *error);

/* What a column is like. Nulls count in `nulls` alone. */
typedef struct rowkey_column_profile {
  uint64_t nulls;
  /* How many different values there are, estimated: for 19 of 20 columns within 3.3 % (HyperLogLog of 4096
   * registers). */
  double distinct;
  uint64_t falls;           /* rows whose value is less than that of the row before */
  rowkey_value least, most; /* of numbers but NaN; null where there are none */
  /* Of text: bytes of a value, of all values, and which bytes occur. */
  uint64_t least_size, most_size, total_size;
  bool occurs[256];
} rowkey_column_profile;

/* How many records it has seen; 0 for NULL. */
ROWKEY_API uint64_t rowkey_profile_rows(const rowkey_profile *profile);

/* What column `index` is like so far, until the next call on the profile, to which it belongs. NULL where
 * there is no such column, and for NULL. */
ROWKEY_API const rowkey_column_profile *rowkey_profile_column(rowkey_profile *profile, size_t index);

/* A sample of the records, in their order: *columns receives one entry for each column, and numbers[i] is the
 * number of row i of the sample among the records, from 0. All records while they are few enough; then those
 * whose number has a hash below a bound, which falls as they get more: each record has the same chance, and
 * the same records give the same sample. It belongs to the profile, until the next call on it. Returns the
 * number of rows, 0 for NULL. What is not wanted may be NULL. */
ROWKEY_API size_t rowkey_profile_sample(const rowkey_profile *profile, const rowkey_values **columns,
                                        const uint64_t **numbers);

#ifdef __cplusplus
}
#endif

#endif
