/* Which server serves which region: the option --placement of `rowkey simulate`. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_PLACEMENT_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_PLACEMENT_H

#include "keys/split_list.h"
#include "settings/options.h"

enum placement_kind { PLACEMENT_ROUND_ROBIN, PLACEMENT_SHUFFLE, PLACEMENT_FILE };

/* What the option says. Begins as {0}: round robin. */
struct placement {
  enum placement_kind kind;
  uint64_t seed;    /* of a shuffle */
  const char *file; /* what list_regions has printed; NULL for the other kinds */
};

/* Reads round-robin, shuffle, shuffle:SEED, or a file. */
extern const struct value_reader placement_reader;

/* The servers of a run. Begins as {0}. */
struct placed_regions {
  size_t servers;
  size_t regions;
  uint32_t *server_of;    /* each region: 0 … servers - 1 */
  struct split_list list; /* of PLACEMENT_FILE, whose listing has the servers' names */
};

/* Reads the file, if there is one, and counts its servers; else there are `servers`. */
bool placement_open(const struct placement *placement, size_t servers, struct placed_regions *placed,
                    struct failure *failure);

/* Places the regions between these split points. A file's have to be the same. */
bool placement_place(const struct placement *placement, const rowkey_splits *splits,
                     struct placed_regions *placed, struct failure *failure);

void placement_free(struct placed_regions *placed);

/* The name of a server in the file; NULL without one. */
const char *placement_name(const struct placed_regions *placed, size_t server, size_t *size);

/* What is assumed, for a report: "region r on server r modulo 3". Returns `out`. */
const char *placement_describe(const struct placement *placement, const struct placed_regions *placed,
                               char *out, size_t size);

#endif
