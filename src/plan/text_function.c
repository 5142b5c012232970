#include "plan/text_function.h"

#include "plan/text_rows.h"

struct text_growth rowkey_text_growth(const struct text_call *call) {
  return call->function->growth == NULL ? text_never_grows(call) : call->function->growth(call);
}

uint64_t rowkey_text_call_most(const struct text_call *call, uint64_t size) {
  return most_of_growth(rowkey_text_growth(call), size);
}

static uint64_t least_of(const struct text_call *call, uint64_t size) {
  return call->function->least == NULL ? rowkey_text_call_most(call, size)
                                       : call->function->least(call, size);
}

struct text_sizes rowkey_text_call_sizes(const struct text_call *call, struct text_sizes text) {
  const uint64_t most = text.most == UINT64_MAX ? text.most : text.most - lesser_u64(text.most, call->from);
  return (struct text_sizes){least_of(call, text.least - lesser_u64(text.least, call->from)),
                             rowkey_text_call_most(call, most)};
}

uint64_t rowkey_text_call_width(const struct text_call *call, uint64_t width) {
  const struct text_sizes sizes =
      rowkey_text_call_sizes(call, (struct text_sizes){width, width == 0 ? UINT64_MAX : width});
  return !call->function->varies && sizes.least == sizes.most ? sizes.least : 0;
}
