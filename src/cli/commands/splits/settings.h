/* What the options of `rowkey splits` say. */
#ifndef ROWKEY_CLI_COMMANDS_SPLITS_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_SPLITS_SETTINGS_H

#include "keys/key_form.h"
#include "keys/key_stream.h"
#include "manual/page.h"

enum splits_task {
  SPLITS_MAKE, /* points for --regions */
  SPLITS_ADD,  /* --add points to the list */
  SPLITS_CHECK /* look at the list */
};

struct splits_settings {
  enum splits_task task;
  size_t count;                       /* of regions, or of points to add */
  const char *algorithm;              /* NULL: a layout or a sample makes the points */
  bool has_layout;                    /* which is stream.filter.settings.layout */
  bool has_sample;                    /* the stream */
  const char *list;                   /* the file of --splits or --check */
  const struct key_form *list_form;   /* of its points */
  const struct key_form *output_form; /* of those written; NULL for commands of HBase's shell … */
  const char *table, *family;         /* … on this table, a new one with this column family */
  bool json;
};

/* Reads the arguments, which it may reorder and which must live as long as the settings. With a sample the
 * stream is ready to run but for its functions; else its filter's settings tell the layout, the columns, the
 * instruction set, the output file and `quiet`. */
bool splits_settings_parse(char **arguments, size_t count, struct splits_settings *settings,
                           struct key_stream *stream, struct failure *failure);

extern const struct page splits_page;

#endif
