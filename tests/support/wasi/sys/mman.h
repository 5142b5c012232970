/* What guarded buffers ask of a system that protects pages. WebAssembly has none: pages without access hold a
 * pattern in its place, and whoever has written there is told when they are unmapped, or when the program
 * ends. What was only read there is not seen. */
#ifndef ROWKEY_TESTS_WASI_MMAN_H
#define ROWKEY_TESTS_WASI_MMAN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE = 0, MAP_ANONYMOUS = 0, MAP_NORESERVE = 0 };
#define MAP_FAILED NULL

/* Pages of WebAssembly have 64 KiB: thousands of guarded buffers would not fit. */
#define sysconf(name) 4096L

struct wasi_mapping {
  struct wasi_mapping *next;
  uint8_t *base, *allowed, *allowed_end, *end;
};
static struct wasi_mapping *wasi_mappings;

static inline uint8_t wasi_pattern(size_t index) { return (uint8_t)(0x9d ^ index * 0x35 ^ index / 256); }

static inline void wasi_check_mapping(const struct wasi_mapping *mapping) {
  for (const uint8_t *p = mapping->base; p < mapping->end; p++) {
    if (p == mapping->allowed) p = mapping->allowed_end;
    if (p == mapping->end || *p == wasi_pattern((size_t)(p - mapping->base))) continue;
    fprintf(stderr, "a byte was written %td bytes from the begin of a buffer of %td\n", p - mapping->allowed,
            mapping->allowed_end - mapping->allowed);
    _Exit(EXIT_FAILURE);
  }
}
static inline void wasi_check_mappings(void) {
  for (; wasi_mappings != NULL; wasi_mappings = wasi_mappings->next) wasi_check_mapping(wasi_mappings);
}

static inline void *mmap(void *address, size_t size, int access, int flags, int file, int64_t offset) {
  static int will_check;
  (void)address, (void)flags, (void)file, (void)offset;
  if (!will_check) will_check = atexit(wasi_check_mappings) == 0;
  struct wasi_mapping *mapping = malloc(sizeof *mapping);
  uint8_t *base = access == PROT_NONE && mapping != NULL ? malloc(size) : NULL;
  if (base == NULL) return free(mapping), MAP_FAILED;
  for (size_t i = 0; i < size; i++) base[i] = wasi_pattern(i);
  *mapping = (struct wasi_mapping){wasi_mappings, base, base + size, base + size, base + size};
  wasi_mappings = mapping;
  return base;
}

/* Allows a part of the mapping that was made last. */
static inline int mprotect(void *part, size_t size, int access) {
  (void)access;
  wasi_mappings->allowed = part;
  wasi_mappings->allowed_end = wasi_mappings->allowed + size;
  for (size_t i = 0; i < size; i++) wasi_mappings->allowed[i] = 0;
  return 0;
}

static inline int munmap(void *base, size_t size) {
  (void)size;
  struct wasi_mapping **place = &wasi_mappings;
  while ((*place)->base != base) place = &(*place)->next;
  struct wasi_mapping *mapping = *place;
  *place = mapping->next;
  wasi_check_mapping(mapping);
  free(mapping);
  free(base);
  return 0;
}

#endif
