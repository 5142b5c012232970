/* What the page offers: the designs of known systems. */
#include <rowkey/named.h>

#include "answer.h"

/* Answers with the named layouts. */
bool EXPORT(named_layouts)(void);
bool named_layouts(void) {
  answer_begin('[');
  for (size_t i = 0;; i++) {
    const rowkey_named_layout *named = rowkey_named_layout_at(i);
    if (named == NULL) break;
    answer_open(NULL, '{');
    answer_text("name", named->name);
    answer_text("system", named->system);
    answer_text("columns", named->columns);
    answer_text("record", named->record);
    answer_text("description", named->description);
    answer_close('}');
  }
  return answer_end(']');
}
