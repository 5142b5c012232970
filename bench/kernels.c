/* Every kernel that tests/descriptors describes: a shape for each row that is to be timed, with each
 * instruction set and with the peers whose shape it is. The output must be the reference's. */
#include "kernels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records.h"

enum { APART = 64 }; /* outputs begin in cache lines of their own */

#define ROW(family) peers_of_##family,
static const struct peer *const peers[] = {EACH_PEERS(ROW)};

static struct shape *shape_of(const struct bench *bench) {
  return (struct shape *)(void *)((char *)(uintptr_t)bench - offsetof(struct kernel_shape, bench));
}

static void *allocate(const struct bench *bench, size_t size) {
  return shape_allocate(shape_of(bench), size);
}

static void texts(struct rowkey_strings *all) {
  const struct bench_strings *key = &bench_records()->key;
  *all = (struct rowkey_strings){key->bytes, key->size, key->begin, key->end};
}

static size_t lines(const struct bench *bench, size_t shortest, size_t longest, struct rowkey_strings *all) {
  const struct bench_strings made = bench_lines(shape_of(bench), shortest, longest);
  *all = (struct rowkey_strings){made.bytes, made.size, made.begin, made.end};
  return made.count;
}

static void fill_call(struct kernel_shape *these) {
  struct call *call = &these->call;
  call->output_count = 0;
  these->timed->fill(call);
  if (these->kernel->lay != NULL) these->kernel->lay(call);
}

/* Sets the rows by what one takes. */
static void fill_working_set(struct kernel_shape *these) {
  struct call *call = &these->call;
  call->rows = 1;
  fill_call(these);
  size_t size = call->read;
  for (size_t i = 0; i < call->output_count; i++) size += call->outputs[i].width;
  call->rows = these->working_set / size;
}

static void fill(struct shape *shape) {
  struct kernel_shape *these = (struct kernel_shape *)shape;
  struct call *call = &these->call;
  if (these->working_set != 0) fill_working_set(these);
  fill_call(these);
  shape->rows = call->rows;
  shape->bytes = call->read;
  shape->output_size = 0;
  for (size_t i = 0; i < call->output_count; i++) {
    shape->output_size = (shape->output_size + APART - 1) / APART * APART;
    call->outputs[i].memory = NULL;
    shape->output_size += call->outputs[i].size;
  }
}

/* The outputs lie in that of the shape, which there is only after it was filled. */
static struct call *bound(struct shape *shape) {
  struct call *call = call_of(shape);
  if (call->output_count == 0 || call->outputs[0].memory == shape->output) return call;
  size_t at = 0;
  for (size_t i = 0; i < call->output_count; i++) {
    at = (at + APART - 1) / APART * APART;
    call->outputs[i].memory = shape->output + at;
    at += call->outputs[i].size;
  }
  return call;
}

void run_kernel(struct shape *shape, const void *with) {
  ((const struct kernel_shape *)shape)->kernel->run(with, bound(shape));
}

/* What is expected lies side by side; the output's rows may lie apart. */
static void spread(const struct call_output *output) {
  for (size_t row = 0; row < output->rows; row++)
    memcpy(output->memory + output->before + row * output->stride, output->expected + row * output->width,
           output->width);
}

static void run_reference(struct shape *shape, const void *with) {
  const struct descriptor *kernel = ((const struct kernel_shape *)shape)->kernel;
  struct call *call = bound(shape);
  (void)with;
  if (((const struct kernel_shape *)shape)->working_set !=
      0) { /* of more rows than the reference has time for */
    run_kernel(shape, rowkey_kernels_named("scalar"));
    return;
  }
  for (size_t i = 0; i < call->output_count; i++)
    call->outputs[i].expected = bench_allocate(call->outputs[i].rows * call->outputs[i].width);
  if (kernel->expect_all != NULL) kernel->expect_all(call);
  for (size_t i = 0; i < call->rows && kernel->expect != NULL; i++)
    if (!kernel->expect(call, i)) bench_fail("%s: row %zu is bad", shape->name, i);
  for (size_t i = 0; i < call->output_count; i++) {
    spread(&call->outputs[i]);
    free(call->outputs[i].expected);
  }
}

static void settle(struct shape *shape) {
  ((const struct kernel_shape *)shape)->kernel->settle(call_of(shape));
}

static void add_peers(struct kernel_shape *these) {
  for (size_t i = 0; i < sizeof(peers) / sizeof(peers[0]); i++)
    for (const struct peer *peer = peers[i]; peer->name != NULL; peer++) {
      if (strncmp(these->shape.name, peer->shapes, strlen(peer->shapes)) != 0) continue;
      if (peer->suits != NULL && !peer->suits(&these->call)) continue;
      if (peer->add != NULL)
        peer->add(&these->shape, peer->run);
      else
        bench_add(&these->shape, peer->name, peer->run, NULL);
    }
}

static struct kernel_shape *create(const struct descriptor *kernel, const struct timed *timed,
                                   uint64_t number, const char *name, const char *shown) {
  struct kernel_shape *these =
      shape_create(sizeof(*these), BENCH_ROWS, fill, run_reference, "%s%s", name, shown);
  these->kernel = kernel;
  these->timed = timed;
  these->bench = (struct bench){bench_random, allocate, texts, lines};
  these->call = (struct call){.rows = BENCH_ROWS,
                              .width = timed->width,
                              .form = timed->form,
                              .number = number,
                              .bench = &these->bench};
  if (kernel->settle != NULL) these->shape.settle = settle;
  return these;
}

struct kernel_shape *kernel_shape_create(const char *row, uint64_t number, const char *name) {
  for (const struct family *family = families; family != NULL; family = family->next)
    for (size_t i = 0; i < family->count; i++)
      for (const struct timed *timed = family->kernels[i].timed; timed != NULL && timed->name != NULL;
           timed++)
        if (strcmp(timed->name, row) == 0 && number >= timed->number &&
            number <= (timed->last == 0 ? timed->number : timed->last))
          return create(&family->kernels[i], timed, number, name, "");
  bench_fail("%s: tests/descriptors has no %s%" PRIu64, name, row, number);
}

static void register_timed(const struct descriptor *kernel, const struct timed *timed, uint64_t number) {
  char shown[48] = "";
  if (timed->name[strlen(timed->name) - 1] == '/')
    snprintf(shown, sizeof(shown), "%" PRIu64 "%s", number, timed->unit == NULL ? "" : timed->unit);
  struct kernel_shape *these = create(kernel, timed, number, timed->name, shown);
  bench_add_tables(&these->shape, run_kernel, kernel->offset);
  add_peers(these);
}

void register_kernels(void) {
  for (const struct family *family = families; family != NULL; family = family->next)
    for (size_t i = 0; i < family->count; i++)
      for (const struct timed *timed = family->kernels[i].timed; timed != NULL && timed->name != NULL;
           timed++)
        for (uint64_t more = 0; more == 0 || (timed->last != 0 && timed->number + more <= timed->last);
             more++)
          register_timed(&family->kernels[i], timed, timed->number + more);
}
