/* What all cores do together: 1, 2, 4, … threads, up to as many as may run here, each on data of its own. */
#include <rowkey/rowkey.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caches.h"
#include "kernels/kernel_table.h"
#include "memory.h"
#include "shape.h"
#include "shim.h"
#include "tests/support/on_isa.h"

enum { DIGEST = 16, KEY = 17, LEAST_READ = 16 << 20 };

/* The row of one thread. */
struct part {
  struct bench_row row; /* first: the shim hands back its address */
  const struct work *work;
  struct part *group; /* the first of those that run together */
  unsigned threads;
  uint64_t *input; /* NULL while another group runs */
  uint8_t *output;
  size_t output_size;
  rowkey_encoder *encoder;
};

struct work {
  const char *name;
  void (*fill)(struct part *part); /* makes the input, sets output_size, items and bytes */
  void (*run)(struct part *part);
  void (*define)(const struct part *part, uint8_t *expected);
};

/* ---- md5_fixed_8B */

static void fill_ids(struct part *part, size_t output_bytes) {
  part->row.items = BENCH_ROWS;
  part->row.bytes = BENCH_ROWS * sizeof(*part->input);
  part->output_size = BENCH_ROWS * output_bytes;
  part->input = bench_allocate(part->row.bytes);
  for (size_t i = 0; i < BENCH_ROWS; i++) part->input[i] = BENCH_FIRST_ID + i;
}

static void fill_md5(struct part *part) { fill_ids(part, DIGEST); }

static void digest_ids(const struct rowkey_kernels *kernels, const struct part *part, uint8_t *digests) {
  kernels->md5_fixed((const uint8_t *)part->input, BENCH_ROWS, sizeof(*part->input), sizeof(*part->input),
                     digests);
}

static void run_md5(struct part *part) { digest_ids(rowkey_kernels_selected(), part, part->output); }

static void define_md5(const struct part *part, uint8_t *expected) {
  digest_ids(rowkey_kernels_named("scalar"), part, expected);
}

/* ---- encode_md5mod */

static rowkey_encoder *create_encoder(const char *isa) {
  static const char template[] = "{md5(id) % 1000000:07d}{id:010d}";
  static const rowkey_column schema[] = {{.name = "id", .type = ROWKEY_U64}};
  static rowkey_layout *layout; /* threads share it, and are prepared one after the other */
  rowkey_error error;
  if (layout == NULL) layout = rowkey_layout_compile(template, sizeof(template) - 1, schema, 1, &error);
  rowkey_encoder *encoder = NULL;
  if (layout != NULL) ON_ISA(isa) encoder = rowkey_encoder_create(layout, 0, &error);
  if (encoder == NULL) bench_fail("threads: %s", error.text);
  return encoder;
}

static void encode_ids(rowkey_encoder *encoder, const struct part *part, uint8_t *keys) {
  const rowkey_values ids = rowkey_u64s((const void *)part->input, BENCH_ROWS);
  const rowkey_batch batch = rowkey_batch_of(&ids, 1, BENCH_ROWS);
  rowkey_error error;
  if (rowkey_encode(encoder, &batch, &(rowkey_key_buffer){.data = keys, .capacity = part->output_size}, NULL,
                    &error) != ROWKEY_OK)
    bench_fail("threads: %s", error.text);
}

static void fill_encode(struct part *part) {
  fill_ids(part, KEY);
  if (part->encoder == NULL) part->encoder = create_encoder(NULL);
}

static void run_encode(struct part *part) { encode_ids(part->encoder, part, part->output); }

static void define_encode(const struct part *part, uint8_t *expected) {
  rowkey_encoder *scalar = create_encoder("scalar");
  encode_ids(scalar, part, expected);
  rowkey_encoder_free(scalar);
}

/* ---- memory_read: all threads together four times as much as all caches hold */

static void fill_memory(struct part *part) {
  enum { GRAIN = 4096 };
  const uint64_t caches = bench_last_caches();
  const uint64_t share = (caches == 0 ? (uint64_t)256 << 20 : 4 * caches) / part->threads;
  const size_t size = (size_t)(share < LEAST_READ ? LEAST_READ : share) / GRAIN * GRAIN;
  part->row.items = part->row.bytes = size;
  part->output_size = sizeof(uint64_t);
  part->input = bench_allocate(size);
  for (size_t i = 0; i < size / sizeof(*part->input); i++) part->input[i] = i;
}

static void run_memory(struct part *part) {
  const char *isa;
  const uint64_t sum = bench_memory_chosen(&isa)->sum(part->input, part->row.bytes);
  memcpy(part->output, &sum, sizeof(sum));
}

static void define_memory(const struct part *part, uint8_t *expected) {
  const uint64_t count = part->row.bytes / sizeof(*part->input), sum = count * (count - 1) / 2;
  memcpy(expected, &sum, sizeof(sum));
}

/* ---- rows */

static const struct work works[] = {{"encode_md5mod", fill_encode, run_encode, define_encode},
                                    {"md5_fixed_8B", fill_md5, run_md5, define_md5},
                                    {"memory_read", fill_memory, run_memory, define_memory}};

static void release(struct part *parts, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    free(parts[i].input);
    free(parts[i].output);
    parts[i].input = NULL;
    parts[i].output = NULL;
  }
}

/* In the part's own thread, so that its memory is near the core it runs on. */
static void prepare(struct bench_row *row) {
  static struct part *holder; /* of memory: one group at a time */
  struct part *part = (struct part *)row;
  if (holder != part->group) {
    if (holder != NULL) release(holder, holder->threads);
    holder = part->group;
  }
  if (part->input != NULL) return;
  part->work->fill(part);
  part->output = bench_allocate(part->output_size);
  uint8_t *expected = bench_allocate(part->output_size);
  part->work->run(part);
  part->work->define(part, expected);
  if (memcmp(part->output, expected, part->output_size) != 0)
    bench_fail("threads/%s/%u: the output of a thread is wrong", part->work->name, part->threads);
  free(expected);
}

static void run(struct bench_row *row) {
  struct part *part = (struct part *)row;
  part->work->run(part);
}

static void register_group(const struct work *work, unsigned threads) {
  struct part *parts = bench_allocate(threads * sizeof(*parts));
  struct bench_row **rows = bench_allocate(threads * sizeof(struct bench_row *));
  for (unsigned i = 0; i < threads; i++) {
    parts[i] = (struct part){
        .row = {.prepare = prepare, .run = run}, .work = work, .group = parts, .threads = threads};
    rows[i] = &parts[i].row;
  }
  char name[96];
  snprintf(name, sizeof(name), "threads/%s/%u/%s", work->name, threads, rowkey_isa_selected());
  bench_register_threads(name, rows, threads);
}

/* How many CPUs this process may run on. */
static unsigned count_cpus(void) {
  unsigned most = 1024;
  for (;; most *= 2) {
    cpu_set_t *set = CPU_ALLOC(most);
    const size_t size = CPU_ALLOC_SIZE(most);
    const bool fits = set != NULL && sched_getaffinity(0, size, set) == 0;
    const int count = fits ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (fits) return count > 0 ? (unsigned)count : 1;
    if (most >= 1 << 20) return 1;
  }
}

void register_threads(void) {
  const unsigned cpus = count_cpus();
  for (size_t i = 0; i < sizeof(works) / sizeof(works[0]); i++) {
    for (unsigned threads = 1; threads < cpus; threads *= 2) register_group(&works[i], threads);
    register_group(&works[i], cpus);
  }
}
