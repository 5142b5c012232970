/* What the options of `rowkey simulate` say. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_SETTINGS_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_SETTINGS_H

#include "commands/simulate/pictures.h"
#include "commands/simulate/placement.h"
#include "keys/key_form.h"
#include "manual/page.h"
#include "settings/input_settings.h"
#include "settings/layout_option.h"
#include "settings/record_settings.h"

enum simulate_form { SIMULATE_TABLE, SIMULATE_JSON, SIMULATE_CSV, SIMULATE_FORMS };

/* Begins as {0}. */
struct simulate_settings {
  struct layout_option *layouts;
  const char **layout_texts; /* as they were given */
  size_t layout_count;
  const char *isa; /* NULL to choose by itself */
  bool quiet;

  /* One of the two. */
  uint64_t regions; /* 0 when not given */
  const char *splits;
  const struct key_form *splits_form;

  uint64_t writers, window, servers; /* 0 when not given */
  struct placement placement;

  const char *source; /* NULL for files */
  uint64_t rows;
  const char *columns;
  struct record_settings records;
  struct input_settings input;

  enum simulate_form output;
  const char *output_file;
  const char *windows_csv;
  const char *pictures;
  enum picture_format picture_format;
};

/* Reads the arguments, which it may reorder and which must live as long as the settings. These are to be
 * freed either way. */
bool simulate_settings_parse(char **arguments, size_t count, struct simulate_settings *settings,
                             struct failure *failure);
void simulate_settings_free(struct simulate_settings *settings);

extern const struct page simulate_page;

#endif
