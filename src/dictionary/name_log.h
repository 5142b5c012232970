/* The file of a dictionary: an append-only log of names with a header that says how much of it counts.
 *
 * The first 4096 bytes are the header: a line of text that names the format, then two commits, at bytes 512
 * and 1024, each in a sector of its own. The newer one that is whole counts: it says how many names there are
 * and where their records end. Records begin at byte 4096, one after the other, in the order of their ids.
 * All numbers are little-endian.
 *
 *   commit: u64 sequence, u64 end of the records, u64 names, u32 CRC32C of these 24 bytes
 *   record: u32 CRC32C of all that follows, u32 length of the name, u32 id, the name
 *
 * Every use of the file holds its lock, and synchronises before it believes a commit: another process may
 * have died between writing that and synchronising it. The lock excludes threads of one process as well, as
 * each use opens the file anew. */
#ifndef ROWKEY_DICTIONARY_NAME_LOG_H
#define ROWKEY_DICTIONARY_NAME_LOG_H

#include <rowkey/error.h>

#include "dictionary/name_table.h"

struct name_log {
  char *path;
  bool read_only;
  uint64_t device, inode; /* of the file that was opened first */
  uint64_t sequence;      /* of the commit that was read last */
  uint64_t end;           /* after the last record that is in the table */
};

/* Opens and locks the file, which is made if need be, and adds to the table what it does not know yet.
 * Returns the descriptor, or -1 after an error. Calls with one table exclude each other, in all threads. */
int rowkey_log_begin(struct name_log *log, struct name_table *table, rowkey_error *error);

/* Appends the names of `added`, which then belong to the table as well. */
rowkey_status rowkey_log_append(struct name_log *log, int file, const struct name_table *added,
                                struct name_table *table, rowkey_error *error);

/* Unlocks the file. */
void rowkey_log_end(int file);

#endif
