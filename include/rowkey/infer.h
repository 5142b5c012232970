/* Inference: the layout that keys of an unknown table may have. Experimental.
 *
 *     rowkey_inference *found = rowkey_infer(&keys, &error);
 *     if (found != NULL && found->layout != NULL)
 *       printf("%s makes %zu of %zu keys\n", found->layout, found->decoded, found->keys);
 *     rowkey_inference_free(found);
 *
 * Keys do not tell what they were made from. What is found is a layout that makes them; several may.
 */
#ifndef ROWKEY_INFER_H
#define ROWKEY_INFER_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/infer.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/keys.h>
#include <rowkey/layout.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What speaks for an inferred layout. */
typedef enum rowkey_confidence {
  ROWKEY_CONFIDENCE_NONE = 0,   /* no layout was found */
  ROWKEY_CONFIDENCE_WIDTH = 1,  /* it only says how long keys are: any bytes are such keys */
  ROWKEY_CONFIDENCE_SHAPE = 2,  /* digits, delimiters, padding or times stand where it says; other layouts put
                                   them there as well */
  ROWKEY_CONFIDENCE_CHECKED = 3 /* it computes a part of a key from the rest: of keys put together from the
                                   parts of others few agree with it */
} rowkey_confidence;

/* A part of the template. */
typedef struct rowkey_inferred_field {
  size_t source_offset, source_length; /* in `layout`, braces included */
  const char *text;                    /* what its bytes look like, and what cannot be told */
  uint64_t reserved[2];
} rowkey_inferred_field;

/* The result. Free it with rowkey_inference_free; all that it points to belongs to it. */
typedef struct rowkey_inference {
  const char *layout; /* the template; NULL where no layout makes nine of ten keys */
  const char *name;   /* of the named layout that it is, with its parameters: "@gbif(modulus=100)"; or NULL */
  const rowkey_column *columns; /* the schema, to compile the template with */
  size_t column_count;
  const char *column_list; /* the same as the tool's option --columns takes it */
  size_t keys, decoded;    /* how many were looked at, and how many of them the layout makes */
  rowkey_confidence confidence;
  double chance; /* what part of keys put together from two others the layout makes; 1 where nothing is
                    computed */
  const rowkey_inferred_field *fields; /* in the order of the template; none of a named layout */
  size_t field_count;
  uint64_t reserved[4];
} rowkey_inference;

/* Looks at keys, best a sample of some thousands in any order; up to 2^17 of them count, evenly chosen. Tries
 * the named layouts, then cuts keys into fields: literal text, numbers in decimal, hex and big-endian bytes,
 * text that is padded or delimited, hashes; finds numbers that are times from 2000 to 2099; and tells of each
 * field whether a hash or a remainder of others makes it. A few keys of another table or layout do no harm.
 * ROWKEY_ERROR_RANGE when there are no keys, ROWKEY_ERROR_ARGUMENT for keys that cannot lie where they are
 * said to be. NULL and `error` on failure. */
ROWKEY_CHECKED rowkey_inference *rowkey_infer(const rowkey_keys *keys, rowkey_error *error);
ROWKEY_API void rowkey_inference_free(rowkey_inference *inference); /* NULL is allowed */

#ifdef __cplusplus
}
#endif

#endif
