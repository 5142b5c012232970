/* A bound for what an inference costs a fuzzer: it tries thousands of layouts, nearly all in vain. With
 * few_candidates.c each input tries a few of them, others with another choice. */
#ifndef ROWKEY_FUZZ_FEW_CANDIDATES_H
#define ROWKEY_FUZZ_FEW_CANDIDATES_H

#include <stdint.h>

void choose_candidates(uint64_t choice);

#endif
