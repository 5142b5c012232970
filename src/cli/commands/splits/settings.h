/* What the options of `rowkey splits` say. */
#ifndef ROWKEY_CLI_COMMANDS_SPLITS_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_SPLITS_SETTINGS_H

#include "filter/common.h"
#include "keys/key_form.h"
#include "reading/record_settings.h"

enum splits_task {
  SPLITS_MAKE, /* points for --regions */
  SPLITS_ADD,  /* --add points to the list */
  SPLITS_CHECK /* look at the list */
};

struct splits_settings {
  struct common_settings common;
  struct record_settings records; /* of the sample */
  enum splits_task task;
  uint64_t count;        /* of regions, or of points to add */
  const char *algorithm; /* NULL: a layout or a sample makes the points */
  struct texts where;    /* the conditions on the keys that the points divide; none: all keys */
  bool has_sample;
  uint64_t sample_rows;               /* so many keys of it count, the first ones; 0: all */
  const char *checked, *extended;     /* the files of --check and --splits */
  const char *list;                   /* that of the two which is given */
  const struct key_form *list_form;   /* of its points */
  const struct key_form *output_form; /* of those written; NULL for commands of HBase's shell … */
  const char *table, *family;         /* … on this table, a new one with this column family */
  bool json;
};

/* Whether a layout was given; of a sample without one the lines are the keys. */
static inline bool has_layout(const struct splits_settings *settings) {
  return settings->common.layout.given != NULL;
}

/* Reads the arguments, which it may reorder and which must live as long as the settings, which begin as {0}.
 */
bool splits_settings_read(char **arguments, size_t count, struct splits_settings *settings,
                          struct failure *failure);

extern const struct page splits_page;

#endif
