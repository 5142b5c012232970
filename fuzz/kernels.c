/* The fuzzer of a family of kernels: an input decides which one is called, and with what. */
#include "tests/descriptors/call.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  struct call call = {0};
  const size_t kernel = call_pick(families, &call, &input);
  families->kernels[kernel].choose(&call, &input);
  call_check(&families->kernels[kernel], &call);
  return 0;
}
