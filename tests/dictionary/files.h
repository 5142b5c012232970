/* Dictionaries in files of the test, and batches of names. */
#ifndef ROWKEY_TESTS_DICTIONARY_FILES_H
#define ROWKEY_TESTS_DICTIONARY_FILES_H

#include <rowkey/dictionary.h>

enum { NAMES_MAX = 1000, NAME_TEXT_MAX = 64 * NAMES_MAX };

/* Names side by side. */
struct names {
  size_t rows;
  uint64_t offsets[NAMES_MAX + 1];
  char text[NAME_TEXT_MAX];
};

/* A path of no file yet, another one each time; the last one's file is gone afterwards. */
const char *new_path(void);

/* Fails the test when it cannot be opened. */
rowkey_dictionary *open_dictionary(const char *path, bool read_only);

void add_name(struct names *names, const char *name);
rowkey_values values_of(const struct names *names);

/* The id of one name, which the test fails without. */
uint64_t id_of(rowkey_dictionary *dictionary, const char *name);
/* Fails unless the dictionary has this name for the id. */
void check_name(rowkey_dictionary *dictionary, uint64_t id, const char *name);

#endif
