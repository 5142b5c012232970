/* Profiles: statistics of the columns of records, and a sample of the records. A designer of row keys needs
 * to know which columns are even, which rise with time, how long their texts are, and which byte can delimit
 * them. Experimental.
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

/* Statistics of columns. Only one call at a time may use a profile. */
typedef struct rowkey_profile rowkey_profile;

enum { ROWKEY_PROFILE_SAMPLE = 65536 };

/* Creates a profile for records of `count` columns, which are copied. Its sample has at most `sample` rows (2
 * or more; 0 for ROWKEY_PROFILE_SAMPLE), and fewer if their texts would take more than 64 MiB. Returns NULL
 * and fills `error` on failure. */
ROWKEY_CHECKED rowkey_profile *rowkey_profile_create(const rowkey_column *columns, size_t count,
                                                     size_t sample, rowkey_error *error);
ROWKEY_API void rowkey_profile_free(rowkey_profile *profile); /* NULL is allowed */

/* Adds records, in the order in which they are written: `columns` has one entry for each column, and all of
 * them are read. ROWKEY_ERROR_TYPE, with error->column, for values that are not in the form that their column
 * keeps; ROWKEY_ERROR_ARGUMENT, with error->column, for pointers or offsets that cannot be right; no row is
 * added then. After ROWKEY_ERROR_MEMORY only rowkey_profile_free may use the profile. */
ROWKEY_CHECKED rowkey_status rowkey_profile_add(rowkey_profile *profile, const rowkey_values *columns,
                                                size_t rows, rowkey_error *error);

/* Statistics of a column. Nulls count only in `nulls`. */
typedef struct rowkey_column_profile {
  uint64_t nulls;
  /* An estimate of the number of different values, within 3.3 % for 19 of 20 columns (HyperLogLog of 4096
   * registers). */
  double distinct;
  uint64_t falls;           /* rows whose value is less than the value of the row before */
  rowkey_value least, most; /* of numbers except NaN; null if there are none */
  /* For text: bytes of a value, bytes of all values, and which bytes occur. */
  uint64_t least_size, most_size, total_size;
  bool occurs[256];
} rowkey_column_profile;

/* How many records the profile has seen; 0 for NULL. */
ROWKEY_API uint64_t rowkey_profile_rows(const rowkey_profile *profile);

/* Statistics of column `index` so far. They belong to the profile, and are valid until the next call on it.
 * NULL if there is no such column, and for NULL. */
ROWKEY_API const rowkey_column_profile *rowkey_profile_column(rowkey_profile *profile, size_t index);

/* A sample of the records, in their order. *columns receives one entry for each column, and (*numbers)[i] is
 * the number, from 0, that row i of the sample has among the records; either may be NULL. The sample is all
 * records while they are few enough; then the records whose number has a hash below a bound, which falls as
 * records are added. So each record has the same chance, and the same records give the same sample. The
 * sample belongs to the profile, and is valid until the next call on the profile. Returns the number of rows,
 * 0 for NULL. */
ROWKEY_API size_t rowkey_profile_sample(const rowkey_profile *profile, const rowkey_values **columns,
                                        const uint64_t **numbers);

#ifdef __cplusplus
}
#endif

#endif
