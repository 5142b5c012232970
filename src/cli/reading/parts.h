/* What writers read: whole files, or contiguous parts of them that end where records end. */
#ifndef ROWKEY_CLI_READING_PARTS_H
#define ROWKEY_CLI_READING_PARTS_H

#include "reading/input.h"

/* Bytes begin … end - 1 of a file; end 0 for the file's own end. */
struct part {
  char *file;
  uint64_t begin, end;
};

/* Begins as {0}. */
struct part_list {
  struct part *items;
  size_t count;
};

/* Whole files where `writers` are no more than these; else so many parts, of about equal bytes: where a
 * file's records have n bytes and it gets p parts, part i = 0 … p - 1 ends with the last record that ends at
 * or before byte (i + 1) n / p of them. False and `failure` when a file cannot be
 * cut, as it cannot be read twice. The list is to be freed either way. */
bool parts_list(struct part_list *parts, struct input *input, size_t writers, struct failure *failure);
void parts_free(struct part_list *parts);

#endif
