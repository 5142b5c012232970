/* What a simulation has counted, in the members of the tool's JSON. */
#include "load.h"

#include "answer.h"

void answer_load(const char *name, const rowkey_load_report *report) {
  answer_open(name, '{');
#define OPEN(member) answer_open(member, '{');
#define CLOSE answer_close('}');
#define COUNT(member, value) answer_size(member, value);
#define MEASURE(member, value) answer_double(member, value);
#include "load_members.def"
  answer_open("rows", '[');
  for (size_t region = 0; region < report->regions; region++) answer_size(NULL, report->counts[region]);
  answer_close(']');
  answer_close('}');
}
