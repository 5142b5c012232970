#include "records/kinds.h"

#include <string.h>
#include <strings.h>

#include "settings/readers.h"
#include "text/buffer.h"

static const rowkey_records_kind kinds[] = {ROWKEY_LINES, ROWKEY_CSV, ROWKEY_TSV,
#ifdef ROWKEY_HAS_JSONL
                                            ROWKEY_JSONL,
#endif
                                            ROWKEY_BINARY};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const rowkey_record_kind *record_kind_at(size_t index) {
  return index < KINDS ? rowkey_record_kind_of(kinds[index]) : NULL;
}

/* Whether this build reads JSON; `subject` asks for it. */
static bool check_jsonl(const char *subject, struct failure *failure) {
#ifdef ROWKEY_HAS_JSONL
  (void)subject;
  (void)failure;
  return true;
#else
  return fail_with(
      failure, TOOL_BAD_USAGE,
      "%s: this rowkey is built without simdjson, which jsonl needs (jq -r '[.id, .name] | @csv' makes "
      "csv of JSON)",
      subject);
#endif
}

static struct choice kind_choice(const struct option *option, size_t index) {
  (void)option;
  const rowkey_record_kind *kind = record_kind_at(index);
  if (kind == NULL) return (struct choice){NULL, NULL, NULL};
  const bool may_be_array = kind->kind == ROWKEY_JSONL; /* of which src/cli/reading makes lines */
  return (struct choice){kind->name, NULL,
                         may_be_array ? "JSON objects, one a line, or an array of them" : kind->summary};
}

static bool read_kind(const struct option *option, const char *text, void *target, struct failure *failure) {
  size_t found;
  if (strcmp(text, "jsonl") == 0 && !check_jsonl("option --input", failure)) return false;
  if (!find_choice(option, kind_choice, text, &found, failure)) return false;
  *(const rowkey_record_kind **)target = record_kind_at(found);
  return true;
}

const struct value_reader record_kind_reader = {.read = read_kind, .choice = kind_choice};

/* Whether the name ends in one of the endings, each of which a space follows. */
static bool has_ending(const char *name, size_t size, const char *endings) {
  while (endings != NULL && *endings != 0) {
    const size_t length = strcspn(endings, " ");
    if (size > length && strncasecmp(name + size - length, endings, length) == 0) return true;
    endings += length + 1;
  }
  return false;
}

/* The length of the name without .gz or .zst. */
static size_t plain_length(const char *file) {
  const size_t size = strlen(file);
  return size - (has_ending(file, size, ".gz ")    ? strlen(".gz")
                 : has_ending(file, size, ".zst ") ? strlen(".zst")
                                                   : 0);
}

static const rowkey_record_kind *kind_of_file(const char *file) {
  const size_t size = plain_length(file);
  size_t i = 0;
  while (i < KINDS && !has_ending(file, size, record_kind_at(i)->endings)) i++;
  return record_kind_at(i);
}

bool record_kind_of_files(char *const *files, size_t count, const rowkey_record_kind **kind,
                          struct failure *failure) {
  for (size_t i = 0; i < count; i++) {
    if (!has_ending(files[i], plain_length(files[i]), rowkey_record_kind_of(ROWKEY_JSONL)->endings)) continue;
    char shown[QUOTED_SIZE];
    if (!check_jsonl(rowkey_quoted(shown, files[i], strlen(files[i])), failure)) return false;
  }
  *kind = count == 0 ? NULL : kind_of_file(files[0]);
  for (size_t i = 1; i < count; i++) {
    const rowkey_record_kind *other = kind_of_file(files[i]);
    if (other == *kind) continue;
    char first[QUOTED_SIZE], shown[QUOTED_SIZE];
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "the names %s and %s end like different kinds of input (option --input says which one all FILEs hold)",
        rowkey_quoted(first, files[0], strlen(files[0])), rowkey_quoted(shown, files[i], strlen(files[i])));
  }
  return true;
}
