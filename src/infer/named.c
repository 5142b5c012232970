#include "infer/named.h"

#include <inttypes.h>
#include <rowkey/explain.h>
#include <stdio.h>
#include <string.h>

#include "infer/trial.h"

enum { FEW_KEYS = 256 }; /* a layout that makes few of so many is tried no further */

/* All of the keys, and a few spread over them: the first ones may be of another layout. */
struct tried {
  const struct seen *seen;
  uint64_t begin[FEW_KEYS], end[FEW_KEYS];
  struct seen few;
};

/* ---- Compiling --------------------------------------------------------------------------------- */

static bool read_type(const char *text, size_t size, rowkey_type *type) {
  static const struct {
    const char *name;
    rowkey_type type;
  } types[] = {{"u64", ROWKEY_U64}, {"i64", ROWKEY_I64}, {"text", ROWKEY_TEXT}, {"f64", ROWKEY_F64}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strlen(types[i].name) == size && memcmp(types[i].name, text, size) == 0)
      return *type = types[i].type, true;
  return false;
}

/* "id:u64,host:text"; false for columns that only records have. */
static bool read_columns(struct named_trial *trial, const char *list) {
  char *name = trial->names;
  snprintf(trial->column_list, sizeof trial->column_list, "%s", list);
  trial->column_count = 0;
  for (const char *at = list;; at++) {
    const size_t name_size = strcspn(at, ":,"), type_size = strcspn(at + name_size, ",");
    rowkey_type type;
    if (type_size < 2 || trial->column_count == MOST_PIECES ||
        !read_type(at + name_size + 1, type_size - 1, &type)) {
      return false;
    }
    memcpy(name, at, name_size);
    name[name_size] = 0;
    trial->columns[trial->column_count++] = rowkey_column_of(name, type);
    name += name_size + 1;
    at += name_size + type_size;
    if (*at == 0) return true;
  }
}

/* With the default of its first parameter where `parameter` is 0. False when memory runs out; without
 * trial->compiled where there is no such layout. */
static bool compile(const rowkey_named_layout *named, uint64_t parameter, struct named_trial *trial) {
  const rowkey_named_parameter *first = named->parameters;
  rowkey_error error;
  trial->compiled = NULL;
  if (first->name == NULL)
    snprintf(trial->name, sizeof trial->name, "@%s", named->name);
  else
    snprintf(trial->name, sizeof trial->name, "@%s(%s=%" PRIu64 ")", named->name, first->name,
             parameter == 0 ? first->value : parameter);
  if (!read_columns(trial, named->columns) ||
      rowkey_named_expand(trial->name, strlen(trial->name), NULL, trial->layout, sizeof trial->layout,
                          &error) != ROWKEY_OK) {
    return true;
  }
  trial->compiled = rowkey_layout_compile(trial->layout, strlen(trial->layout), trial->columns,
                                          trial->column_count, &error);
  return trial->compiled != NULL || error.status != ROWKEY_ERROR_MEMORY;
}

/* ---- Trying ------------------------------------------------------------------------------------ */

/* Whether a part of its keys follows from others; *computes. False when memory runs out. */
static bool find_computed(const rowkey_layout *layout, bool *computes) {
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
  *computes = false;
  for (size_t i = 0; explanation != NULL && i < explanation->field_count; i++)
    *computes |= explanation->fields[i].kind != ROWKEY_FIELD_LITERAL && !explanation->fields[i].reversible;
  rowkey_explanation_free(explanation);
  return explanation != NULL;
}

/* Takes the trial for the best one where it is better; else frees it. */
static bool judge(const struct tried *tried, size_t least, double most, struct named_trial *trial,
                  struct named_trial *best) {
  const struct seen *seen = tried->seen, *few = &tried->few;
  size_t made = 0;
  const double enough = 0.9 * (double)few->count * (double)least / (double)seen->count;
  bool better = false, good = find_computed(trial->compiled, &better);
  good = good && (!better || rowkey_try_layout(trial->compiled, few, &made, NULL));
  better = good && better && (double)made >= enough;
  if (good && better) {
    good = rowkey_try_layout(trial->compiled, seen, &trial->decoded, NULL) &&
           rowkey_try_crossed(trial->compiled, seen, &trial->crossed);
    better = trial->decoded >= least && trial->crossed < (best->compiled == NULL ? most : best->crossed);
  }
  if (!good || !better) {
    rowkey_layout_free(trial->compiled);
    return good;
  }
  rowkey_layout_free(best->compiled);
  *best = *trial;
  const char *name = best->names;
  for (size_t i = 0; i < best->column_count; i++, name += strlen(name) + 1) best->columns[i].name = name;
  return true;
}

static bool try_named(const struct tried *tried, const rowkey_named_layout *named, uint64_t parameter,
                      size_t least, double most, struct named_trial *best) {
  struct named_trial trial;
  if (!compile(named, parameter, &trial)) return false;
  return trial.compiled == NULL || judge(tried, least, most, &trial, best);
}

static void take_few(const struct seen *seen, struct tried *tried) {
  const size_t count = seen->count < FEW_KEYS ? seen->count : FEW_KEYS;
  for (size_t i = 0; i < count; i++) {
    const size_t row = (size_t)((uint64_t)i * seen->count / count);
    tried->begin[i] = seen->begin[row];
    tried->end[i] = seen->end[row];
  }
  tried->seen = seen;
  tried->few = (struct seen){seen->bytes, tried->begin, tried->end, count, NULL};
}

bool rowkey_find_named(const struct seen *seen, const struct draft *draft, size_t least, double most,
                       struct named_trial *best) {
  const rowkey_named_layout *named;
  struct tried tried;
  best->compiled = NULL;
  take_few(seen, &tried);
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    if (!try_named(&tried, named, 0, least, most, best)) return false;
    for (size_t k = 0; named->parameters[0].name != NULL && k < draft->count; k++) {
      const uint64_t modulus = draft->pieces[k].modulus;
      if (modulus > 1 && modulus != named->parameters[0].value &&
          !try_named(&tried, named, modulus, least, most, best))
        return false;
    }
  }
  return true;
}
