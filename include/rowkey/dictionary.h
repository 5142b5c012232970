/* Dictionaries: names to dense ids and back, kept in a file that grows, like OpenTSDB's UIDs and HBase's
 * numeric substitution. Experimental. POSIX systems only.
 *
 *     rowkey_dictionary *metrics = rowkey_dictionary_open("metrics.uid", NULL, &error);
 *     uint64_t ids[2];
 *     const uint64_t offsets[] = {0, 8, 16};
 *     const rowkey_values names =
 *         rowkey_values_of_offsets(ROWKEY_KIND_TEXT, "sys.cpu0sys.cpu1", 16, offsets, 2);
 *     if (metrics == NULL || rowkey_dictionary_ids(metrics, &names, 2, ids, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     rowkey_dictionary_free(metrics);
 *
 * A layout sees the ids, a column of ROWKEY_U64: {metric:u24}{ts:u32}. Ids begin at 1 and are assigned in
 * order of appearance, without gaps, whichever process asks: one file gives a name the same id for ever, and
 * no two names share an id. An OpenTSDB that met the names in this order would assign the same ids, in the
 * width that the layout writes.
 *
 * An id is returned only when the file holds it durably: new records are written after the committed ones,
 * and synchronised; then a header states how far committed records reach, and is synchronised. Bytes that a
 * crash leaves after that point are not read, and the next writer overwrites them. Each record has a checksum
 * (CRC32C); a committed record that does not match is an error that names its byte, and the dictionary does
 * not open.
 *
 * Several processes may use one file at once. A process that assigns ids locks the file (flock), reads what
 * others have added, and adds the names that are still new. Lookups of known names take no lock. The file
 * must be on a local file system: not all network file systems support locks.
 */
#ifndef ROWKEY_DICTIONARY_H
#define ROWKEY_DICTIONARY_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/dictionary.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/decode.h>
#include <rowkey/encode.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest name in bytes. A name may have any bytes, or none. */
#define ROWKEY_DICTIONARY_NAME_MAX 65535

/* Options of rowkey_dictionary_open. All 0 is the default. */
typedef struct rowkey_dictionary_options {
  bool read_only;       /* the file must exist; a name without an id is an error of its row */
  uint64_t largest_id;  /* a name that would need a larger id is an error of its row; 0: 2^32 - 1, the most */
  uint64_t reserved[4]; /* must be 0 */
} rowkey_dictionary_options;

/* A dictionary in memory, and its file. Any number of threads may use it at the same time. */
typedef struct rowkey_dictionary rowkey_dictionary;

/* Opens the file, or creates an empty one unless it is read-only. `options` may be NULL, which means all 0.
 * Returns NULL and fills `error` on failure: ROWKEY_ERROR_IO if a system call fails, or the file is damaged
 * or is not a dictionary. A name of 16 bytes takes about 55 bytes of memory. */
ROWKEY_CHECKED rowkey_dictionary *rowkey_dictionary_open(const char *path,
                                                         const rowkey_dictionary_options *options,
                                                         rowkey_error *error);
ROWKEY_API void rowkey_dictionary_free(rowkey_dictionary *dictionary); /* NULL is allowed */

/* How many names this process knows, which is the largest id that it knows. */
ROWKEY_API uint64_t rowkey_dictionary_count(const rowkey_dictionary *dictionary);

/* Looks up ids: ids[i] is the id of name i, and 0 for a null. `names` is a text column as rowkey_encode takes
 * it; encode the ids with the same validity. Names without an id get one, in the order of the rows.
 * ROWKEY_ERROR_RANGE, with error->row, for a name that is too long, for a name without an id if the
 * dictionary is read-only, and for a name that would need too large an id: then no new name of this call gets
 * an id. ROWKEY_ERROR_IO if the file cannot be locked, read or written, and ROWKEY_ERROR_MEMORY. `ids` is
 * undefined after an error. Fastest in batches of some hundred rows or more. */
ROWKEY_CHECKED rowkey_status rowkey_dictionary_ids(rowkey_dictionary *dictionary, const rowkey_values *names,
                                                   size_t rows, uint64_t *ids, rowkey_error *error);

/* How many bytes the names of these ids have in all, counting names that this process knows; SIZE_MAX if that
 * is too large for size_t; 0 for NULL. `ids` as in rowkey_dictionary_names. */
ROWKEY_API size_t rowkey_dictionary_names_size(const rowkey_dictionary *dictionary, const rowkey_values *ids,
                                               size_t rows);

/* Looks up names. `ids` is a column of ROWKEY_U64 as rowkey_encode takes it; `names` receives a text column
 * as rowkey_decode writes it, except that names->data may not be NULL. A null gets the empty name, whatever
 * its id: use the names with the same validity. ROWKEY_ERROR_RANGE, with error->row, for an id that no name
 * in the file has; ROWKEY_ERROR_SPACE, with error->row, for the first name that does not fit. The names of
 * the rows before it are then in place. */
ROWKEY_CHECKED rowkey_status rowkey_dictionary_names(rowkey_dictionary *dictionary, const rowkey_values *ids,
                                                     size_t rows, const rowkey_decoded *names,
                                                     rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
