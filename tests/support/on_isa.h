/* Objects made on an instruction set of choice: they keep the one that is in use when they are made. */
#ifndef ROWKEY_TESTS_ON_ISA_H
#define ROWKEY_TESTS_ON_ISA_H

#include <rowkey/cpu.h>
#include <stdlib.h>

static inline const char *begin_isa(const char *name) {
  const char *before = rowkey_isa_selected();
  if (name != NULL && rowkey_isa_select(name, NULL) != ROWKEY_OK) abort();
  return before;
}

static inline const char *end_isa(const char *before) {
  if (rowkey_isa_select(before, NULL) != ROWKEY_OK) abort();
  return NULL;
}

/* Runs one statement on instruction set `name`, NULL for the one in use:
 *   ON_ISA(name) encoder = rowkey_encoder_create(layout, seed, &error); */
#define ON_ISA(name) \
  for (const char *isa_before = begin_isa(name); isa_before != NULL; isa_before = end_isa(isa_before))

#endif
