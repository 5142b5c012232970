/* The file of a dictionary. Any bytes are refused with a message, or hold the names and ids that a plain
 * reading of the format finds. Names that are added then get the next ids, every other process sees the same
 * ids, and so does whoever opens the file again. No name has two ids, no id two names, and a call that fails
 * gives none. */
#include <rowkey/dictionary.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "reference/reference.h"

enum {
  HEADER = 4096,
  RECORD_HEAD = 12,
  NAMES_MAX = 80,
  IMAGE_NAMES = 24, /* of a file that is made */
  ADDED = 40,
  IMAGE_MAX = 1 << 18
};

/* Names in the order of their ids. */
struct known {
  uint64_t sequence; /* of the newest commit: none follows 2^64 - 1 */
  size_t count, used;
  uint64_t begin[NAMES_MAX], end[NAMES_MAX];
  uint8_t bytes[2 * IMAGE_MAX];
};

struct image {
  size_t size;
  uint8_t bytes[IMAGE_MAX];
};

/* Files need not be durable here. */
int __wrap_fsync(int file);
int __wrap_fsync(int file) {
  (void)file;
  return 0;
}

static uint64_t get(const uint8_t *bytes, unsigned count) {
  uint64_t value = 0;
  while (count-- > 0) value = value << 8 | bytes[count];
  return value;
}

static void put(uint8_t *bytes, unsigned count, uint64_t value) {
  for (unsigned i = 0; i < count; i++) bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t crc32c(const uint8_t *bytes, size_t size) {
  const rowkey_hash hash = {.function = ROWKEY_CRC32C};
  uint64_t values[MOST_HASH_VALUES];
  reference_hash(&hash, 0, bytes, size, values);
  return (uint32_t)values[0];
}

/* ---- The format, read the plain way ------------------------------------------------------------- */

static size_t size_of(const struct known *known, size_t name) {
  return (size_t)(known->end[name] - known->begin[name]);
}

/* The id of a name, or 0. */
static uint64_t plain_id(const struct known *known, const uint8_t *name, size_t size) {
  for (size_t i = 0; i < known->count; i++)
    if (size_of(known, i) == size && memcmp(known->bytes + known->begin[i], name, size) == 0) return i + 1;
  return 0;
}

static void learn(struct known *known, const uint8_t *name, size_t size) {
  FUZZ_CHECK(known->count < NAMES_MAX && known->used + size <= sizeof known->bytes, "too many names");
  memcpy(known->bytes + known->used, name, size);
  known->begin[known->count] = known->used;
  known->end[known->count++] = known->used += size;
}

static void put_commit(uint8_t *header, uint64_t sequence, uint64_t end, uint64_t names) {
  uint8_t *commit = header + 512 * (1 + sequence % 2);
  put(commit, 8, sequence);
  put(commit + 8, 8, end);
  put(commit + 16, 8, names);
  put(commit + 24, 4, crc32c(commit, 24));
}

static void put_header(uint8_t *bytes) {
  memset(bytes, 0, HEADER);
  memcpy(bytes, "rowkey dictionary 1\n", 20);
  put_commit(bytes, 0, HEADER, 0);
}

/* Whether a crash may have left this of a header that was being made. */
static bool is_begun(const struct image *image) {
  static uint8_t header[HEADER];
  put_header(header);
  if (image->size > HEADER) return false;
  for (size_t i = 0; i < image->size; i++)
    if (image->bytes[i] != 0 && image->bytes[i] != header[i]) return false;
  return image->size < HEADER || memcmp(image->bytes, header, HEADER) != 0;
}

/* The commit that counts, or NULL. */
static const uint8_t *newest_commit(const struct image *image) {
  const uint8_t *newest = NULL;
  for (unsigned i = 0; i < 2; i++) {
    const uint8_t *commit = image->bytes + 512 * (1 + i);
    const uint64_t sequence = get(commit, 8);
    if (get(commit + 24, 4) != crc32c(commit, 24) || sequence % 2 != i) continue;
    if (newest == NULL || sequence > get(newest, 8)) newest = commit;
  }
  return newest;
}

/* Whether the bytes are a dictionary, whose names are then known. */
static bool read_plainly(const struct image *image, bool read_only, struct known *known) {
  known->count = known->used = 0;
  known->sequence = 0;
  if (!read_only && is_begun(image)) return true;
  if (image->size < HEADER || memcmp(image->bytes, "rowkey dictionary 1\n", 20) != 0) return false;
  const uint8_t *commit = newest_commit(image);
  if (commit == NULL) return false;
  const uint64_t end = get(commit + 8, 8), names = get(commit + 16, 8);
  known->sequence = get(commit, 8);
  uint64_t at = HEADER;
  while (at < end) {
    if (end > image->size || end - at < RECORD_HEAD) return false;
    const uint8_t *record = image->bytes + at;
    const uint64_t size = get(record + 4, 4);
    if (size > ROWKEY_DICTIONARY_NAME_MAX || size > end - at - RECORD_HEAD) return false;
    if (get(record, 4) != crc32c(record + 4, (size_t)size + 8)) return false;
    if (get(record + 8, 4) != known->count + 1) return false;
    if (plain_id(known, record + RECORD_HEAD, (size_t)size) != 0) return false;
    learn(known, record + RECORD_HEAD, (size_t)size);
    at += RECORD_HEAD + size;
  }
  return at == end && names == known->count;
}

/* ---- Files from inputs -------------------------------------------------------------------------- */

/* One of a few names that many inputs take, or one that is made of the input's bytes. Returns its size. */
static size_t take_name(struct fuzz_input *input, uint8_t name[64]) {
  const uint64_t kind = fuzz_take(input, 1);
  if (kind % 4 != 3) return (size_t)snprintf((char *)name, 64, "metric.%u", (unsigned)(kind / 4));
  const size_t size = (size_t)fuzz_take_up_to(input, 40);
  fuzz_take_bytes(input, name, size);
  return size;
}

static void add_record(struct image *image, uint64_t id, const uint8_t *name, size_t size, bool is_whole) {
  uint8_t *record = image->bytes + image->size;
  FUZZ_CHECK(image->size + RECORD_HEAD + size <= IMAGE_MAX, "too large a file");
  put(record + 4, 4, size);
  put(record + 8, 4, id);
  memcpy(record + RECORD_HEAD, name, size);
  put(record, 4, is_whole ? crc32c(record + 4, size + 8) : 0);
  image->size += RECORD_HEAD + size;
}

/* A file as the library writes it, but where the input says otherwise. */
static void make_file(struct fuzz_input *input, struct image *image) {
  static uint8_t longest[ROWKEY_DICTIONARY_NAME_MAX + 2];
  const uint64_t count = fuzz_take_up_to(input, IMAGE_NAMES), strange = fuzz_take(input, 1);
  const uint64_t sequence = strange % 16 == 1 ? UINT64_MAX - fuzz_take_up_to(input, 2) : fuzz_take(input, 1);
  put_header(image->bytes);
  image->size = HEADER;
  uint64_t id = 1;
  for (uint64_t i = 0; i < count; i++, id++) {
    uint8_t name[64];
    const size_t size = take_name(input, name);
    const uint64_t fault = strange % 16 == 2 ? fuzz_take(input, 1) : 0;
    id += fault % 16 == 1;
    add_record(image, id, name, size, fault % 16 != 2);
  }
  const size_t before = image->size;
  if (strange % 16 == 3) {
    const size_t size = ROWKEY_DICTIONARY_NAME_MAX - 1 + (size_t)fuzz_take_up_to(input, 3);
    memset(longest, 'n', sizeof longest);
    add_record(image, id++, longest, size, true);
  }
  put_commit(image->bytes, sequence, image->size, id - 1);
  if (strange % 16 == 4) /* an older or newer one beside it */
    put_commit(image->bytes, sequence + 1 - 2 * fuzz_take_up_to(input, 1),
               before - fuzz_take_up_to(input, 40), id - fuzz_take_up_to(input, 2));
  for (uint64_t changes = strange / 16 % 4; changes > 0; changes--)
    image->bytes[fuzz_take_up_to(input, image->size - 1)] = (uint8_t)fuzz_take(input, 1);
  if (strange / 64 == 1) image->size -= (size_t)fuzz_take_up_to(input, image->size);
  if (strange / 64 == 2) /* what a crash left after the records */
    for (uint64_t more = fuzz_take_up_to(input, 100); more > 0; more--)
      image->bytes[image->size++] = (uint8_t)fuzz_take(input, 1);
}

/* The file of all executions, which only this process sees. */
static int file;
static char path[40];

static void write_image(const struct image *image) {
  if (path[0] == 0) {
    file = memfd_create("dictionary", MFD_CLOEXEC);
    FUZZ_CHECK(file >= 0, "no file in memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  }
  FUZZ_CHECK(ftruncate(file, 0) == 0 && pwrite(file, image->bytes, image->size, 0) == (ssize_t)image->size,
             "cannot write");
}

static void read_image(struct image *image) {
  const ssize_t size = pread(file, image->bytes, IMAGE_MAX, 0);
  FUZZ_CHECK(size >= 0 && size < IMAGE_MAX, "cannot read");
  image->size = (size_t)size;
}

/* ---- Dictionaries ------------------------------------------------------------------------------- */

static rowkey_dictionary *open_file(const rowkey_dictionary_options *options, bool good) {
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_dictionary *dictionary = rowkey_dictionary_open(path, options, &error);
  FUZZ_CHECK((dictionary != NULL) == good, "%s", good ? error.text : "a bad file is opened");
  FUZZ_CHECK(good || (error.status == ROWKEY_ERROR_IO && error.text[0] != 0), "status %d: %s",
             (int)error.status, error.text);
  return dictionary;
}

/* All names by their ids, and all ids by their names. */
static void check_all(rowkey_dictionary *dictionary, const struct known *known) {
  static char text[sizeof known->bytes];
  uint64_t ids[NAMES_MAX], offsets[NAMES_MAX + 1];
  rowkey_error error;
  const size_t count = known->count;
  const rowkey_values names =
      rowkey_values_of_spans(ROWKEY_KIND_BYTES, known->bytes, known->used, known->begin, known->end, count);
  FUZZ_CHECK(rowkey_dictionary_ids(dictionary, &names, count, ids, &error) == ROWKEY_OK, "%s", error.text);
  for (size_t i = 0; i < count; i++)
    FUZZ_CHECK(ids[i] == i + 1, "name %zu has id %llu", i + 1, (unsigned long long)ids[i]);
  FUZZ_CHECK(rowkey_dictionary_count(dictionary) == count, "%llu names, not %zu",
             (unsigned long long)rowkey_dictionary_count(dictionary), count);
  const rowkey_values numbers = rowkey_u64s(ids, count);
  const size_t size = rowkey_dictionary_names_size(dictionary, &numbers, count);
  FUZZ_CHECK(size == known->used, "the names have %zu bytes, not %zu", size, known->used);
  const rowkey_decoded decoded = rowkey_decoded_text(text, size, offsets, NAMES_MAX);
  FUZZ_CHECK(rowkey_dictionary_names(dictionary, &numbers, count, &decoded, &error) == ROWKEY_OK, "%s",
             error.text);
  FUZZ_CHECK(memcmp(text, known->bytes, size) == 0, "names");
  for (size_t i = 0; i < count; i++) FUZZ_CHECK(offsets[i + 1] == known->end[i], "name %zu", i + 1);
  ids[0] = count + 1;
  const rowkey_values unknown = rowkey_u64s(ids, 1);
  FUZZ_CHECK(rowkey_dictionary_names(dictionary, &unknown, 1, &decoded, &error) == ROWKEY_ERROR_RANGE,
             "id %zu has a name", count + 1);
}

/* Gives ids to a batch of names, of which some are known, some repeated and some null. */
static void add_names(struct fuzz_input *input, rowkey_dictionary *dictionary, uint64_t largest,
                      bool read_only, struct known *known) {
  static struct known grown;
  const size_t rows = (size_t)fuzz_take_up_to(input, ADDED);
  uint64_t offsets[ADDED + 1] = {0}, ids[ADDED], expected[ADDED];
  uint8_t text[ADDED * 64], validity[ADDED / 8 + 1];
  size_t refused = rows;
  grown = *known;
  const bool has_nulls = fuzz_take(input, 1) % 2 == 1;
  memset(validity, 255, sizeof validity);
  if (has_nulls) fuzz_take_bytes(input, validity, sizeof validity);
  for (size_t row = 0; row < rows; row++) {
    uint8_t *name = text + offsets[row];
    const size_t size = take_name(input, name);
    offsets[row + 1] = offsets[row] + size;
    const bool is_null = (validity[row / 8] >> row % 8 & 1) == 0;
    expected[row] = is_null ? 0 : plain_id(&grown, name, size);
    if (is_null || expected[row] != 0 || refused < rows) continue;
    if (read_only || grown.count >= largest) {
      refused = row;
    } else {
      learn(&grown, name, size);
      expected[row] = grown.count;
    }
  }
  const size_t size = (size_t)offsets[rows];
  rowkey_values names =
      rowkey_values_of_offsets(ROWKEY_KIND_BYTES, fuzz_guarded_copy(text, size), size, offsets, rows);
  if (has_nulls) names = rowkey_values_with_nulls(names, validity, 0);
  rowkey_error error;
  const rowkey_status status = rowkey_dictionary_ids(dictionary, &names, rows, ids, &error);
  const bool is_late = known->sequence == UINT64_MAX && grown.count > known->count;
  const rowkey_status wanted = refused < rows ? ROWKEY_ERROR_RANGE : is_late ? ROWKEY_ERROR_IO : ROWKEY_OK;
  FUZZ_CHECK(status == wanted, "status %d, not %d, row %zu", (int)status, (int)wanted, refused);
  if (status != ROWKEY_OK) {
    FUZZ_CHECK(error.text[0] != 0 && (refused == rows || error.row == refused), "row %zu, not %zu", error.row,
               refused);
    return;
  }
  for (size_t row = 0; row < rows; row++)
    FUZZ_CHECK(ids[row] == expected[row], "row %zu has id %llu, not %llu", row, (unsigned long long)ids[row],
               (unsigned long long)expected[row]);
  grown.sequence += grown.count > known->count;
  *known = grown;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct image image;
  static struct known known, again;
  struct fuzz_input input = fuzz_begin(data, size);
  fuzz_without_kernels();
  const uint64_t form = fuzz_take(&input, 1);
  const bool read_only = form % 4 == 1;
  const rowkey_dictionary_options options = {
      .read_only = read_only, .largest_id = form % 4 == 2 ? 1 + fuzz_take_up_to(&input, 40) : 0};
  const uint64_t largest = options.largest_id == 0 ? UINT32_MAX : options.largest_id;
  if (form / 4 % 8 != 7) {
    make_file(&input, &image);
  } else {
    image.size = input.size < IMAGE_MAX ? input.size : IMAGE_MAX;
    memcpy(image.bytes, input.data, image.size);
  }
  write_image(&image);
  const bool good = read_plainly(&image, read_only, &known);
  rowkey_dictionary *dictionary = open_file(&options, good);
  if (!good) return 0;
  rowkey_dictionary *other = open_file(&options, true); /* another process */
  check_all(dictionary, &known);
  add_names(&input, dictionary, largest, read_only, &known);
  check_all(dictionary, &known);
  add_names(&input, other, largest, read_only, &known);
  check_all(other, &known);
  check_all(dictionary, &known);
  rowkey_dictionary_free(dictionary);
  rowkey_dictionary_free(other);
  read_image(&image);
  FUZZ_CHECK(read_plainly(&image, true, &again), "the file is not a dictionary any more");
  FUZZ_CHECK(again.count == known.count && again.used == known.used &&
                 memcmp(again.bytes, known.bytes, known.used) == 0,
             "%zu names are in the file, not %zu", again.count, known.count);
  const rowkey_dictionary_options reader = {.read_only = true};
  dictionary = open_file(&reader, true);
  check_all(dictionary, &known);
  rowkey_dictionary_free(dictionary);
  return 0;
}
