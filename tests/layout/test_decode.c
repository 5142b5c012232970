/* Columns come back from the keys that were made of them. */
#include <stdio.h>
#include <string.h>

#include "decoding.h"

/* ---- Records --------------------------------------------------------------------------------- */

enum { ID, BIG, TS, N, WIDE, USER, HOST, ANY, F, G };
static const char *const names[] = {"id", "big", "ts", "n", "wide", "user", "host", "any", "f", "g"};

static void add_random_text(struct batch *batch, const char *name, size_t longest, bool plain) {
  uint64_t *offsets = guarded((batch->rows + 1) * sizeof *offsets, GUARD_END);
  uint8_t *bytes = guarded(batch->rows * longest, GUARD_END);
  for (size_t i = 0; i < batch->rows; i++) {
    uint64_t size = random_below(longest + 1);
    uint8_t *at = bytes + offsets[i];
    random_bytes(at, (size_t)size);
    for (size_t j = 0; j < size; j++) at[j] = plain ? (uint8_t)('a' + at[j] % 26) : at[j] < 64 ? 0 : at[j];
    offsets[i + 1] = offsets[i] + size;
  }
  add_bytes(batch, name, bytes, offsets);
}

static struct batch records(size_t rows) {
  struct batch batch = {.rows = rows};
  uint64_t *integers = guarded(rows * sizeof *integers, GUARD_END);
  int64_t *signed_integers = guarded(rows * sizeof *signed_integers, GUARD_END);
  double *doubles = guarded(rows * sizeof *doubles, GUARD_END);
  float *floats = guarded(rows * sizeof *floats, GUARD_END);
  for (size_t i = 0; i < rows; i++) integers[i] = random_below(UINT64_C(10000000000));
  add_u64(&batch, names[ID], integers);
  for (size_t i = 0; i < rows; i++) integers[i] = random_u64() >> random_below(64);
  add_u64(&batch, names[BIG], integers);
  for (size_t i = 0; i < rows; i++) integers[i] = random_below(UINT64_C(1) << 31);
  add_u64(&batch, names[TS], integers);
  for (size_t i = 0; i < rows; i++) signed_integers[i] = (int64_t)random_below(200) - 100;
  add_i64(&batch, names[N], signed_integers);
  for (size_t i = 0; i < rows; i++) signed_integers[i] = (int64_t)(random_u64() >> 2) - (INT64_C(1) << 61);
  add_i64(&batch, names[WIDE], signed_integers);
  add_random_text(&batch, names[USER], 16, true);
  add_random_text(&batch, names[HOST], 8, true);
  add_random_text(&batch, names[ANY], 40, false);
  for (size_t i = 0; i < rows; i++) doubles[i] = (double)(int64_t)random_u64() / 1e9;
  add_f64(&batch, names[F], doubles);
  for (size_t i = 0; i < rows; i++) floats[i] = (float)(int64_t)random_u64() / -1e9F;
  add_f32(&batch, names[G], floats);
  return batch;
}

/* ---- Round trips ----------------------------------------------------------------------------- */

/* The letters U, R, H and A say what becomes of each column: unused, recovered, hashed, or reduced by
 * arithmetic. */
struct layout_case {
  const char *text;
  const char *recovery;
};

static void check_recovery(const rowkey_layout *layout, struct layout_case expected) {
  static const char letters[] = {'R', 'U', 'H', 'A'};
  CHECK(strlen(expected.recovery) == sizeof names / sizeof *names, "%s", expected.text);
  for (size_t i = 0; expected.recovery[i] != '\0'; i++)
    CHECK(letters[rowkey_layout_recovery(layout, i)] == expected.recovery[i], "%s: column %s is %c",
          expected.text, names[i], letters[rowkey_layout_recovery(layout, i)]);
}

static void check_round_trip(const struct batch *batch, struct layout_case expected) {
  rowkey_layout *layout = compile(expected.text, batch);
  check_recovery(layout, expected);
  EACH_ISA(kernels) {
    struct settings settings = {kernels->name, random_u64(), random_u64(), GUARD_END};
    struct encoded encoded = encode(layout, batch, settings);
    CHECK(encoded.status == ROWKEY_OK, "%s: %s", expected.text, encoded.error.text);
    const struct keys keys = {encoded.keys, encoded.offsets, batch->rows};
    struct decoded decoded = decode(layout, batch, keys, kernels->name, 0);
    CHECK(decoded.status == ROWKEY_OK, "%s, %s: %s", expected.text, kernels->name, decoded.error.text);
    check_decoded(layout, batch, &decoded, batch->rows, expected.text);
  }
  rowkey_layout_free(layout);
}

static void check_all(const struct layout_case *cases, size_t count) {
  static const size_t rows[] = {0, 1, 7, 40, 2500};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct batch batch = records(rows[i]);
    for (size_t j = 0; j < count; j++) check_round_trip(&batch, cases[j]);
  }
}

static void test_designs(void) {
  static const struct layout_case designs[] = {
      {"{random() % 1000000:07d}{id:010d}", "RUUUUUUUUU"},
      {"{id % 1000000:07d}{id:010d}", "RUUUUUUUUU"},
      {"{md5(id) % 1000000:07d}{id:010d}", "RUUUUUUUUU"},
      {"({md5(id) % 1000000:07d},{id:010d})", "RUUUUUUUUU"},
      {"{md5(any) % 1000000:07d}{id:010d}", "RUUUUUUHUU"},
      {"{md5(user) % 1000:04d}{user:16s}{ts:u64}", "UURUURUUUU"},
      {"{random() % 4:a}-{any}", "UUUUUUURUU"},
      {"{md5(any) % 4:a}-{any}", "UUUUUUURUU"},
      {"{reverse(id:010d)}", "RUUUUUUUUU"},
      {"{ts % 100:02d}{ts:u64}{user:16s}{host:8s}", "UURUURRUUU"},
      {"{user:16s}{9223372036854775807 - ts:u64}", "UURUURUUUU"},
      {"{user:16s}{reverse_time(ts):u64}", "UURUURUUUU"},
      {"{md5(user)}{md5(host)}{ts:u64}", "UURUUHHUUU"},
      {"{id:u64}{2:u8}{big:u64}", "RRUUUUUUUU"},
      {"{abs(java_hash(ts, \"|\", user) % 1000):03d}|{ts}|{user}", "UURUURUUUU"},
      {"{abs(h31(id:u40, user) % 20):u8}{id:u40}{ts - ts % 3600:u32}{user}", "RUAUURUUUU"},
      {"{abs(h31(rest) % 16):u8}{wide:i64}", "UUUURUUUUU"},
  };
  check_all(designs, sizeof designs / sizeof *designs);
}

static void test_formats(void) {
  static const struct layout_case formats[] = {
      {"{id}", "RUUUUUUUUU"},
      {"{n}", "UUURUUUUUU"},
      {"{wide}|{big}", "URUURUUUUU"},
      {"{big:020d}{id:017d}{id:~019d}", "RRUUUUUUUU"},
      {"{big:016x}{big:x}", "URUUUUUUUU"},
      {"{big:016X}{ts:X}", "URRUUUUUUU"},
      {"{ts:u32}{ts:u40}{big:u64}", "URRUUUUUUU"},
      {"{n:i8}{n:i16}{n:i24}{n:i56}{wide:i64}", "UUURRUUUUU"},
      {"{ts:u32le}{big:u64le}{n:i8}", "URRRUUUUUU"},
      {"{n:i16le}{wide:i64le}", "UUURRUUUUU"},
      {"{n:i16be}{wide:i64be}{n:i24be}", "UUURRUUUUU"},
      {"{ts:~u32}{wide:~i64}{n:~i16}", "UURRRUUUUU"},
      {"{id:~010d}{big:~x}", "RRUUUUUUUU"},
      {"{n:~d}", "UUURUUUUUU"},
      {"{bit_reverse(id, 40):u40}{big ^ 0xff00ff:u64}{n ^ -1:i8}", "RRURUUUUUU"},
      {"{n << 3:i16}{bit_reverse(ts ^ 5, 32) << 7:u64}{n + 100 << 55:~u64}", "UURRUUUUUU"},
      {"{ts >> 12:u32}{ts & 4095:u16}{n >> 4:i8}{15 & n:u8}", "UURRUUUUUU"},
      {"{wide >> 40:i64}{floormod(wide, 1099511627776):u64}{n >> 4:i8}{n % 16:i8}", "UUUARUUUUU"},
      {"{big | 3:u64}{ts >> (n & 31):u64}", "UAAAUUUUUU"},
      {"{interleave(ts, n + 100, 32):u64}", "UURRUUUUUU"},
      {"{interleave(n + 100, 5, id % 97, 16):u64}{id / 97:u64}", "RUURUUUUUU"},
      {"{bit_reverse(interleave(7, n & 7, 9, n + 100, 16), 64):~020d}", "UUURUUUUUU"},
      {"{reverse(interleave(ts & 255, id % 5, n & 1, 21):~u64, user)}", "AUAAURUUUU"},
      {"{interleave(7, ts ^ 1, 31) << 1:~016X}{interleave(n & 7, n >> 3 & 63, 6):~04d}", "UURAUUUUUU"},
      {"{interleave(ts / 60, id % 97, 32):u64}{ts % 60:u8}{id / 97:u64}", "RURUUUUUUU"},
      {"{interleave(interleave(ts & 255, n + 100, 16), ts >> 8, 32):u64}", "UUAAUUUUUU"},
      {"{reverse(interleave(ts, id % 5, 32):~020d, user)}", "AURUURUUUU"},
      {"{interleave(ts, ts, 32) / 60:u64}{interleave(ts, ts, 32) % 60:u8}", "UUAUUUUUUU"},
      {"{scaled(f, 1000):i64}{scaled(g, 3, round=floor):i64}", "UUUUUUUUAA"},
      {"{md5(id):05x}{id:u64}{md5(big):020x}{md5(big):X}{md5(big) % 7:d}", "RHUUUUUUUU"},
      {"{f:f64}{g:f32}", "UUUUUUUURR"},
      {"{g:f64}{f:~f64}", "UUUUUUUURR"},
      {"{g:~f32}", "UUUUUUUUUR"},
      {"{any}", "UUUUUUURUU"},
      {"{any:x}", "UUUUUUURUU"},
      {"{any:X}|{user:x}", "UUUUURURUU"},
      {"{any:~s}", "UUUUUUURUU"},
      {"{user:~16s}{any:~x}", "UUUUURURUU"},
      {"{any:esc}{user:esc}{id:u64}", "RUUUURURUU"},
      {"{any:mem}{user:mem}{host:mem}", "UUUUURRRUU"},
      {"{any:~esc}{user:~mem}{id}", "RUUUURURUU"},
      {"{md5(any):x}{md5(any):X}{md5(any)}", "UUUUUUUHUU"},
      {"{md5(any):d}|{md5(any):039d}", "UUUUUUUHUU"},
      {"{md5(any):~d}", "UUUUUUUHUU"},
      {"{murmur3_128(any)}{murmur3_128(id):x}{id}", "RUUUUUUHUU"},
      {"{crc32c(any):u32}{xxh64(any):x}", "UUUUUUUHUU"},
      {"{murmur3_32(any, seed=42):i32}{any}", "UUUUUUURUU"},
  };
  check_all(formats, sizeof formats / sizeof *formats);
}

static void test_functions_of_text(void) {
  static const struct layout_case functions[] = {
      {"{lower(any)}", "UUUUUUUAUU"},
      {"{lower(any):esc}{any}", "UUUUUUURUU"},
      {"{prefix(any, 3):x}-{length(any):u16}", "UUUUUUUAUU"},
      {"{length(any):u16}{any}", "UUUUUUURUU"},
      {"{length(upper(user)) * 3:u16}{trim(user):16s}{prefix(host, 4):4s}", "UUUUUAAUUU"},
      {"{md5(lower(any)) % 1000:03d}", "UUUUUUUHUU"},
      {"{reverse_labels(user, \"c\"):esc}{utf16le(host):u16s}", "UUUUURRUUU"},
      {"{utf16le(reverse_labels(user, \"a\")):~x}", "UUUUURUUUU"},
      {"{any:u16s}{user:~u8s}{reverse(host:u24s, user):u32s}", "UUUUURRRUU"},
      {"{user:20s(\"|\")}{host:~9s(\"\\xff\")}", "UUUUURRUUU"},
      {"{user:020s}{host:~09s}{id:u64}", "RUUUURRUUU"},
      {"{reverse_labels(reverse(user, \".\", id:010d), \".\"):~mem}", "RUUUURUUUU"},
      {"{reverse_labels(reverse(user, id:010d), \"a\"):mem}", "RUUUURUUUU"},
      {"{utf16le(reverse(user, id:010d)):x}", "RUUUURUUUU"},
      {"{reverse_labels(reverse(user, \".\", id), \".\"):~mem}", "AUUUUAUUUU"},
      {"{reverse(reverse_labels(user, \"x\"):u16s, utf16le(host)):~u16s}", "UUUUURRUUU"},
      {"{reverse_labels(lower(user), \"b\"):u8s}{user}", "UUUUURUUUU"},
      {"{reverse_labels(lower(user), \"b\")}", "UUUUUAUUUU"},
      {"{coalesce(user, \"none\"):u8s}{utf16le(coalesce(host, \"\")):X}", "UUUUURRUUU"},
      {"{slice(user, 2, 3):~esc}{reverse(user):mem}{upper(host)}", "UUUUURAUUU"},
  };
  check_all(functions, sizeof functions / sizeof *functions);
}

static void test_expressions(void) {
  static const struct layout_case expressions[] = {
      {"{id + 5:u64}", "RUUUUUUUUU"},
      {"{5 + id:u64}{1000 - n:04d}", "RUURUUUUUU"},
      {"{-n:i8}", "UUURUUUUUU"},
      {"{n - 7}", "UUURUUUUUU"},
      {"{n * 3:i16}{ts * 10}", "UURRUUUUUU"},
      {"{n * -3:i16}", "UUURUUUUUU"},
      {"{n * -1:i8}", "UUURUUUUUU"},
      {"{3 * n:i16}{0 * ts + 1:u8}", "UUARUUUUUU"},
      {"{abs(id)}", "RUUUUUUUUU"},
      {"{floormod(wide, 1000):u16}{wide / 1000:i64}", "UUUUAUUUUU"},
      {"{(5 - n) * 2 + 1:i16}", "UUURUUUUUU"},
      {"{ts / 1000}|{ts % 1000:03d}", "UURUUUUUUU"},
      {"{(ts + 7) / 60:u32}{(ts + 7) % 60:02d}", "UURUUUUUUU"},
      {"{wide / 1000:i64}{wide % 1000:i16}", "UUUURUUUUU"},
      {"{floormod(ts, 60):02d}{ts / 60:u32}", "UURUUUUUUU"},
      {"{truncate(ts, 3600):u32}{ts % 3600:u16}", "UURUUUUUUU"},
      {"{ts % 60:02d}{ts - ts % 60:010d}", "UURUUUUUUU"},
      {"{wide - wide % 60:i64}{wide % 60:i8}", "UUUURUUUUU"},
      {"{truncate(wide, 1000):i64}{floormod(wide, 1000):03d}", "UUUURUUUUU"},
      {"{truncate(wide, 1000):i64}{wide % 1000:i16}", "UUUUAUUUUU"},
      {"{wide - wide % 1000:i64}{floormod(wide, 1000):u16}", "UUUUAUUUUU"},
      {"{ts - ts % 60:u32}{ts % 61:u8}", "UUAUUUUUUU"},
      {"{truncate(7 * ts, 60) / 10:u64}{7 * ts % 60 + 5:u8}", "UUAUUUUUUU"},
      {"{truncate(7 * ts, 60) * 10:u64}{7 * ts % 60 + 5:u8}", "UURUUUUUUU"},
      {"{5 + ts / 1000:u64}{1000 - ts % 1000:~04d}", "UURUUUUUUU"},
      {"{int32(ts / 10000000000):i64}{ts % 10000000000:u64}", "UURUUUUUUU"},
      {"{ts / 1000}", "UUAUUUUUUU"},
      {"{abs(n):03d}", "UUUAUUUUUU"},
      {"{ts + n:i64}", "UUAAUUUUUU"},
      {"{ts & 255:u8}", "UUAUUUUUUU"},
      {"{int32(n):i32}", "UUUAUUUUUU"},
      {"{between(n, -1000, 1000) + 1000:u16}{between(id, 0, 1 << 60) << 3:u64}", "RUURUUUUUU"},
      {"{min(ts, 4294967295):u32}", "UUAUUUUUUU"},
      {"{wrapping_mul(ts, 11400714819323198485):u64}", "UURUUUUUUU"},
      {"{wrapping_sub(1, wrapping_add(ts, -7)):i64}", "UURUUUUUUU"},
      {"{wrapping_mul(ts, 6):u64}", "UUAUUUUUUU"},
      {"{min(ts % 60, 60):u8}{max(-1, ts / 60):u64}", "UURUUUUUUU"},
      {"{truncate(ts, 3600):u32}", "UUAUUUUUUU"},
      {"{coalesce(id, 1):010d}{coalesce(user, \"none\")}", "RUUUURUUUU"},
      {"{coalesce(id, 1):u64}{coalesce(id, 1):u64}", "RUUUUUUUUU"},
      {"{coalesce(f, 1):f64}{coalesce(f, 1):f64}{coalesce(g, 2):f32}{coalesce(g, 2):f32}", "UUUUUUUURR"},
      {"{md5(user) % 16:01x}{ts % 16:01x}{md5(user, ts % 16):x}", "UUAUUHUUUU"},
      {"{random() % 100:02d}{h31(rest) % 100 + 100:03d}{random() % 7:a}{id:u64}", "RUUUUUUUUU"},
      {"{reverse(id)}", "RUUUUUUUUU"},
      {"{reverse(\"x\", user, id:u64)}", "RUUUURUUUU"},
      {"{reverse(user, id)}", "AUUUUAUUUU"},
      {"{reverse(user:esc, id)}", "RUUUURUUUU"},
      {"{reverse(id:010d, reverse(user:16s))}", "RUUUURUUUU"},
      {"{reverse(user):16s}{reverse(id:010d):x}", "RUUUURUUUU"},
      {"{reverse(user, \"!\"):esc}{reverse(id:010d):mem}", "RUUUURUUUU"},
      {"{reverse(md5(any), n:i8)}{n}", "UUURUUUHUU"},
      {"{reverse(user, id):esc}{user}", "AUUUURUUUU"},
      {"{reverse(rest)}{reverse(rest)}{reverse(rest)}{id:u64}", "RUUUUUUUUU"},
      {"{reverse(user:esc, rest):esc}{reverse(rest):mem}{ts}", "UURUURUUUU"},
      {"{ts % 100:02d}{ts / 3600:u32}{ts % 3600:u16}", "UURUUUUUUU"},
      {"{ts / 86400}|{ts % 86400 / 3600:02d}{ts % 86400 % 3600:04d}", "UURUUUUUUU"},
      {"{ts % 86400 / 3600:02d}{ts % 86400 % 3600:04d}{ts / 86400}", "UURUUUUUUU"},
      {"{ts / 60 / 60:u64}{ts / 60 % 60:02d}{ts % 60:02d}", "UURUUUUUUU"},
      {"{wide % 60:i8}{wide / 60 % 60:i8}{wide / 60 / 60:i64}", "UUUURUUUUU"},
      {"{id:u64}{n % 1000 % 10 % 5:i8}{n % 1000 % 10 / 5:i8}{n % 1000 / 10:i8}", "RUUAUUUUUU"},
      {"{ts - ts % 1000}|{ts % 1000 - ts % 1000 % 100:u16}{ts % 1000 % 100 / 9:u8}{ts % 1000 % 100 % 9:u8}",
       "UURUUUUUUU"},
      {"{ts / 7 % 9 / 3:u8}{ts / 7 % 9 % 3:u8}{ts / 7 / 9:u64}{ts % 7 % 3:u8}{ts % 7 / 3:u8}", "UURUUUUUUU"},
      {"a literal", "UUUUUUUUUU"},
  };
  check_all(expressions, sizeof expressions / sizeof *expressions);
}

/* ---- Forms of a call ------------------------------------------------------------------------- */

static void test_unwanted_columns(void) {
  struct batch batch = records(100);
  rowkey_layout *layout = compile("{md5(id) % 10:01d}{user:esc}{id}|{any:x}|{f:f64}", &batch);
  EACH_ISA(kernels) {
    struct encoded encoded = encode(layout, &batch, (struct settings){.isa = kernels->name});
    const struct keys keys = {encoded.keys, encoded.offsets, batch.rows};
    for (uint64_t unwanted = 0; unwanted < UINT64_C(1) << F; unwanted += 31) {
      struct decoded decoded = decode(layout, &batch, keys, kernels->name, unwanted);
      CHECK(decoded.status == ROWKEY_OK, "%s", decoded.error.text);
      check_decoded(layout, &batch, &decoded, batch.rows, "unwanted columns");
    }
  }
  rowkey_layout_free(layout);
}

static void test_fixed_keys_without_offsets(void) {
  struct batch batch = records(3000);
  rowkey_layout *layout = compile("{md5(id) % 1000000:07d}{id:010d}", &batch);
  struct encoded encoded = encode(layout, &batch, (struct settings){0});
  uint64_t *ids = guarded(batch.rows * sizeof *ids, GUARD_END);
  rowkey_decoded columns[COLUMNS_MAX] = {[ID] = rowkey_decoded_u64s(ids, batch.rows)};
  rowkey_decoder *decoder = rowkey_decoder_create(layout, NULL);
  CHECK(decoder != NULL, "no decoder");
  CHECK(rowkey_decode(decoder,
                      &(rowkey_keys){
                          .data = encoded.keys, .width = rowkey_layout_key_width(layout), .rows = batch.rows},
                      columns, batch.count, NULL) == ROWKEY_OK,
        "bad keys");
  CHECK(memcmp(ids, batch.values[ID].data, batch.rows * sizeof *ids) == 0, "other ids");
  CHECK(rowkey_decode(decoder, &(rowkey_keys){.rows = 0}, NULL, batch.count, NULL) == ROWKEY_OK, "no keys");
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
}

/* Where every value of each byte belongs to some number, no key is wrong. */
static void test_any_bytes_are_a_key_of_whole_numbers(void) {
  static const char *const texts[] = {
      "{big:u64}", "{wide:i64}", "{wide:~i64}", "{wide:i64le}", "{ts:u32}{n:i16le}{big:u64le}{id:~u24}",
      "{n:i40be}",
  };
  enum { ROWS = 2500 };
  const struct batch schema = records(0);
  uint64_t *offsets = guarded((ROWS + 1) * sizeof *offsets, GUARD_END);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    rowkey_layout *layout = compile(texts[i], &schema);
    const size_t width = rowkey_layout_key_width(layout);
    uint8_t *bytes = guarded(ROWS * width, GUARD_END);
    random_bytes(bytes, ROWS * width);
    memset(bytes, 0, width);
    memset(bytes + width, 0xff, width);
    for (size_t row = 0; row <= ROWS; row++) offsets[row] = row * width;
    EACH_ISA(kernels) {
      struct decoded decoded = decode(layout, &schema, (struct keys){bytes, offsets, ROWS}, kernels->name, 0);
      CHECK(decoded.status == ROWKEY_OK, "%s: %s", texts[i], decoded.error.text);
      const struct batch columns = batch_of_decoded(&schema, &decoded, ROWS);
      const struct encoded encoded = encode(layout, &columns, (struct settings){.isa = kernels->name});
      CHECK(encoded.status == ROWKEY_OK, "%s: %s", texts[i], encoded.error.text);
      CHECK(memcmp(encoded.keys, bytes, ROWS * width) == 0, "%s, %s: other keys", texts[i], kernels->name);
    }
    rowkey_layout_free(layout);
  }
}

/* Keys after a beginning that is not read. */
static void test_offsets_need_not_begin_at_zero(void) {
  struct batch batch = records(50);
  static const char *const texts[] = {"{id:010d}", "{id}|{user}"};
  for (size_t i = 0; i < 2; i++) {
    rowkey_layout *layout = compile(texts[i], &batch);
    struct encoded encoded = encode(layout, &batch, (struct settings){.side = GUARD_BEGIN});
    for (size_t row = 0; row <= batch.rows; row++) encoded.offsets[row] += 1000;
    const struct keys keys = {encoded.keys - 1000, encoded.offsets, batch.rows};
    struct decoded decoded = decode(layout, &batch, keys, NULL, 0);
    CHECK(decoded.status == ROWKEY_OK, "%s", decoded.error.text);
    check_decoded(layout, &batch, &decoded, batch.rows, texts[i]);
    rowkey_layout_free(layout);
  }
}

/* Each of these messages has twice the parts of the next one. */
static void test_messages_of_messages(void) {
  struct batch batch = records(20);
  char text[1000] = "";
  for (size_t i = 0; i < 15; i++) strcat(text, "{reverse(rest)}");
  strcat(text, "{n:i8}");
  check_round_trip(&batch, (struct layout_case){text, "UUURUUUUUU"});
  text[0] = '\0';
  for (size_t i = 0; i < 12; i++) strcat(text, "{reverse(rest):esc}");
  strcat(text, "{reverse(md5(any), n:i8)}");
  check_round_trip(&batch, (struct layout_case){text, "UUURUUUHUU"});
}

/* A megabyte each: blocks of them must not take a gigabyte. */
static void test_wide_keys(void) {
  struct batch batch = records(3);
  char text[1000] = "{id:u64}";
  for (size_t i = 0; i < 31; i++) strcat(text, "{user:32767s}");
  check_round_trip(&batch, (struct layout_case){text, "RUUUURUUUU"});
}

static void test_long_keys(void) {
  struct batch batch = {.rows = 3};
  uint64_t offsets[] = {0, 1000000, 1000000, 1300000};
  uint8_t *bytes = guarded(1300000, GUARD_END);
  random_bytes(bytes, 1300000);
  add_bytes(&batch, "any", bytes, offsets);
  static const char *const texts[] = {"{md5(any)}{any}", "{any:x}", "{any:esc}{any:mem}", "{reverse(any)}"};
  for (size_t i = 0; i < 4; i++) {
    rowkey_layout *layout = compile(texts[i], &batch);
    struct encoded encoded = encode(layout, &batch, (struct settings){.side = GUARD_END});
    CHECK(encoded.status == ROWKEY_OK, "%s", encoded.error.text);
    struct decoded decoded = decode(layout, &batch, (struct keys){encoded.keys, encoded.offsets, 3}, NULL, 0);
    CHECK(decoded.status == ROWKEY_OK, "%s", decoded.error.text);
    check_decoded(layout, &batch, &decoded, batch.rows, texts[i]);
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"known designs come back", test_designs},
      {"every format comes back", test_formats},
      {"arithmetic is undone where it can be", test_expressions},
      {"columns come back where functions of text leave them whole", test_functions_of_text},
      {"columns that are not wanted are checked only", test_unwanted_columns},
      {"keys of fixed width need no offsets", test_fixed_keys_without_offsets},
      {"any bytes are a key of whole numbers", test_any_bytes_are_a_key_of_whole_numbers},
      {"offsets may begin anywhere", test_offsets_need_not_begin_at_zero},
      {"messages of messages come back", test_messages_of_messages},
      {"wide keys come back", test_wide_keys},
      {"keys of a megabyte come back", test_long_keys},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
