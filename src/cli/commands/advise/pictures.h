/* Pictures of advice. */
#ifndef ROWKEY_CLI_COMMANDS_ADVISE_PICTURES_H
#define ROWKEY_CLI_COMMANDS_ADVISE_PICTURES_H

#include "commands/advise/load.h"
#include "commands/advise/report.h"

/* Draws into the folder of --pictures the designs by their costs, and where rows go over time with the
 * recommended one and with the bare key. Nothing where no design can be taken. */
bool advise_draw(const struct advise_report *report, const struct design_load *loads,
                 struct failure *failure);

#endif
