#include "records/kind.h"

#include <string.h>

#include "settings/options.h"

static const struct record_kind *const kinds[] = {
#define RECORD_KIND(name) &record_kind_##name,
#include "records/kinds.def"
#undef RECORD_KIND
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

bool record_kind_parse(const char *text, const struct record_kind **kind, struct failure *failure) {
  const char *names[KINDS];
  size_t found = 0;
  for (size_t i = 0; i < KINDS; i++) names[i] = kinds[i]->name;
#ifndef ROWKEY_HAS_JSONL
  if (text != NULL && strcmp(text, "jsonl") == 0) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --input: this rowkey is built without simdjson, which jsonl needs (jq -r '[.id, .name] | @csv' "
        "makes csv of JSON)");
  }
#endif
  if (!parse_option_name("--input", text, names, KINDS, &found, failure)) return false;
  if (text != NULL || *kind == NULL) *kind = kinds[found];
  return true;
}
