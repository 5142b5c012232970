/* Which instruction set is used: chosen once, published atomically, forced by name. */
#include <rowkey/cpu.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "kernels/cpu.h"
#include "kernels/kernel_table.h"

#define ROWKEY_ISA(name, architecture) \
  ROWKEY_ON_##architecture(extern const struct rowkey_kernels rowkey_kernels_##name;)
#include "simd/isa.def"
#undef ROWKEY_ISA

const struct rowkey_isa rowkey_isas[] = {
#define ROWKEY_ISA(name, architecture)                                                                \
  ROWKEY_ON_##architecture(                                                                           \
      {#name ROWKEY_COMMA rowkey_cpu_has_##name ROWKEY_COMMA rowkey_cpu_prefers_##name ROWKEY_COMMA & \
       rowkey_kernels_##name} ROWKEY_COMMA)
#define ROWKEY_COMMA ,
#include "simd/isa.def"
#undef ROWKEY_ISA
};
const size_t rowkey_isas_count = sizeof rowkey_isas / sizeof rowkey_isas[0];

static _Atomic(const struct rowkey_isa *) selected;

static const struct rowkey_isa *supported_isa(const char *name) {
  for (size_t i = 0; i < rowkey_isas_count; i++)
    if (strcmp(rowkey_isas[i].name, name) == 0 && rowkey_isas[i].is_supported()) return &rowkey_isas[i];
  return NULL;
}

/* The last instruction set of the list that this CPU supports and that is worth choosing. */
static const struct rowkey_isa *best_isa(void) {
  size_t best = rowkey_isas_count - 1; /* from there on: questions take their time in virtual machines */
  while (best > 0 && !(rowkey_isas[best].is_supported() && rowkey_isas[best].is_preferred())) best--;
  return &rowkey_isas[best];
}

/* An empty variable counts as unset, as in other tools. */
static const char *forced_isa(void) {
  const char *name = getenv("ROWKEY_ISA");
  return name == NULL || name[0] == 0 ? NULL : name;
}

static const struct rowkey_isa *selected_isa(void) {
  const struct rowkey_isa *isa = atomic_load_explicit(&selected, memory_order_acquire);
  if (isa != NULL) return isa;
  const char *forced = forced_isa();
  isa = forced == NULL ? NULL : supported_isa(forced);
  if (isa == NULL) isa = best_isa();
  /* Threads that come here at the same time choose the same. A choice that another made by name meanwhile
   * stays. */
  const struct rowkey_isa *none = NULL;
  if (!atomic_compare_exchange_strong(&selected, &none, isa)) isa = none;
  return isa;
}

const struct rowkey_kernels *rowkey_kernels_selected(void) { return selected_isa()->kernels; }

const struct rowkey_kernels *rowkey_kernels_for(const struct rowkey_kernels *chosen, size_t rows) {
  return rows == 1 ? rowkey_isas[0].kernels : chosen;
}

const struct rowkey_kernels *rowkey_kernels_named(const char *name) {
  const struct rowkey_isa *isa = supported_isa(name);
  return isa == NULL ? NULL : isa->kernels;
}

size_t rowkey_isa_count(void) { return rowkey_isas_count; }

const char *rowkey_isa_name(size_t index) {
  return index < rowkey_isas_count ? rowkey_isas[index].name : NULL;
}

bool rowkey_isa_supported(size_t index) {
  return index < rowkey_isas_count && rowkey_isas[index].is_supported();
}

bool rowkey_isa_preferred(size_t index) {
  return index < rowkey_isas_count && rowkey_isas[index].is_preferred();
}

size_t rowkey_isa_lanes(size_t index) {
  return index < rowkey_isas_count ? rowkey_isas[index].kernels->lanes : 0;
}

static rowkey_status unsupported(const char *source, const char *name, rowkey_error *error) {
  char supported[256] = "";
  size_t used = 0;
  bool known = false;
  for (size_t i = 0; i < rowkey_isas_count; i++) {
    known = known || strcmp(rowkey_isas[i].name, name) == 0;
    if (!rowkey_isas[i].is_supported() || used >= sizeof supported) continue;
    used += (size_t)snprintf(supported + used, sizeof supported - used, "%s%s", used > 0 ? ", " : "",
                             rowkey_isas[i].name);
  }
  return rowkey_error_set(error, ROWKEY_ERROR_UNSUPPORTED, "%s \"%.64s\" is %s; supported here: %s", source,
                          name, known ? "not supported by this CPU" : "not known", supported);
}

rowkey_status rowkey_isa_select(const char *name, rowkey_error *error) {
  const struct rowkey_isa *isa = name == NULL ? best_isa() : supported_isa(name);
  if (isa == NULL) return unsupported("instruction set", name, error);
  atomic_store_explicit(&selected, isa, memory_order_release);
  return ROWKEY_OK;
}

const char *rowkey_isa_selected(void) { return selected_isa()->name; }

rowkey_status rowkey_isa_check(rowkey_error *error) {
  const char *forced = forced_isa();
  if (forced == NULL || supported_isa(forced) != NULL) return ROWKEY_OK;
  return unsupported("environment variable ROWKEY_ISA: instruction set", forced, error);
}
