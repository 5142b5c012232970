/* Single vector instructions: for each instruction set one of every class that it has. */
#ifndef ROWKEY_BENCH_PORTS_H
#define ROWKEY_BENCH_PORTS_H

#include <stddef.h>
#include <stdint.h>

/* A vector of any instruction set, in its first bytes. */
union port_vector {
  uint8_t u8[64];
  uint32_t u32[16];
  uint64_t u64[8];
};

enum {
  PORT_CHAINS =
      12, /* what four ports need at a latency of three; two operands beside them fit 16 registers */
  PORT_ROUNDS = 4096
};

/* x and k are operands; y receives PORT_CHAINS results, and is what stores write to. Loads read x[chain], all
 * else reads x[0]. Bytes of k are below 16, so that they may be indices. */
typedef void port_run(const union port_vector *x, const union port_vector *k, union port_vector *y);

struct port {
  const char *name;
  port_run *run;    /* the instruction, PORT_ROUNDS times for each chain */
  port_run *define; /* the same in plain C, which may take its time */
  /* The same PORT_ROUNDS times in one chain: the first operand is x[0], then the result before. NULL for
   * loads and stores. */
  port_run *wait, *define_wait;
};

struct ports {
  size_t vector_bytes;
  size_t count;
  const struct port *ports;
};

#endif
