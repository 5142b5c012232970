/* Rising 64-bit words prepared for searching: how many are not greater than a given one.
 *
 * The first bytes of a word lead to its bucket. At each place the 256 values of a byte fall into classes:
 * each value that some word has is a class of its own, and all values between two such values are another
 * class. The classes of the bytes, as digits of a number, are the bucket; it rises with the word. A table
 * then says how many words lie in the buckets before, and a binary search over at most as many words as the
 * fullest bucket holds does the rest.
 */
#ifndef ROWKEY_SEARCH_WORDS_H
#define ROWKEY_SEARCH_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEARCH_WORD = 8 }; /* bytes */

struct search_words {
  size_t count;
  unsigned ranked;   /* the bytes of a word that lead to its bucket */
  uint32_t top_step; /* of the search in a bucket: 2^k where none holds 2^(k+1) words */
  /* ranks[i][byte]: what byte i of a word adds to the number of the bucket, its class times a weight */
  const uint32_t (*ranks)[256];
  uint32_t *buckets; /* the words in the buckets before */
  /* From words[1] on; UINT64_MAX stands in words[0] and in 2*top_step places after the last one. */
  uint64_t *words;
};

/* Words are copied. Ranks and buckets are at most `most` numbers, but at least one. False without memory; to
 * be freed either way. */
bool rowkey_words_create(struct search_words *index, const uint64_t *words, size_t count, size_t most);
void rowkey_words_free(struct search_words *index);

#endif
