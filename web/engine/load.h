/* What a simulation has counted, in the members of the tool's JSON. */
#ifndef ROWKEY_WEB_LOAD_H
#define ROWKEY_WEB_LOAD_H

#include <rowkey/load.h>

/* The load on regions or servers becomes a member of the answer. */
void answer_load(const char *name, const rowkey_load_report *report);

#endif
