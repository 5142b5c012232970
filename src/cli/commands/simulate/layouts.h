/* The layouts of a simulation, and which regions their keys belong to. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_LAYOUTS_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_LAYOUTS_H

#include <rowkey/simulation.h>

#include "commands/simulate/settings.h"
#include "keys/split_list.h"
#include "sources/source.h"

struct simulated_layout {
  const struct layout_option *option;
  rowkey_layout *layout;
  rowkey_splits *own_splits;   /* NULL where they are those of --splits */
  const rowkey_splits *splits; /* NULL as long as they are not known */
  uint64_t sample_rows; /* the first ones, whose keys give the splits; 0: as the layout says, or all rows */
};

/* Begins as {0}. */
struct simulated_layouts {
  struct simulated_layout *items;
  size_t count;
  uint64_t seed;
  struct split_list list;        /* of --splits */
  rowkey_simulation *simulation; /* of all of them; NULL before it is made */
};

/* Compiles the layouts for the columns of the source, as an array that the caller frees in *layouts. */
bool layouts_compile(struct simulated_layouts *all, const struct simulate_settings *settings,
                     const struct source *source, const rowkey_layout ***layouts, struct failure *failure);

/* Finds the split points of all layouts; where they come from a sample, by reading the source once. */
bool layouts_split(struct simulated_layouts *all, const struct simulate_settings *settings,
                   struct source *source, struct failure *failure);

/* The rows as the library takes them. */
rowkey_batch layouts_batch(const struct source *source, const struct source_rows *rows);

/* What it says of rows that were given last: of a bad one, where it is. Returns false. */
bool layouts_fail(const struct source *source, const struct source_rows *rows, const rowkey_error *error,
                  struct failure *failure);

void layouts_free(struct simulated_layouts *all);

#endif
