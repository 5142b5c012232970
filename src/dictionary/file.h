/* What a dictionary asks of the system for its file. Every function sets errno when it fails. */
#ifndef ROWKEY_DICTIONARY_FILE_H
#define ROWKEY_DICTIONARY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum file_use { FILE_READ, FILE_GROW, FILE_MAKE }; /* which makes the file if need be */

struct file_identity {
  bool is_regular;
  uint64_t device, number;
};

/* Opens a file, which no child of this process inherits. Returns a descriptor, or -1. */
int rowkey_file_open(const char *path, enum file_use use);

/* Waits until no other process, and no other descriptor of this one, has the file locked. */
bool rowkey_file_lock(int file);

/* Unlocks the file, and closes it. */
void rowkey_file_close(int file);

bool rowkey_file_identify(int file, struct file_identity *identity);

/* Reads `size` bytes, fewer only where the file ends. Returns how many, or -1. */
ptrdiff_t rowkey_file_read(int file, uint8_t *bytes, size_t size, uint64_t at);
bool rowkey_file_write(int file, const uint8_t *bytes, size_t size, uint64_t at);

/* Writes to the disk what was written to the file. */
bool rowkey_file_synchronise(int file);

/* Writes to the disk that the folder has the file. */
bool rowkey_file_synchronise_folder(const char *path);

#endif
