/* Dictionaries: names to dense ids and back, kept in a file that grows. OpenTSDB's UIDs and HBase's numeric
 * substitution are such. Experimental. On POSIX systems only.
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
 * A layout sees the ids, a column of ROWKEY_U64: {metric:u24}{ts:u32}. Ids begin at 1 and are given in order
 * of appearance, without gaps, whichever process asks: the same file gives the same name the same id for
 * ever, and no two names one. They are what an OpenTSDB that met the names in this order assigns, in the
 * width that the layout writes.
 *
 * An id is given out once the file holds it durably: records are written after those that are committed, and
 * synchronised; then a header says how far the committed ones reach, and is synchronised. What a crash leaves
 * after that is not read, and the next writer writes over it. Each record has a checksum (CRC32C); a
 * committed record that does not match is an error that names its byte, and the dictionary does not open.
 *
 * Several processes may use one file at once. Whoever assigns ids locks it (flock), reads what others have
 * added, and adds the names that are still new. Lookups of known names lock nothing. The file has to be on a
 * local file system: network file systems do not all lock.
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

/* The longest name in bytes. Any bytes make a name, none as well. */
#define ROWKEY_DICTIONARY_NAME_MAX 65535

/* Of rowkey_dictionary_open. All 0 is what it does without any. */
typedef struct rowkey_dictionary_options {
  bool read_only;      /* the file must be there; a name without an id is an error of its row */
  uint64_t largest_id; /* a name that would need a larger one is an error of its row; 0: 2^32 - 1, the most */
  uint64_t reserved[4]; /* must be 0 */
} rowkey_dictionary_options;

/* A dictionary in memory, and its file. Any number of threads may use it at the same time. */
typedef struct rowkey_dictionary rowkey_dictionary;

/* Opens the file, or makes an empty one unless it is only read. The options may be NULL: all 0. NULL and
 * `error` when that fails: ROWKEY_ERROR_IO when a call of the system does, or what the file holds is damaged
 * or is no dictionary. It takes about 55 bytes of memory for a name of 16. */
ROWKEY_CHECKED rowkey_dictionary *rowkey_dictionary_open(const char *path,
                                                         const rowkey_dictionary_options *options,
                                                         rowkey_error *error);
ROWKEY_API void rowkey_dictionary_free(rowkey_dictionary *dictionary); /* NULL is allowed */

/* How many names there are, which is the largest id given so far: as far as this process knows. */
ROWKEY_API uint64_t rowkey_dictionary_count(const rowkey_dictionary *dictionary);

/* ids[i] = the id of name i, a text column as rowkey_encode takes it, and 0 of a null: give the ids to
 * encoders with the same validity. Names without an id get one, in the order of the rows. ROWKEY_ERROR_RANGE,
 * with error->row, for a name that is too long, one without an id where the dictionary is only read, and one
 * that would need too large an id: then no id of this call's new names is given. ROWKEY_ERROR_IO when the
 * file cannot be locked, read or written, and ROWKEY_ERROR_MEMORY. `ids` is undefined after an error. Fastest
 * in batches of some hundred rows and more. */
ROWKEY_CHECKED rowkey_status rowkey_dictionary_ids(rowkey_dictionary *dictionary, const rowkey_values *names,
                                                   size_t rows, uint64_t *ids, rowkey_error *error);

/* How many bytes the names of these ids have together, those that this process knows; SIZE_MAX when that is
 * more than size_t can hold; 0 for NULL. `ids` as below. */
ROWKEY_API size_t rowkey_dictionary_names_size(const rowkey_dictionary *dictionary, const rowkey_values *ids,
                                               size_t rows);

/* The names of ids, a column of ROWKEY_U64 as rowkey_encode takes it, as rowkey_decode writes a text column:
 * names->data may not be NULL here. A null has the empty name, whatever its id: give the names on with the
 * same validity. ROWKEY_ERROR_RANGE, with error->row, for an id that no name has, in the file either;
 * ROWKEY_ERROR_SPACE, with error->row, for the first name that has no room. The names of the rows before it
 * are then in place. */
ROWKEY_CHECKED rowkey_status rowkey_dictionary_names(rowkey_dictionary *dictionary, const rowkey_values *ids,
                                                     size_t rows, const rowkey_decoded *names,
                                                     rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
