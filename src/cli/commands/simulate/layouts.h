/* The layouts of a simulation: how keys are made and which regions these belong to. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_LAYOUTS_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_LAYOUTS_H

#include <rowkey/encode.h>
#include <rowkey/load.h>
#include <rowkey/route.h>

#include "commands/simulate/settings.h"
#include "keys/row_encoder.h"
#include "keys/split_list.h"
#include "sources/source.h"

enum { MOST_PLACEMENTS = 8 }; /* of regions on servers */

struct simulated_layout {
  const struct layout_option *option;
  rowkey_layout *layout;
  struct row_encoder encoder;
  rowkey_splits *own_splits;   /* NULL where they are those of --splits */
  const rowkey_splits *splits; /* NULL as long as they are not known */
  uint64_t sample_rows; /* the first ones, whose keys give the splits; 0: as the layout says, or all rows */
  rowkey_router *router;
  rowkey_load *load;
  rowkey_load *server_loads[MOST_PLACEMENTS]; /* NULLs without --servers */
  uint32_t *waiting; /* of each writer, the regions of rows that are encoded but not counted yet */
};

/* Begins as {0}. */
struct simulated_layouts {
  struct simulated_layout *items;
  size_t count;
  struct split_list list; /* of --splits */
  struct buffer bytes;    /* of keys of one layout at a time … */
  rowkey_keys keys;       /* … which are these */
};

/* Compiles the layouts for the columns of the source, as an array that the caller frees in *layouts. */
bool layouts_compile(struct simulated_layouts *all, const struct simulate_settings *settings,
                     const struct source *source, const rowkey_layout ***layouts, struct failure *failure);

/* Finds the split points of all layouts; where they come from a sample, by reading the source once. */
bool layouts_split(struct simulated_layouts *all, const struct simulate_settings *settings,
                   struct source *source, struct failure *failure);

/* Encodes the rows, at most BATCH_ROWS, as all->keys. */
bool layouts_encode(struct simulated_layouts *all, size_t index, const struct source *source,
                    const struct source_rows *rows, struct failure *failure);

void layouts_free(struct simulated_layouts *all);

#endif
