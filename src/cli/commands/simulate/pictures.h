/* Pictures of how rows fall on the regions. */
#ifndef ROWKEY_CLI_COMMANDS_SIMULATE_PICTURES_H
#define ROWKEY_CLI_COMMANDS_SIMULATE_PICTURES_H

#include "commands/simulate/simulate.h"
#include "report/picture.h"

struct picture_settings {
  const char *directory; /* made when it is not there */
  enum picture_format format;
  struct simulation simulation;
};

/* Draws `count` >= 1 layouts side by side. */
bool simulate_draw(const struct picture_settings *settings, const struct simulated *layouts, size_t count,
                   struct failure *failure);

#endif
