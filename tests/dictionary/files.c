#include "files.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "testing.h"

const char *new_path(void) {
  static char path[100];
  static unsigned number;
  if (path[0] != '\0') unlink(path);
  snprintf(path, sizeof path, "test-%ld-%u.uid", (long)getpid(), number++);
  unlink(path);
  return path;
}

rowkey_dictionary *open_dictionary(const char *path, bool read_only) {
  rowkey_error error;
  rowkey_dictionary *dictionary =
      rowkey_dictionary_open(path, &(rowkey_dictionary_options){.read_only = read_only}, &error);
  CHECK(dictionary != NULL, "%s", error.text);
  return dictionary;
}

void add_name(struct names *names, const char *name) {
  const size_t length = strlen(name), at = (size_t)names->offsets[names->rows];
  CHECK(names->rows < NAMES_MAX && at + length <= NAME_TEXT_MAX, "more names than there is room for");
  memcpy(names->text + at, name, length);
  names->offsets[++names->rows] = at + length;
}

rowkey_values values_of(const struct names *names) {
  return rowkey_values_of_offsets(ROWKEY_KIND_TEXT, names->text, (size_t)names->offsets[names->rows],
                                  names->offsets, names->rows);
}

uint64_t id_of(rowkey_dictionary *dictionary, const char *name) {
  const rowkey_values values = rowkey_values_of_width(ROWKEY_KIND_TEXT, name, strlen(name), 1);
  uint64_t id;
  rowkey_error error;
  CHECK(rowkey_dictionary_ids(dictionary, &values, 1, &id, &error) == ROWKEY_OK, "%s", error.text);
  return id;
}

void check_name(rowkey_dictionary *dictionary, uint64_t id, const char *name) {
  static char text[ROWKEY_DICTIONARY_NAME_MAX];
  uint64_t offsets[2];
  const rowkey_decoded decoded = rowkey_decoded_text(text, sizeof text, offsets, 1);
  const rowkey_values ids = rowkey_u64s(&id, 1);
  rowkey_error error;
  CHECK(rowkey_dictionary_names(dictionary, &ids, 1, &decoded, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(offsets[0] == 0 && offsets[1] == strlen(name) && memcmp(text, name, strlen(name)) == 0,
        "id %llu has the name '%.*s', not '%s'", (unsigned long long)id, (int)offsets[1], text, name);
}
