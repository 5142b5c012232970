/* What the options of `rowkey simulate` say. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_SETTINGS_H

#include "commands/simulate/placement.h"
#include "filter/common.h"
#include "keys/key_form.h"
#include "reading/record_settings.h"
#include "report/picture.h"

enum simulate_form { SIMULATE_TABLE, SIMULATE_JSON, SIMULATE_CSV, SIMULATE_FORMS };

struct simulate_settings {
  struct common_settings common; /* but for its layout */
  struct texts given_layouts;
  struct layout_option *layouts; /* what they say */
  size_t layout_count;

  /* One of the two. */
  uint64_t regions; /* 0 when not given */
  const char *splits;
  const struct key_form *splits_form;
  uint64_t sample_rows; /* whose keys give the split points; 0: the layouts do */

  uint64_t writers, window, servers; /* 0 when not given */
  struct placement placement;

  const char *source; /* NULL for files */
  uint64_t rows;
  struct record_settings records;

  enum simulate_form output;
  const char *windows_csv;
  const char *pictures;
  enum picture_format picture_format;
};

/* Reads the arguments, which it may reorder and which must live as long as the settings, which begin as {0}
 * and are to be freed either way. */
bool simulate_settings_read(char **arguments, size_t count, struct simulate_settings *settings,
                            struct failure *failure);
void simulate_settings_free(struct simulate_settings *settings);

extern const struct page simulate_page;

#endif
