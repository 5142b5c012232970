/* Where each field lies in a key, whatever the lengths of the fields before it. Experimental.
 *
 *     size_t ends[2]; // of {id % 7:01d}{id:04d}
 *     rowkey_decoder *decoder = rowkey_decoder_create(layout, &error);
 *     if (decoder == NULL || rowkey_field_ends(decoder, "00042", 5, ends, 2, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     else
 *       printf("bytes 0 to %d, and %d to %d\n", (int)ends[0], (int)ends[0], (int)ends[1]);
 *     rowkey_decoder_free(decoder);
 */
#ifndef ROWKEY_FIELDS_H
#define ROWKEY_FIELDS_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/fields.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/decode.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the fields of one key of `length` bytes: ends[i] becomes the end of field i of rowkey_explain, which
 * tells what the field is, and where it stands in the template. Field 0 begins at byte 0, every other field
 * where the one before it ends, and the last field ends with the key; a field may be empty. `count` must be
 * the explanation's field_count.
 *
 * Every layout that compiles is accepted, and every key that encoding can make. The key is checked as
 * rowkey_decode checks it: a key that no record can have, such as one cut short or of another layout, is
 * ROWKEY_ERROR_RANGE, with the offset, column and text of rowkey_decode and with row 0. Another `count` is
 * ROWKEY_ERROR_ARGUMENT. After an error `ends` holds what it held before. */
ROWKEY_CHECKED rowkey_status rowkey_field_ends(rowkey_decoder *decoder, const void *key, size_t length,
                                               size_t *ends, size_t count, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
