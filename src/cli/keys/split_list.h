/* Lists of split points in files, one point a line: how they are read and written. */
#ifndef ROWKEY_CLI_KEYS_SPLIT_LIST_H
#define ROWKEY_CLI_KEYS_SPLIT_LIST_H

#include <rowkey/splits.h>

#include "base/message.h"
#include "io/writer.h"
#include "keys/key_form.h"
#include "text/region_listing.h"
#include "text/strings.h"

/* Begins as {0}. Point i stands in line first_line + i. */
struct split_list {
  rowkey_splits splits; /* a view of the points, valid until split_list_free */
  const char *file;     /* its name for messages */
  size_t first_line;
  struct string_list points;
  struct region_listing listing; /* what a list_regions says of the regions; of other forms without regions */
};

/* Reads the points in `file`, "-" being standard input: each greater than the one before it, none empty. A
 * file without a byte is the list of a single region. False and `failure`, with the file, the line, the value
 * and what was expected, when it holds anything else. The list is to be freed either way. */
bool split_list_read(const char *file, const struct key_form *form, struct split_list *list,
                     struct failure *failure);

/* As split_list_read, but the points may come in any order and more than once. */
bool split_list_read_unordered(const char *file, const struct key_form *form, struct split_list *list,
                               struct failure *failure);

void split_list_free(struct split_list *list);

/* Writes the points in any form. False and `failure` also when a point cannot be written so that it is read
 * back: text with a newline in it. */
bool split_list_write(const rowkey_splits *splits, const struct key_form *form, struct writer *writer,
                      struct failure *failure);

#endif
