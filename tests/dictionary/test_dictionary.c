/* Dictionaries: ids in order of appearance, the same after the file is opened again, and errors. */
#include <rowkey/kernels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "testing.h"

static void test_order_of_appearance(void) {
  const char *path = new_path();
  rowkey_dictionary *dictionary = open_dictionary(path, false);
  struct names names = {.rows = 0};
  static const char *const texts[] = {"sys.cpu", "sys.mem", "sys.cpu", "", "sys.disk", "", "sys.mem"};
  static const uint64_t expected[] = {1, 2, 1, 3, 4, 3, 2};
  for (size_t i = 0; i < 7; i++) add_name(&names, texts[i]);
  uint64_t ids[7];
  rowkey_error error;
  for (int again = 0; again < 3; again++) {
    const rowkey_values values = values_of(&names);
    CHECK(rowkey_dictionary_ids(dictionary, &values, 7, ids, &error) == ROWKEY_OK, "%s", error.text);
    CHECK(memcmp(ids, expected, sizeof ids) == 0, "ids %llu %llu %llu …", (unsigned long long)ids[0],
          (unsigned long long)ids[1], (unsigned long long)ids[2]);
    CHECK(rowkey_dictionary_count(dictionary) == 4, "count");
    rowkey_dictionary_free(dictionary);
    dictionary = open_dictionary(path, again == 1);
  }
  for (size_t i = 0; i < 7; i++) check_name(dictionary, expected[i], texts[i]);
  rowkey_dictionary_free(dictionary);
}

/* In all shapes of text, in batches of any size, against a list. */
static void test_random_names(void) {
  enum { KINDS = 700, WIDTH = 6 };
  static uint64_t id_of_kind[KINDS], ids[NAMES_MAX];
  static uint32_t offsets32[NAMES_MAX + 1];
  static uint64_t begin[NAMES_MAX], end[NAMES_MAX];
  memset(id_of_kind, 0, sizeof id_of_kind);
  const char *path = new_path();
  rowkey_dictionary *dictionary = open_dictionary(path, false);
  uint64_t given = 0;
  for (size_t round = 0; round < repetitions(200); round++) {
    static struct names names;
    size_t kinds[NAMES_MAX];
    names.rows = 0;
    const size_t rows = (size_t)random_below(300);
    for (size_t i = 0; i < rows; i++) {
      char text[20];
      kinds[i] = (size_t)(random_below(2) != 0 ? random_below(KINDS) : random_below(10));
      snprintf(text, sizeof text, "n%05zu", kinds[i]);
      add_name(&names, text);
      offsets32[i + 1] = (uint32_t)names.offsets[i + 1];
      begin[i] = names.offsets[i];
      end[i] = names.offsets[i + 1];
    }
    const size_t size = (size_t)names.offsets[rows];
    const rowkey_values shapes[] = {
        values_of(&names), rowkey_values_of_width(ROWKEY_KIND_TEXT, names.text, WIDTH, rows),
        rowkey_values_of_offsets32(ROWKEY_KIND_TEXT, names.text, size, offsets32, rows),
        rowkey_values_of_spans(ROWKEY_KIND_TEXT, names.text, size, begin, end, rows)};
    rowkey_error error;
    CHECK(rowkey_dictionary_ids(dictionary, &shapes[round % 4], rows, ids, &error) == ROWKEY_OK, "%s",
          error.text);
    for (size_t i = 0; i < rows; i++) {
      if (id_of_kind[kinds[i]] == 0) id_of_kind[kinds[i]] = ++given;
      CHECK(ids[i] == id_of_kind[kinds[i]], "name n%05zu has id %llu, not %llu", kinds[i],
            (unsigned long long)ids[i], (unsigned long long)id_of_kind[kinds[i]]);
    }
    if (random_below(10) != 0) continue;
    rowkey_dictionary_free(dictionary);
    dictionary = open_dictionary(path, false);
  }
  CHECK(rowkey_dictionary_count(dictionary) == given, "count");
  rowkey_dictionary_free(dictionary);
}

/* More names than the first table and the first chunks hold, some longer than a cache line. */
static void test_growth(void) {
  enum { COUNT = 70000, LONG = 5000 };
  const char *path = new_path();
  rowkey_dictionary *dictionary = open_dictionary(path, false);
  uint64_t *offsets = malloc((COUNT + 1) * sizeof *offsets), *ids = malloc(COUNT * sizeof *ids);
  char *text = malloc(COUNT * 12 + COUNT / 10 * LONG);
  CHECK(offsets != NULL && ids != NULL && text != NULL, "no memory");
  offsets[0] = 0;
  for (size_t i = 0; i < COUNT; i++) {
    size_t at = (size_t)offsets[i];
    at += (size_t)snprintf(text + at, 12, "%zu|", i);
    for (size_t more = i % 10 == 0 ? i % LONG : 0; more > 0; more--) text[at++] = 'x';
    offsets[i + 1] = at;
  }
  const rowkey_values values =
      rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text, (size_t)offsets[COUNT], offsets, COUNT);
  rowkey_error error;
  for (int again = 0; again < 2; again++) {
    CHECK(rowkey_dictionary_ids(dictionary, &values, COUNT, ids, &error) == ROWKEY_OK, "%s", error.text);
    for (size_t i = 0; i < COUNT; i++)
      CHECK(ids[i] == i + 1, "name %zu has id %llu", i, (unsigned long long)ids[i]);
    rowkey_dictionary_free(dictionary);
    dictionary = open_dictionary(path, true);
  }
  char *back = malloc((size_t)offsets[COUNT]);
  uint64_t *limits = malloc((COUNT + 1) * sizeof *limits);
  const rowkey_decoded decoded = rowkey_decoded_text(back, (size_t)offsets[COUNT], limits, COUNT);
  const rowkey_values numbers = rowkey_u64s(ids, COUNT);
  CHECK(rowkey_dictionary_names(dictionary, &numbers, COUNT, &decoded, &error) == ROWKEY_OK, "%s",
        error.text);
  CHECK(memcmp(limits, offsets, (COUNT + 1) * sizeof *limits) == 0, "offsets");
  CHECK(memcmp(back, text, (size_t)offsets[COUNT]) == 0, "names");
  rowkey_dictionary_free(dictionary);
  free(offsets), free(ids), free(text), free(back), free(limits);
}

static void check_refused(rowkey_dictionary *dictionary, const rowkey_values *names, size_t rows, size_t row,
                          const char *expected) {
  uint64_t ids[10];
  rowkey_error error;
  const rowkey_status status = rowkey_dictionary_ids(dictionary, names, rows, ids, &error);
  CHECK(status == ROWKEY_ERROR_RANGE && error.row == row, "status %d, row %zu", (int)status, error.row);
  CHECK(strstr(error.text, expected) != NULL, "'%s' without '%s'", error.text, expected);
}

static void test_refused_names(void) {
  const char *path = new_path();
  rowkey_error error;
  const rowkey_dictionary_options two = {.largest_id = 2};
  rowkey_dictionary *dictionary = rowkey_dictionary_open(path, &two, &error);
  CHECK(dictionary != NULL, "%s", error.text);
  const rowkey_values abc = rowkey_values_of_width(ROWKEY_KIND_TEXT, "abc", 1, 3);
  check_refused(dictionary, &abc, 3, 2, "\"c\" is new");
  CHECK(rowkey_dictionary_count(dictionary) == 0, "names of a refused batch have got ids");
  CHECK(id_of(dictionary, "b") == 1 && id_of(dictionary, "a") == 2, "ids");
  check_refused(dictionary, &abc, 3, 2, "all ids up to 2");

  char *longest = calloc(1, ROWKEY_DICTIONARY_NAME_MAX + 1);
  const rowkey_values too_long =
      rowkey_values_of_width(ROWKEY_KIND_TEXT, longest, ROWKEY_DICTIONARY_NAME_MAX + 1, 1);
  check_refused(dictionary, &too_long, 1, 0, "65536 bytes");
  rowkey_dictionary_free(dictionary);

  dictionary = open_dictionary(path, false);
  memset(longest, 'n', ROWKEY_DICTIONARY_NAME_MAX);
  CHECK(id_of(dictionary, longest) == 3, "the longest name");
  check_name(dictionary, 3, longest);
  free(longest);
  rowkey_dictionary_free(dictionary);

  dictionary = open_dictionary(path, true);
  check_refused(dictionary, &abc, 3, 2, "\"c\" has no id in");
  rowkey_dictionary_free(dictionary);
}

/* A null gets no id, whatever its bytes say. */
static void test_nulls(void) {
  enum { ROWS = 200 };
  rowkey_dictionary *dictionary = open_dictionary(new_path(), false);
  CHECK(id_of(dictionary, "a") == 1, "id");
  char text[ROWS];
  uint8_t validity[(ROWS + 3 + 7) / 8];
  uint64_t ids[ROWS], expected[ROWS], next = 2, id_of_letter[26] = {1};
  random_bytes(validity, sizeof validity);
  for (size_t i = 0; i < ROWS; i++) {
    const size_t letter = (size_t)random_below(26);
    text[i] = (char)('a' + letter);
    const bool valid = (validity[(i + 3) / 8] >> (i + 3) % 8 & 1) != 0;
    if (valid && id_of_letter[letter] == 0) id_of_letter[letter] = next++;
    expected[i] = valid ? id_of_letter[letter] : 0;
  }
  const rowkey_values names =
      rowkey_values_with_nulls(rowkey_values_of_width(ROWKEY_KIND_TEXT, text, 1, ROWS), validity, 3);
  rowkey_error error;
  for (int again = 0; again < 2; again++) {
    CHECK(rowkey_dictionary_ids(dictionary, &names, ROWS, ids, &error) == ROWKEY_OK, "%s", error.text);
    CHECK(memcmp(ids, expected, sizeof ids) == 0, "ids");
  }
  CHECK(rowkey_dictionary_count(dictionary) == next - 1, "nulls have got ids");
  const rowkey_values all = rowkey_u64s(ids, ROWS);
  CHECK(rowkey_dictionary_names_size(dictionary, &all, 0) == 0, "the size of no names");
  const uint64_t known[] = {1, 0, next, 1};
  const rowkey_values some = rowkey_u64s(known, 4);
  CHECK(rowkey_dictionary_names_size(dictionary, &some, 4) == 2, "the size of names");
  rowkey_dictionary_free(dictionary);
}

/* A null has the empty name, also where its number is no id; others are found, or reported, as ever. */
static void test_names_of_nulls(void) {
  enum { ROWS = 200, SHIFT = 5 };
  rowkey_dictionary *dictionary = open_dictionary(new_path(), false);
  CHECK(id_of(dictionary, "one") == 1 && id_of(dictionary, "") == 2 && id_of(dictionary, "three") == 3,
        "ids");
  static const char *const name_of[] = {"one", "", "three"};
  uint8_t validity[(ROWS + SHIFT + 7) / 8];
  uint64_t ids[ROWS], offsets[ROWS + 1];
  uint32_t offsets32[ROWS + 1];
  char text[5 * ROWS], expected[5 * ROWS + 1];
  size_t ends[ROWS], size = 0;
  random_bytes(validity, sizeof validity);
  for (size_t i = 0; i < ROWS; i++) {
    const size_t name = (size_t)random_below(3);
    const bool valid = (validity[(i + SHIFT) / 8] >> (i + SHIFT) % 8 & 1) != 0;
    ids[i] = valid ? name + 1 : random_u64();
    if (valid) size += (size_t)snprintf(expected + size, sizeof expected - size, "%s", name_of[name]);
    ends[i] = size;
  }
  rowkey_values values = rowkey_values_with_nulls(rowkey_u64s(ids, ROWS), validity, SHIFT);
  CHECK(rowkey_dictionary_names_size(dictionary, &values, ROWS) == size, "the size of names");
  const rowkey_decoded decoded[] = {rowkey_decoded_text(text, size, offsets, ROWS),
                                    rowkey_decoded_text32(text, size, offsets32, ROWS)};
  rowkey_error error;
  for (size_t form = 0; form < 2; form++) {
    memset(text, 'x', sizeof text);
    CHECK(rowkey_dictionary_names(dictionary, &values, ROWS, &decoded[form], &error) == ROWKEY_OK, "%s",
          error.text);
    CHECK(memcmp(text, expected, size) == 0, "names");
    for (size_t i = 0; i < ROWS; i++)
      CHECK((form == 0 ? offsets[i + 1] : offsets32[i + 1]) == ends[i], "the end of row %zu", i);
  }
  validity[(100 + SHIFT) / 8] |= (uint8_t)(1 << (100 + SHIFT) % 8);
  ids[100] = 4;
  CHECK(rowkey_dictionary_names(dictionary, &values, ROWS, &decoded[0], &error) == ROWKEY_ERROR_RANGE &&
            error.row == 100,
        "%s", error.text);
  values.reserved[0] = 1;
  CHECK(rowkey_dictionary_names(dictionary, &values, ROWS, &decoded[0], &error) == ROWKEY_ERROR_ARGUMENT,
        "reserved");
  rowkey_dictionary_free(dictionary);
}

static void test_refused_ids(void) {
  rowkey_dictionary *dictionary = open_dictionary(new_path(), false);
  CHECK(id_of(dictionary, "first") == 1 && id_of(dictionary, "second") == 2, "ids");
  char text[8];
  uint64_t offsets[4];
  uint32_t offsets32[4];
  rowkey_error error;
  const uint64_t numbers[] = {2, 1, 3};
  const rowkey_values ids = rowkey_u64s(numbers, 3), none = rowkey_u64s(numbers + 2, 1);
  rowkey_decoded decoded = rowkey_decoded_text(text, sizeof text, offsets, 3);
  CHECK(
      rowkey_dictionary_names(dictionary, &ids, 3, &decoded, &error) == ROWKEY_ERROR_SPACE && error.row == 1,
      "%s", error.text);
  CHECK(offsets[1] == 6 && memcmp(text, "second", 6) == 0, "the names before it");
  CHECK(rowkey_dictionary_names(dictionary, &none, 1, &decoded, &error) == ROWKEY_ERROR_RANGE &&
            error.row == 0 && strstr(error.text, "expected 1 to 2") != NULL,
        "%s", error.text);
  decoded = rowkey_decoded_text32(text, sizeof text, offsets32, 3);
  CHECK(rowkey_dictionary_names(dictionary, &ids, 1, &decoded, NULL) == ROWKEY_OK && offsets32[1] == 6,
        "offsets32");
  decoded.offsets32 = NULL;
  CHECK(rowkey_dictionary_names(dictionary, &ids, 1, &decoded, &error) == ROWKEY_ERROR_ARGUMENT,
        "no offsets");
  rowkey_dictionary_free(dictionary);
}

static void test_arguments(void) {
  rowkey_error error;
  uint64_t id;
  const rowkey_values name = rowkey_values_of_width(ROWKEY_KIND_TEXT, "a", 1, 1);
  CHECK(rowkey_dictionary_open(NULL, NULL, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "path");
  rowkey_dictionary_options options = {.largest_id = UINT64_C(1) << 32};
  CHECK(rowkey_dictionary_open(new_path(), &options, &error) == NULL, "largest_id");
  options = (rowkey_dictionary_options){.reserved = {0, 1}};
  CHECK(rowkey_dictionary_open(new_path(), &options, &error) == NULL, "reserved");
  CHECK(rowkey_dictionary_ids(NULL, &name, 1, &id, &error) == ROWKEY_ERROR_ARGUMENT, "dictionary");
  CHECK(rowkey_dictionary_count(NULL) == 0, "count of none");
  rowkey_dictionary_free(NULL);
  rowkey_dictionary *dictionary = open_dictionary(new_path(), false);
  CHECK(rowkey_dictionary_ids(dictionary, NULL, 1, &id, &error) == ROWKEY_ERROR_ARGUMENT, "names");
  CHECK(rowkey_dictionary_ids(dictionary, &name, 1, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "ids");
  CHECK(rowkey_dictionary_ids(dictionary, NULL, 0, NULL, NULL) == ROWKEY_OK, "no rows");
  rowkey_decoded decoded = rowkey_decoded_text(NULL, 0, &id, 1);
  CHECK(rowkey_dictionary_names(dictionary, NULL, 1, &decoded, &error) == ROWKEY_ERROR_ARGUMENT, "ids");
  CHECK(rowkey_dictionary_names(dictionary, NULL, 0, &decoded, &error) == ROWKEY_OK && id == 0, "no ids");
  CHECK(rowkey_dictionary_names_size(dictionary, NULL, 1) == 0, "the size of none");
  const uint64_t begin = 1, end = 2;
  const rowkey_values outside = rowkey_values_of_spans(ROWKEY_KIND_TEXT, "a", 1, &begin, &end, 1);
  CHECK(
      rowkey_dictionary_ids(dictionary, &outside, 1, &id, &error) == ROWKEY_ERROR_ARGUMENT && error.row == 0,
      "a name outside of its bytes");
  rowkey_dictionary_free(dictionary);
}

/* Names are texts or bytes, and ids u64, as many of them as rows. */
static void test_other_values(void) {
  static const uint64_t one = 1;
  const struct {
    rowkey_values names, ids;
    rowkey_status status;
  } cases[] = {
      {rowkey_values_of_tag(0, "a", 1), rowkey_values_of_tag(0, &one, 1), ROWKEY_ERROR_ARGUMENT},
      {rowkey_values_of_width(ROWKEY_KIND_TEXT, "a", 1, 0), rowkey_u64s(&one, 0), ROWKEY_ERROR_ARGUMENT},
      {rowkey_u64s(&one, 1), rowkey_values_of_width(ROWKEY_KIND_TEXT, "a", 1, 1), ROWKEY_ERROR_TYPE},
      {rowkey_nulls(1), rowkey_i64s((const int64_t *)&one, 1), ROWKEY_ERROR_TYPE},
      {rowkey_values_of_width(ROWKEY_KIND_BYTES, "a", 1, 1), rowkey_u64s(&one, 1), ROWKEY_OK},
      {rowkey_values_of_width(ROWKEY_KIND_KEPT, "a", 1, 1), rowkey_kept_numbers(ROWKEY_U64, &one, 1),
       ROWKEY_OK}};
  rowkey_dictionary *dictionary = open_dictionary(new_path(), false);
  CHECK(id_of(dictionary, "a") == 1, "id");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[4];
    uint64_t id = 7, offsets[2];
    rowkey_error error = {.status = ROWKEY_OK};
    const rowkey_decoded decoded = rowkey_decoded_text(text, sizeof text, offsets, 3);
    CHECK(rowkey_dictionary_ids(dictionary, &cases[i].names, 1, &id, &error) == cases[i].status,
          "names of case %zu: %s", i, error.text);
    CHECK(id == (cases[i].status == ROWKEY_OK ? 1 : 7), "the id of case %zu", i);
    CHECK(rowkey_dictionary_names(dictionary, &cases[i].ids, 1, &decoded, &error) == cases[i].status,
          "ids of case %zu: %s", i, error.text);
  }
  rowkey_dictionary_free(dictionary);
}

/* ---- Files ------------------------------------------------------------------------------------ */

static void check_not_opened(const char *path, bool read_only, const char *expected) {
  rowkey_error error;
  rowkey_dictionary *dictionary =
      rowkey_dictionary_open(path, &(rowkey_dictionary_options){.read_only = read_only}, &error);
  CHECK(dictionary == NULL, "%s has been opened", path);
  CHECK(error.status == ROWKEY_ERROR_IO && strstr(error.text, expected) != NULL, "'%s' without '%s'",
        error.text, expected);
}

static void write_file(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "cannot write %s", path);
}

static size_t read_file(const char *path, uint8_t *bytes, size_t room) {
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL, "cannot read %s", path);
  const size_t size = fread(bytes, 1, room, file);
  fclose(file);
  return size;
}

static void test_files_that_are_none(void) {
  const char *path = new_path();
  check_not_opened(path, true, "No such file");
  check_not_opened(".", true, "");
  check_not_opened("no-such-folder/x.uid", false, "cannot open");
  check_not_opened("/dev/null", false, "not a regular file");
  write_file(path, "id,name\n1,sys.cpu\n", 18);
  check_not_opened(path, false, "not a dictionary");
  write_file(path, "", 0);
  check_not_opened(path, true, "not a dictionary");
  rowkey_dictionary_free(open_dictionary(path, false)); /* what touch(1) made */
  uint8_t bytes[1 << 16];
  const size_t size = read_file(path, bytes, sizeof bytes);
  bytes[sizeof "rowkey dictionary " - 1] = '2';
  write_file(path, (const char *)bytes, size);
  check_not_opened(path, false, "the format of this dictionary is newer than this version of rowkey");
}

/* Every byte of the file that a name depends on. */
static void test_damaged_files(void) {
  static uint8_t whole[5000], bytes[5000];
  const char *path = new_path();
  rowkey_dictionary *dictionary = open_dictionary(path, false);
  CHECK(id_of(dictionary, "first") == 1, "id");
  CHECK(id_of(dictionary, "second") == 2, "id");
  rowkey_dictionary_free(dictionary);
  const size_t size = read_file(path, whole, sizeof whole), records = 4096;
  for (size_t at = records; at < size; at++) {
    memcpy(bytes, whole, size);
    bytes[at] ^= (uint8_t)(1 << random_below(8));
    write_file(path, bytes, size);
    check_not_opened(path, true, "damaged");
  }
  for (size_t cut = records; cut < size; cut++) {
    write_file(path, whole, cut);
    check_not_opened(path, false, "damaged");
  }
  /* The newer commit is lost: the names of the older one count. Both: nothing does. */
  memcpy(bytes, whole, size);
  bytes[512] ^= 1;
  write_file(path, bytes, size);
  dictionary = open_dictionary(path, true);
  CHECK(rowkey_dictionary_count(dictionary) == 1, "count");
  check_name(dictionary, 1, "first");
  rowkey_dictionary_free(dictionary);
  bytes[1024 + 9] ^= 1;
  write_file(path, bytes, size);
  check_not_opened(path, false, "neither of the two commits");
}

/* Writes the CRC32C of the bytes from `begin` to `end` at `at`. */
static void put_checksum(uint8_t *bytes, size_t at, size_t begin, size_t end) {
  const rowkey_hash crc32c = {.function = ROWKEY_CRC32C};
  const uint64_t offsets[] = {begin, end};
  uint64_t checksum;
  CHECK(rowkey_hash_strings(&crc32c, bytes, end, offsets, offsets + 1, 1, &checksum, NULL) == ROWKEY_OK,
        "checksum");
  for (unsigned i = 0; i < 4; i++) bytes[at + i] = (uint8_t)(checksum >> 8 * i);
}

/* Files that no writer makes, though every checksum is right. */
static void test_forged_files(void) {
  enum { COMMIT = 512, FIRST = 4096, HEAD = 12, NAME = 5, SECOND = FIRST + HEAD + NAME, ROOM = 80000 };
  static uint8_t whole[ROOM], bytes[ROOM];
  const char *path = new_path();
  rowkey_dictionary *dictionary = open_dictionary(path, false);
  CHECK(id_of(dictionary, "first") == 1 && id_of(dictionary, "other") == 2, "ids");
  rowkey_dictionary_free(dictionary);
  const size_t size = read_file(path, whole, sizeof whole);
  CHECK(size == SECOND + HEAD + NAME && whole[COMMIT] == 2, "%zu bytes", size);

  memcpy(bytes, whole, size); /* a name that has two ids */
  memcpy(bytes + SECOND + HEAD, bytes + FIRST + HEAD, NAME);
  put_checksum(bytes, SECOND, SECOND + 4, size);
  write_file(path, bytes, size);
  check_not_opened(path, true, "byte 4113: the record's name has an id already");

  memcpy(bytes, whole, size); /* a name that is one byte too long */
  const size_t length = ROWKEY_DICTIONARY_NAME_MAX + 1, longer = SECOND + HEAD + length;
  for (unsigned i = 0; i < 4; i++) bytes[SECOND + 4 + i] = (uint8_t)(length >> 8 * i);
  for (unsigned i = 0; i < 4; i++) bytes[COMMIT + 8 + i] = (uint8_t)(longer >> 8 * i);
  put_checksum(bytes, SECOND, SECOND + 4, longer);
  put_checksum(bytes, COMMIT + 24, COMMIT, COMMIT + 24);
  write_file(path, bytes, longer);
  check_not_opened(path, true, "byte 4113: the record's name is longer");

  memcpy(bytes, whole, size); /* a commit where its number does not belong: the one before it counts */
  bytes[COMMIT] = 3;
  put_checksum(bytes, COMMIT + 24, COMMIT, COMMIT + 24);
  write_file(path, bytes, size);
  dictionary = open_dictionary(path, true);
  CHECK(rowkey_dictionary_count(dictionary) == 1, "count");
  rowkey_dictionary_free(dictionary);

  memcpy(bytes, whole, size); /* the last commit that there can be: names are read, and none is added */
  memset(bytes + 2 * COMMIT, 255, 8);
  memcpy(bytes + 2 * COMMIT + 8, bytes + COMMIT + 8, 16);
  put_checksum(bytes, 2 * COMMIT + 24, 2 * COMMIT, 2 * COMMIT + 24);
  write_file(path, bytes, size);
  dictionary = open_dictionary(path, false);
  CHECK(id_of(dictionary, "other") == 2, "id");
  const rowkey_values name = rowkey_values_of_width(ROWKEY_KIND_TEXT, "third", 5, 1);
  uint64_t id;
  rowkey_error error;
  CHECK(rowkey_dictionary_ids(dictionary, &name, 1, &id, &error) == ROWKEY_ERROR_IO &&
            strstr(error.text, "no commit can follow") != NULL,
        "%s", error.text);
  rowkey_dictionary_free(dictionary);
}

/* A file that is not the one that was read. */
static void test_replaced_file(void) {
  char kept[100];
  const char *path = new_path();
  rowkey_dictionary *dictionary = open_dictionary(path, false);
  CHECK(id_of(dictionary, "first") == 1, "id");
  snprintf(kept, sizeof kept, "%s.kept", path);
  CHECK(rename(path, kept) == 0, "rename");
  const rowkey_values name = rowkey_values_of_width(ROWKEY_KIND_TEXT, "other", 5, 1);
  uint64_t id;
  rowkey_error error;
  CHECK(rowkey_dictionary_ids(dictionary, &name, 1, &id, &error) == ROWKEY_ERROR_IO, "a file that is gone");
  rowkey_dictionary_free(open_dictionary(path, false));
  CHECK(rowkey_dictionary_ids(dictionary, &name, 1, &id, &error) == ROWKEY_ERROR_IO &&
            strstr(error.text, "another file") != NULL,
        "%s", error.text);
  CHECK(rename(kept, path) == 0, "rename");
  CHECK(rowkey_dictionary_ids(dictionary, &name, 1, &id, &error) == ROWKEY_OK && id == 2, "%s", error.text);
  rowkey_dictionary_free(dictionary);
  new_path();
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"ids are given in order of appearance and kept", test_order_of_appearance},
      {"random names in all shapes get the ids of a list", test_random_names},
      {"the table grows", test_growth},
      {"names that cannot have an id are refused", test_refused_names},
      {"nulls have no id", test_nulls},
      {"nulls have empty names", test_names_of_nulls},
      {"ids without a name are refused", test_refused_ids},
      {"arguments are checked", test_arguments},
      {"values of other kinds are refused", test_other_values},
      {"other files are refused", test_files_that_are_none},
      {"damaged files are refused", test_damaged_files},
      {"forged files give no name two ids", test_forged_files},
      {"a file that was replaced is refused", test_replaced_file},
  };
  const int status = run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
  new_path();
  return status;
}
