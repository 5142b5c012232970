/* What a word of a command line may become: the answer to shells, whose scripts ask for it at each
 * completion. */
#ifndef ROWKEY_CLI_COMPLETION_CANDIDATES_H
#define ROWKEY_CLI_COMPLETION_CANDIDATES_H

#include "settings/options.h"

/* What --generate prints. */
extern const struct choice generated_choices[];

/* Prints what may stand in place of the last of the words, those of the command line after "rowkey" up to the
 * cursor. The first line says how to go on:
 *   words      complete to one of the following lines, and add a blank
 *   nospace    likewise, without a blank
 *   files      to the name of a file as well
 *   folders    to that of a folder
 * Each other line is a candidate, and after a tab what it is, if that is known. */
void print_candidates(char *const *words, size_t count);

#endif
