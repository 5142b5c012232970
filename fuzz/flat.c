/* Records of rowkey/flat.h: any bytes are a record or an error that says why, and any bytes are a key or such
 * an error. What has a key comes back from it as a record that has the same key. Nothing beyond the bytes is
 * touched. */
#include <rowkey/flat.h>
#include <string.h>

#include "fuzz.h"

enum { ROOM = 4096, PLACE = 3 * sizeof(int64_t) };

static const struct design {
  const char *text, *schema;
  bool comes_back; /* all of the columns do */
} designs[] = {{"{i:i64}{u:u64}{h}", "i:i64,u:u64,h:text", true},
               {"{t:~i64}{p:i64}{f}{g}", "t:time(ms),p:decimal(2),f:f64,g:f32", true},
               {"{null_first(n):u8}{coalesce(n, 7):u64}{b:u8}{id}", "n:u64,b:bool,id:uuid", true},
               {"{h:esc}{x:u16s}{e:u8}", "h:text,x:hex,e:enum(a,b,c)", true},
               {"{md5(h, ts) % 100:02d}{year(ts):04d}", "h:text,ts:time(s)", false}};
enum { DESIGNS = sizeof designs / sizeof *designs };

static uint8_t error[700];

static rowkey_flat *open_design(size_t index) {
  static rowkey_flat *opened[DESIGNS];
  const struct design *design = &designs[index];
  if (opened[index] == NULL)
    FUZZ_CHECK(rowkey_flat_open(design->text, strlen(design->text), design->schema, strlen(design->schema),
                                &opened[index], error, sizeof error) == ROWKEY_OK,
               "%s", (const char *)error + PLACE);
  return opened[index];
}

/* A key or a record in room of its size, or of fewer bytes. */
struct made {
  uint8_t *bytes;
  uint64_t size;
};

typedef int32_t make(rowkey_flat *flat, const void *from, size_t from_size, void *to, size_t capacity,
                     uint64_t *size, uint8_t *text, size_t text_size);

/* Makes the one of the other. False where that is an error, which has a text. */
static bool try_make(make *function, rowkey_flat *flat, const uint8_t *from, size_t from_size,
                     struct made *made) {
  *made = (struct made){fuzz_guarded(0), 0};
  error[PLACE] = '\0';
  int32_t status = function(flat, from, from_size, made->bytes, 0, &made->size, error, sizeof error);
  if (status == ROWKEY_ERROR_SPACE) {
    FUZZ_CHECK(made->size > 0 && made->size <= ROOM * 4, "%llu bytes are enough",
               (unsigned long long)made->size);
    const size_t enough = (size_t)made->size;
    made->bytes = fuzz_guarded(enough);
    status = function(flat, from, from_size, made->bytes, enough, &made->size, error, sizeof error);
    FUZZ_CHECK(status != ROWKEY_ERROR_SPACE && made->size <= enough, "%zu bytes were not enough", enough);
  }
  FUZZ_CHECK(status == ROWKEY_OK || error[PLACE] != '\0', "status %d without a text", (int)status);
  return status == ROWKEY_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_without_kernels();
  struct fuzz_input input = fuzz_begin(data, size);
  const size_t index = (size_t)fuzz_take(&input, 1) % DESIGNS;
  const bool is_key = fuzz_take(&input, 1) % 2 == 1;
  rowkey_flat *flat = open_design(index);
  const size_t given_size = input.size < ROOM ? input.size : ROOM;
  const uint8_t *given = fuzz_guarded_copy(input.data, given_size);
  struct made key = {(uint8_t *)(uintptr_t)given, given_size}, record, again;
  if (!is_key && !try_make(rowkey_flat_key, flat, given, given_size, &key)) return 0;
  const bool comes_back = try_make(rowkey_flat_record, flat, key.bytes, (size_t)key.size, &record);
  FUZZ_CHECK(is_key || comes_back, "a key that was made is refused: %s", (const char *)error + PLACE);
  if (!comes_back || !designs[index].comes_back) return 0;
  FUZZ_CHECK(try_make(rowkey_flat_key, flat, record.bytes, (size_t)record.size, &again),
             "a record is refused: %s", (const char *)error + PLACE);
  FUZZ_CHECK(
      again.size == key.size && (key.size == 0 || memcmp(again.bytes, key.bytes, (size_t)key.size) == 0),
      "a record has another key");
  return 0;
}
