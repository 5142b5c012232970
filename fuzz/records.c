/* Records of any kind, with any columns: readers say the same of them wherever the bytes are cut, with every
 * instruction set, and read nothing beyond them. */
#include <rowkey/cpu.h>
#include <rowkey/records.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "records/transcript.h"

static const char *const lists[] = {
    "a:text",
    "a:text,b:u64",
    "a:u64,_,b:text,...",
    "a:i64,b:time(ms),c:text = d",
    "a:text,b:text,ab:time(s) = a + \"T\" + b",
    "a:uuid,b:decimal(2),c:bool,...",
    "a=u.a:text,b=u.b.c:i64,c:f64",
    "a:2s,b:u16le,_:1,c:i32be",
};
enum { LISTS = sizeof lists / sizeof *lists, TEXT_MAX = 64 };

struct records_input {
  rowkey_records_settings settings;
  char columns[TEXT_MAX + 1];
  size_t limit, slice;
};

static void take_settings(struct fuzz_input *input, struct records_input *records) {
  static const char *const nulls[] = {NULL, "", "-", "NULL"}, *const comments[] = {NULL, NULL, "#", "//"};
  const uint64_t flags = fuzz_take(input, 2);
  const size_t list = (size_t)fuzz_take_up_to(input, LISTS + 1);
  const rowkey_records_kind kind = (rowkey_records_kind)fuzz_take_up_to(input, 5);
  const rowkey_record_kind *about = rowkey_record_kind_of(kind);
  records->settings = (rowkey_records_settings){.kind = kind};
  /* Others are refused, with this or any input. */
  if (about->may_have_header) {
    records->settings.has_header = (flags & 1) != 0;
    records->settings.null = nulls[flags / 2 % 4];
    records->settings.comment = comments[flags / 8 % 4];
  }
  if (about->delimiter != 0 && flags / 32 % 4 == 0) records->settings.delimiter = ';';
  records->limit = (flags & 128) != 0 ? ROWKEY_RECORD_ROWS : 1 + (size_t)fuzz_take_up_to(input, 8);
  records->slice = 1 + (size_t)fuzz_take_up_to(input, 80);
  if (list < LISTS) records->settings.columns = lists[list];
  if (list != LISTS) return;
  fuzz_take_bytes(input, records->columns, (size_t)fuzz_take_up_to(input, TEXT_MAX));
  records->settings.columns = records->columns;
}

/* Where the records begin; SIZE_MAX where the header is not a good one. */
static size_t take_header(rowkey_records *records, const uint8_t *bytes, size_t size) {
  size_t begin, end;
  FUZZ_CHECK(
      rowkey_records_find_header(records, bytes, size, true, &begin, &end) && begin <= end && end <= size,
      "no header is found");
  if (rowkey_records_set_header(records, bytes + begin, end - begin, NULL) != ROWKEY_OK) return SIZE_MAX;
  FUZZ_CHECK(rowkey_records_check_header(records, bytes + begin, end - begin, NULL) == ROWKEY_OK,
             "the header differs from itself");
  return end < size ? end + 1 : end;
}

/* Of all bytes in one piece, or in slices. */
static struct transcript read_all(const rowkey_records *records, const struct records_input *of,
                                  const uint8_t *bytes, size_t size, bool sliced) {
  struct transcript transcript = {0};
  if (sliced) {
    transcript_add_slices(&transcript, records, bytes, size, of->slice, of->limit);
    return transcript;
  }
  rowkey_record_reader *reader = rowkey_record_reader_create(records, NULL);
  FUZZ_CHECK(reader != NULL, "no memory");
  transcript_add(&transcript, records, reader, fuzz_guarded_copy(bytes, size), size, NULL, of->limit);
  rowkey_record_reader_free(reader);
  return transcript;
}

static void check_equal(const struct transcript *a, const struct transcript *b, const char *what) {
  FUZZ_CHECK(a->size == b->size && (a->size == 0 || memcmp(a->text, b->text, a->size) == 0),
             "%s:\n%s\ninstead of\n%s", what, a->size == 0 ? "" : a->text, b->size == 0 ? "" : b->text);
}

static void read_records(const rowkey_records *records, const struct records_input *of, const uint8_t *bytes,
                         size_t size) {
  struct transcript first = {0};
  FUZZ_EACH_ISA(kernels) {
    FUZZ_CHECK(rowkey_isa_select(kernels->name, NULL) == ROWKEY_OK, "%s", kernels->name);
    struct transcript whole = read_all(records, of, bytes, size, false);
    struct transcript sliced = read_all(records, of, bytes, size, true);
    check_equal(&sliced, &whole, "in slices");
    transcript_free(&sliced);
    if (first.text == NULL) first = whole;
    check_equal(&whole, &first, kernels->name);
    if (whole.text != first.text) transcript_free(&whole);
    fuzz_count(kernels, "records", 1);
  }
  transcript_free(&first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  struct records_input of = {.columns = ""};
  take_settings(&input, &of);
  rowkey_records *records = rowkey_records_create(&of.settings, NULL);
  if (records == NULL) return 0;
  const size_t at = of.settings.has_header ? take_header(records, input.data, input.size) : 0;
  if (at != SIZE_MAX) {
    FUZZ_CHECK(rowkey_records_use(records, NULL, 0, NULL) == ROWKEY_OK, "no memory");
    read_records(records, &of, input.data + at, input.size - at);
  }
  rowkey_records_free(records);
  return 0;
}
