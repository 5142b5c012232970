/* Split points of regions, from a layout or from HBase's own algorithms, and each region's share of the keys.
 * Stable.
 *
 *     rowkey_splits *splits = rowkey_splits_of_layout(layout, 16, &error);
 *     for (size_t i = 0; splits != NULL && i < splits->count; i++)
 *       printf("%.*s\n", (int)(splits->offsets[i + 1] - splits->offsets[i]),
 *              (const char *)splits->bytes + splits->offsets[i]);
 *     rowkey_splits_free(splits);
 *
 * Keys and split points compare as unsigned bytes, a prefix before longer keys. R regions have R - 1 split
 * points: region 0 has the keys before point 0, region i the keys from point i - 1 up to, not including,
 * point i, and the last region the keys from the last point on.
 */
#ifndef ROWKEY_SPLITS_H
#define ROWKEY_SPLITS_H

#include <rowkey/layout.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Split points: point i is bytes[offsets[i] … offsets[i + 1]). Functions that take them only read them;
 * callers may build their own. Free split points of the library with rowkey_splits_free; they need neither
 * the layout nor the sketch that they come from. */
typedef struct rowkey_splits {
  size_t count; /* of points; 0 for a single region */
  const void *bytes;
  const uint64_t *offsets; /* count + 1 of them */
  uint64_t reserved[2];    /* must be 0 */
} rowkey_splits;

ROWKEY_API void rowkey_splits_free(rowkey_splits *splits); /* NULL is allowed */

/* Checks that each point is greater than the one before it, and none is empty. ROWKEY_ERROR_RANGE, with the
 * index of the first bad point in error->row; ROWKEY_ERROR_ARGUMENT for offsets that decrease, for NULL, and
 * for ROWKEY_MOST_REGIONS points or more. */
ROWKEY_CHECKED rowkey_status rowkey_splits_check(const rowkey_splits *splits, rowkey_error *error);

/* The most regions; more are refused, and so are 0. */
#define ROWKEY_MOST_REGIONS ((size_t)1 << 24)

/* ---- From a layout --------------------------------------------------------------------------- */

/* Split points that divide the values of the key's first field evenly between `regions` regions: with N
 * values in the order of their bytes, point i = 1 … regions - 1 is the literal text before the field and
 * value number floor(i * N / regions), written as in the keys. One region needs no points and no field.
 * ROWKEY_ERROR_RANGE if N < regions or the key is only literal text; ROWKEY_ERROR_TYPE if the layout does not
 * say which values the field can have, as for text of the records; error->offset is the field. */
ROWKEY_CHECKED rowkey_splits *rowkey_splits_of_layout(const rowkey_layout *layout, size_t regions,
                                                      rowkey_error *error);

/* Adds `more` points to the points of `splits`, which it checks: each point in turn goes into the region
 * whose pieces have the most values of the first field at that moment, and the points of a region cut it into
 * even pieces. A value that a point cuts counts on both sides. Errors are those of rowkey_splits_of_layout;
 * ROWKEY_ERROR_RANGE also if no region has values left to divide. */
ROWKEY_CHECKED rowkey_splits *rowkey_splits_add(const rowkey_layout *layout, const rowkey_splits *splits,
                                                size_t more, rowkey_error *error);

/* A region's share of the keys that a layout makes. */
typedef struct rowkey_region_share {
  double share;         /* of all keys, 0 to 1, if every value of every field is equally frequent; NaN if the
                           layout does not determine it because text of the records does */
  bool reachable;       /* false: no key of the layout lies in the region */
  uint64_t reserved[2]; /* the library writes 0 */
} rowkey_region_share;

/* shares[0 … splits->count] = the share of each region. Each field is assumed to hold every number from its
 * least to its greatest equally often, whatever the other fields hold. Checks the points. */
ROWKEY_CHECKED rowkey_status rowkey_splits_shares(const rowkey_layout *layout, const rowkey_splits *splits,
                                                  rowkey_region_share *shares, rowkey_error *error);

/* ---- HBase's algorithms, byte for byte ------------------------------------------------------- */

/* RegionSplitter.UniformSplit: all bytes equally frequent. Points have 8 bytes or, for very many regions,
 * more. */
ROWKEY_CHECKED rowkey_splits *rowkey_splits_uniform(size_t regions, rowkey_error *error);

/* RegionSplitter.HexStringSplit (base 16) and DecimalStringSplit (base 10), from the number `first` to
 * `last`, inclusive, each written in digits of the base. Points are lower-case, and as wide as `last`.
 * HBase's own bounds are 00000000 to FFFFFFFF and 00000000 to 99999999. */
ROWKEY_CHECKED rowkey_splits *rowkey_splits_digits(unsigned base, const char *first, const char *last,
                                                   size_t regions, rowkey_error *error);

/* getHexSplits of the HBase reference guide: like rowkey_splits_digits in base 16, but the range is last -
 * first, and points have 16 digits, which `first` and `last` must not exceed. */
ROWKEY_CHECKED rowkey_splits *rowkey_splits_guide_hex(const char *first, const char *last, size_t regions,
                                                      rowkey_error *error);

/* Bytes.split(start, stop, inclusive, regions - 1) without its two ends. If `inclusive`, `start` and `stop`
 * may be empty: an empty `stop` means 8 bytes ff, as in UniformSplit. */
ROWKEY_CHECKED rowkey_splits *rowkey_splits_bytes(const void *start, size_t start_size, const void *stop,
                                                  size_t stop_size, bool inclusive, size_t regions,
                                                  rowkey_error *error);

/* The points of HBase's createTable(table, start, stop, regions): `start`, Bytes.split(start, stop, regions -
 * 3) between the two, and `stop`. ROWKEY_ERROR_RANGE for fewer than 3 regions, as in HBase, for an empty
 * `start`, and for rows that do not rise. */
ROWKEY_CHECKED rowkey_splits *rowkey_splits_create_table(const void *start, size_t start_size,
                                                         const void *stop, size_t stop_size, size_t regions,
                                                         rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
