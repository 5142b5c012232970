/* Kernels as tests/descriptors describes them, and who does the same work elsewhere. */
#ifndef ROWKEY_BENCH_KERNELS_H
#define ROWKEY_BENCH_KERNELS_H

#include "shape.h"
#include "tests/descriptors/call.h"

/* A shape of a kernel: each family of peers finds the input here, and writes where the kernel does. */
struct kernel_shape {
  struct shape shape;
  const struct descriptor *kernel;
  const struct timed *timed;
  struct call call;
  struct bench bench;
  size_t working_set; /* 0, or bytes of input and output together, of as many rows as they hold */
};

static inline struct call *call_of(struct shape *shape) { return &((struct kernel_shape *)shape)->call; }

/* The shape of the row that tests/descriptors has by this name and number, under a name of its own. */
struct kernel_shape *kernel_shape_create(const char *row, uint64_t number, const char *name);

/* Its implementation by the kernels of the table `with`. */
bench_run run_kernel;

/* An implementation of the shapes whose name begins like this, if `suits` is NULL or says so of the call,
 * which has no input then; or several of them, which `add` adds. */
struct peer {
  const char *shapes, *name;
  bench_run *run;
  bool (*suits)(const struct call *call);
  void (*add)(struct shape *shape, bench_run *run);
};
#define PEER(shapes, name, run) {shapes, name, run, NULL, NULL}

/* Each family has peers_of_FAMILY, up to one without a name. */
#define EACH_PEERS(of) of(bytes) of(dates) of(decimals) of(hashes) of(md5) of(modulo) of(routes) of(strings)
#define DECLARE_PEERS(family) extern const struct peer peers_of_##family[];
EACH_PEERS(DECLARE_PEERS)

#endif
