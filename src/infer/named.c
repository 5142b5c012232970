#include "infer/named.h"

#include <inttypes.h>
#include <rowkey/explain.h>
#include <stdio.h>
#include <string.h>

#include "infer/trial.h"

enum {
  FEW_KEYS = 256, /* a layout that makes few of so many is tried no further */
  LEAST_TEXT = 4  /* bytes: fewer are text by chance */
};

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

/* Whether what the layout takes for the binary number of this field is text in nearly all keys: any bytes are
 * such numbers. `behind`: bytes after the field, ROWKEY_NONE where they vary. */
static bool is_text_field(const struct seen *few, const rowkey_explained_field *field, size_t behind) {
  const size_t width = field->min_width;
  size_t texts = 0;
  if (field->kind != ROWKEY_FIELD_BYTES || field->low[0] == 0 || field->max_width != width ||
      width < LEAST_TEXT || (field->offset == ROWKEY_NONE && behind == ROWKEY_NONE))
    return false;
  for (size_t i = 0; i < few->count; i++) {
    const size_t size = seen_size(few, i), after = field->offset == ROWKEY_NONE ? behind : 0;
    if (size < width + after) continue;
    const size_t at = field->offset == ROWKEY_NONE ? size - after - width : field->offset;
    texts += at + width <= size && rowkey_is_text(seen_at(few, i) + at, width);
  }
  return (double)texts >= NEARLY_ALL * (double)few->count;
}

/* Whether a key can fail to agree with the field: it follows from columns that the key has, or is one of few
 * numbers, such as a whole hour. A hash of what the key does not have agrees with all that look like it. */
static bool is_checked(const rowkey_explanation *explanation, const rowkey_explained_field *field) {
  if (field->kind == ROWKEY_FIELD_LITERAL || field->reversible) return false;
  if (field->values != 0) return true;
  for (size_t i = 0; i < explanation->column_count; i++)
    if ((field->column == i || field->column == ROWKEY_NONE) &&
        explanation->columns[i].recovery == ROWKEY_RECOVERED)
      return true;
  return false;
}

/* Whether a part of the keys is checked, and no number is text. */
static bool is_claim(const struct seen *few, const rowkey_explanation *explanation) {
  bool checks = false;
  size_t behind = 0;
  for (size_t i = explanation->field_count; i-- > 0;) {
    const rowkey_explained_field *field = &explanation->fields[i];
    checks |= is_checked(explanation, field);
    if (is_text_field(few, field, behind)) return false;
    const bool varies = behind == ROWKEY_NONE || field->max_width != field->min_width;
    behind = varies ? ROWKEY_NONE : behind + field->min_width;
  }
  return checks;
}

/* Whether the layout would say more of the keys than their shape; *claims. False when memory runs out. */
static bool find_claim(const rowkey_layout *layout, const struct seen *few, bool *claims) {
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
  *claims = explanation != NULL && is_claim(few, explanation);
  rowkey_explanation_free(explanation);
  return explanation != NULL;
}

/* Takes the trial for the best one where it is better; else frees it. */
static bool judge(const struct tried *tried, size_t least, double most, struct named_trial *trial,
                  struct named_trial *best) {
  const struct seen *seen = tried->seen, *few = &tried->few;
  size_t made = 0;
  const double enough = 0.9 * (double)few->count * (double)least / (double)seen->count;
  bool better = false, good = find_claim(trial->compiled, few, &better);
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
