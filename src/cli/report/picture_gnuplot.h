/* Pictures by gnuplot, which runs as a process of its own. */
#ifndef ROWKEY_CLI_REPORT_PICTURE_GNUPLOT_H
#define ROWKEY_CLI_REPORT_PICTURE_GNUPLOT_H

#include <stdio.h>

#include "io/writer.h"

/* Whether there is a gnuplot that runs. TOOL_IO_ERROR when not, with what to install. */
bool gnuplot_is_there(struct failure *failure);

/* Runs gnuplot on all that was written to `script`, a file of tmpfile(), and copies what it prints to the
 * output. TOOL_IO_ERROR when the script could not be written or gnuplot found a mistake in it. */
bool gnuplot_draw(FILE *script, struct writer *writer, struct failure *failure);

#endif
