/* Inference: a layout that makes the keys of an unknown table. Experimental.
 *
 *     rowkey_inference *found = rowkey_infer(&keys, NULL, &error);
 *     if (found != NULL && found->layout != NULL)
 *       printf("%s makes %zu of %zu keys\n", found->layout, found->decoded, found->keys);
 *     rowkey_inference_free(found);
 *
 * Keys do not say what they were made from. Inference finds one layout that makes them; several may exist.
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

/* How strong the evidence for an inferred layout is. */
typedef enum rowkey_confidence {
  ROWKEY_CONFIDENCE_NONE = 0,   /* no layout was found */
  ROWKEY_CONFIDENCE_WIDTH = 1,  /* the layout only states the length of keys: any bytes of that length fit */
  ROWKEY_CONFIDENCE_SHAPE = 2,  /* digits, delimiters, padding or times stand where the layout has them; other
                                   layouts may have them there as well */
  ROWKEY_CONFIDENCE_CHECKED = 3 /* the layout computes a part of each key from the rest; few keys put together
                                   from parts of other keys would pass that check */
} rowkey_confidence;

/* A part of the inferred template. */
typedef struct rowkey_inferred_field {
  size_t source_offset, source_length; /* in `layout`, braces included */
  const char *text;                    /* what its bytes look like, and what remains unknown */
  double chance; /* how likely bytes at random are to look like that in all keys: 1 of what any bytes fit. Of
                    a time, how likely one number at random is to be one: the times of a table lie close
                    together, and say it once. */
  uint64_t reserved[1];
} rowkey_inferred_field;

/* The result. Free it with rowkey_inference_free, which also frees all that it points to. */
typedef struct rowkey_inference {
  const char *layout; /* the template; NULL if no layout makes nine of ten keys */
  const char *name;   /* of a named layout that makes all keys: name and parameters, "@gbif(modulus=100)";
                         else NULL */
  const rowkey_column *columns; /* the schema, to compile the template with */
  size_t column_count;
  const char *column_list; /* the schema as text, for the tool's option --columns */
  size_t keys, decoded;    /* how many keys were examined, and how many of them the layout makes */
  rowkey_confidence confidence;
  double chance; /* the share of keys, each put together from two others, that the layout makes; 1 if it
                    computes nothing */
  const rowkey_inferred_field *fields; /* in the order of the template; none for that of a named layout */
  size_t field_count;
  uint64_t reserved[4];
} rowkey_inference;

/* Infers a layout from keys, best from a sample of some thousand keys in any order. Of more than 2^17 keys it
 * examines 2^17, evenly spaced. It cuts keys into fields: literal text, numbers in decimal, hex and
 * big-endian bytes, text that is padded or delimited, hashes. What can be text, in UTF-8 or Latin-1, is text.
 * Numbers are times where nearly all lie between 2000 and May 2033, within 24 years, in a field that is wide
 * enough for all times between, and whose bytes are not like those of text or of addresses. It finds for each
 * field whether it is a hash or a remainder of others, and whether a named layout that computes a part of the
 * key makes the keys. A few keys of another table or layout do no harm.
 *
 * `not_times` overrules it: names of columns, with commas between, that are times without it, such as
 * "ts,ts2"; they become numbers. NULL for none.
 *
 * Returns NULL and fills `error` on failure: ROWKEY_ERROR_RANGE if there are no keys, ROWKEY_ERROR_ARGUMENT
 * for keys whose offsets or lengths cannot be right, ROWKEY_ERROR_TYPE for a name of not_times that is not an
 * inferred time. */
ROWKEY_CHECKED rowkey_inference *rowkey_infer(const rowkey_keys *keys, const char *not_times,
                                              rowkey_error *error);
ROWKEY_API void rowkey_inference_free(rowkey_inference *inference); /* NULL is allowed */

#ifdef __cplusplus
}
#endif

#endif
