/* How many of one instruction on whole vectors a second, when none waits for another (ports), and when each
 * waits for the one before (latency): what bounds a kernel that does so many of each, and one that waits. */
#include "ports.h"

#include <string.h>

#include "kernels/kernel_table.h"
#include "shape.h"
#include "vector_isas.h"

struct port_shape {
  struct shape shape;
  port_run *run, *define;
  size_t vector_bytes;
  union port_vector *x, *k;
};

static void fill(struct shape *shape) {
  struct port_shape *port = (struct port_shape *)shape;
  shape->bytes = shape->rows * port->vector_bytes;
  shape->output_size = PORT_CHAINS * sizeof(union port_vector);
  port->x = shape_allocate(shape, PORT_CHAINS * sizeof(*port->x));
  port->k = shape_allocate(shape, sizeof(*port->k));
  for (size_t c = 0; c < PORT_CHAINS; c++)
    for (size_t i = 0; i < 8; i++) port->x[c].u64[i] = bench_random();
  for (size_t i = 0; i < 64; i++) port->k->u8[i] = (uint8_t)(bench_random() % 16);
}

static void run(struct shape *shape, const void *with) {
  const struct port_shape *port = (const struct port_shape *)shape;
  (void)with;
  port->run(port->x, port->k, (union port_vector *)(void *)shape->output);
}

static void define(struct shape *shape, const void *with) {
  const struct port_shape *port = (const struct port_shape *)shape;
  (void)with;
  port->define(port->x, port->k, (union port_vector *)(void *)shape->output);
}

#define ROWKEY_ISA(name, architecture) ROWKEY_ON_##architecture(extern const struct ports bench_ports_##name;)
#include "simd/isa.def"
#undef ROWKEY_ISA

static const struct {
  const char *isa;
  const struct ports *ports;
} tables[] = {
#define COMMA ,
#define ROWKEY_ISA(name, architecture) ROWKEY_ON_##architecture({#name COMMA & bench_ports_##name} COMMA)
#include "simd/isa.def"
#undef ROWKEY_ISA
    {NULL, NULL}};

static void register_row(const char *isa, const char *family, const struct port *instruction, size_t rows,
                         port_run *run_port, port_run *define_port, size_t vector_bytes) {
  struct port_shape *port =
      shape_create(sizeof(*port), rows, fill, define, "%s/%s", family, instruction->name);
  port->run = run_port;
  port->define = define_port;
  port->vector_bytes = vector_bytes;
  bench_add(&port->shape, isa, run, NULL);
}

static void register_port(const char *isa, const struct port *port, size_t vector_bytes) {
  register_row(isa, "ports", port, (size_t)PORT_ROUNDS * PORT_CHAINS, port->run, port->define, vector_bytes);
  if (port->wait != NULL)
    register_row(isa, "latency", port, PORT_ROUNDS, port->wait, port->define_wait, vector_bytes);
}

void register_ports(void) {
  for (size_t t = 0; tables[t].isa != NULL; t++) {
    if (rowkey_kernels_named(tables[t].isa) == NULL) continue;
    const struct ports *ports = tables[t].ports;
    for (size_t i = 0; i < ports->count; i++)
      register_port(tables[t].isa, &ports->ports[i], ports->vector_bytes);
  }
}
