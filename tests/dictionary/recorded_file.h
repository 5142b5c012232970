/* What a program writes and synchronises, in order, by the linker's --wrap: it is done, and recorded as well.
 */
#ifndef ROWKEY_TESTS_RECORDED_FILE_H
#define ROWKEY_TESTS_RECORDED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file_operation {
  bool is_write; /* else everything before it is durable from here on */
  uint64_t at;
  size_t size;
  uint8_t *bytes;
};

enum { OPERATIONS_MAX = 1000 };

struct recording {
  size_t count;
  struct file_operation operations[OPERATIONS_MAX];
};

/* NULL while nothing is recorded. */
extern struct recording *recording;

/* Folders are no part of a recording: how many times one was synchronised, and whether that fails. */
extern size_t folders_synchronised;
extern bool folders_fail;

/* The errno with which a file cannot be synchronised; 0 where it can. */
extern int files_fail;

#endif
