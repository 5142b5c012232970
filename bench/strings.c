/* What is done to short strings on their way into keys. Each is measured so that none of it can hide in
 * encode/. */
#include <string.h>

#include "kernels.h"

enum { PREFIX = 4, UNIT = 16 };

/* A prefix of four bytes and the string. */
static void join_memcpy(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  uint64_t *ends = call_out(call, 1);
  uint8_t *to = shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    memcpy(to, call->bytes + i * UNIT, PREFIX);
    memcpy(to + PREFIX, call_text(call, i), call_text_size(call, i));
    to += PREFIX + call_text_size(call, i);
    ends[i] = (uint64_t)(to - shape->output);
  }
}

static void padded_memcpy(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    memset(shape->output + i * call->width, 0, call->width);
    memcpy(shape->output + i * call->width, call_text(call, i), call_text_size(call, i));
  }
}

static void terminated_bytes(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  uint8_t *to = shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const uint8_t *from = call_text(call, i);
    for (size_t at = 0; at < call_text_size(call, i); at++) {
      *to++ = from[at];
      if (from[at] == 0) *to++ = 255;
    }
    *to++ = 0;
    *to++ = 1;
  }
}

static void groups_bytes(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  uint8_t *to = shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const size_t length = call_text_size(call, i);
    for (size_t at = 0; at <= length; at += 8, to += 9) {
      const size_t part = length - at < 8 ? length - at : 8;
      memset(to, 0, 8);
      memcpy(to, call_text(call, i) + at, part);
      to[8] = (uint8_t)(255 - (8 - part));
    }
  }
}

const struct peer peers_of_strings[] = {PEER("join_rows/", "memcpy", join_memcpy),
                                        PEER("padded_text/", "memcpy", padded_memcpy),
                                        PEER("escape_terminated/", "bytes", terminated_bytes),
                                        PEER("escape_groups/", "memcpy", groups_bytes),
                                        {0}};
