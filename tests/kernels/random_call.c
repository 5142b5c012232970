#include "random_call.h"

/* Of half of the inputs values go on where they end. */
void call_at_random(const struct descriptor *kernel, const size_t *rows, const uint64_t *number) {
  enum { INPUT_MAX = 4096 };
  static uint8_t bytes[INPUT_MAX];
  const size_t size = 1 + (size_t)random_below(random_below(2) == 0 ? INPUT_MAX : 64);
  random_bytes(bytes, size);
  struct fuzz_input input = fuzz_begin(bytes, size);
  struct call call = {0};
  call_pick(families, &call, &input);
  input.rows = rows;
  input.may_be_many = random_below(4) == 0;
  if (number != NULL) call.number = *number;
  kernel->choose(&call, &input);
  call_check(kernel, &call);
}
