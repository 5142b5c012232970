#include "commands/simulate/placement.h"

#include <inttypes.h>
#include <rowkey/load.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "settings/readers.h"
#include "text/buffer.h"

static const struct choice choices[] = {
    {"round-robin", "", "region r, from 0, on server r modulo S"},
    {"shuffle", "[:SEED]", "at random, which is nearer to what a cluster does"},
    {NULL, NULL, NULL},
};

static bool read_placement(const struct option *option, const char *text, void *target,
                           struct failure *failure) {
  struct placement *placement = target;
  const char *const shuffle = choices[PLACEMENT_SHUFFLE].name;
  const size_t length = strlen(shuffle);
  (void)option;
  if (strcmp(text, choices[PLACEMENT_ROUND_ROBIN].name) == 0) return true;
  if (strncmp(text, shuffle, length) == 0 && (text[length] == 0 || text[length] == ':')) {
    placement->kind = PLACEMENT_SHUFFLE;
    return text[length] == 0 ||
           read_number("--placement shuffle:", text + length + 1, 0, UINT64_MAX, &placement->seed, failure);
  }
  placement->kind = PLACEMENT_FILE;
  placement->file = text;
  return true;
}

static struct choice placement_choice(const struct option *option, size_t index) {
  (void)option;
  return choices[index];
}

const struct value_reader placement_reader = {
    .read = read_placement, .choice = placement_choice, .offer = OFFER_FILES};

bool placement_open(const struct placement *placement, size_t servers, struct placed_regions *placed,
                    struct failure *failure) {
  placed->servers = servers;
  if (placement->kind != PLACEMENT_FILE) return true;
  if (!split_list_read(placement->file, &key_form_list_regions, &placed->list, failure)) return false;
  struct region_listing *listing = &placed->list.listing;
  char reason[REASON_SIZE];
  placed->servers = listing->servers.count;
  return rowkey_listing_has_servers(listing, reason) ||
         fail_with(failure, TOOL_BAD_DATA, "%s:%zu: %s", placed->list.file, listing->line, reason);
}

/* ---- Placing --------------------------------------------------------------------------------- */

static bool take_servers(struct placed_regions *placed, const rowkey_splits *splits,
                         struct failure *failure) {
  const struct split_list *list = &placed->list;
  if (splits->count != list->splits.count) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --placement: %s has %zu regions, and the simulation %zu (expected the same ones, as from "
        "--splits with --splits-form list_regions)",
        list->file, list->splits.count + 1, splits->count + 1);
  }
  for (size_t i = 0; i < splits->count; i++) {
    const uint8_t *here = split_at(splits, i), *there = split_at(&list->splits, i);
    const size_t here_size = split_size(splits, i), there_size = split_size(&list->splits, i);
    if (rowkey_compare_bytes(here, here_size, there, there_size) == 0) continue;
    char shown[QUOTED_SIZE], other[QUOTED_SIZE];
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --placement: %s:%zu: region %zu begins at %s, and in the simulation at %s (expected the "
        "same regions, as from --splits with --splits-form list_regions)",
        list->file, list->first_line + i, i + 1, rowkey_quoted(shown, there, there_size),
        rowkey_quoted(other, here, here_size));
  }
  for (size_t r = 0; r < placed->regions; r++)
    placed->server_of[r] = (uint32_t)list->listing.regions[r].server;
  return true;
}

bool placement_place(const struct placement *placement, const rowkey_splits *splits,
                     struct placed_regions *placed, struct failure *failure) {
  placed->regions = splits->count + 1;
  free(placed->server_of);
  placed->server_of = calloc(placed->regions, sizeof *placed->server_of);
  if (placed->server_of == NULL) return fail_memory(failure);
  if (placement->kind == PLACEMENT_FILE) return take_servers(placed, splits, failure);
  const uint64_t *seed = placement->kind == PLACEMENT_SHUFFLE ? &placement->seed : NULL;
  certain(rowkey_place_regions(placed->regions, placed->servers, seed, placed->server_of, NULL));
  return true;
}

void placement_free(struct placed_regions *placed) {
  free(placed->server_of);
  split_list_free(&placed->list);
}

/* ---- In reports ------------------------------------------------------------------------------ */

const char *placement_name(const struct placed_regions *placed, size_t server, size_t *size) {
  const struct string_list *names = &placed->list.listing.servers;
  if (server >= names->count) return NULL;
  *size = string_size(names, server);
  return (const char *)string_at(names, server);
}

const char *placement_describe(const struct placement *placement, const struct placed_regions *placed,
                               char *out, size_t size) {
  switch (placement->kind) {
    case PLACEMENT_SHUFFLE:
      snprintf(out, size, "regions dealt out at random, seed %" PRIu64, placement->seed);
      break;
    case PLACEMENT_FILE:
      snprintf(out, size, "as in %s", placed->list.file);
      break;
    default:
      snprintf(out, size, "region r on server r modulo %zu", placed->servers);
  }
  return out;
}
