/* Where the parts of a JSON text begin, found by simdjson. In C++; the interface is C. */
#ifndef ROWKEY_CLI_RECORDS_JSON_INDEX_H
#define ROWKEY_CLI_RECORDS_JSON_INDEX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One thread's. */
struct json_index;

struct json_index *json_index_create(void); /* NULL without memory */
void json_index_free(struct json_index *index);

enum json_index_result { JSON_INDEX_OK, JSON_INDEX_BAD, JSON_INDEX_MEMORY };

/* Finds where the text's { } [ ] : and , stand and where its strings and other scalars begin, in their order:
 * at places[0 … count), and places[count] is `size`. They are good until the next call. The text is UTF-8,
 * its strings end and hold no control characters: else JSON_INDEX_BAD, and *fault, a static text, follows
 * "the record". Whether parts follow one another as they should, nobody has looked. */
enum json_index_result json_index_find(struct json_index *index, const uint8_t *text, size_t size,
                                       const uint32_t **places, size_t *count, const char **fault);

#ifdef __cplusplus
}
#endif

#endif
