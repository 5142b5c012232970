/* When an explanation warns, and what it says. */
#include <string.h>

#include "batch.h"
#include "explained.h"

/* What costs space, or columns on purpose, is a note; what goes wrong is a warning. */
static bool is_note(const char *id) {
  static const char *const notes[] = {"leading-zeros",      "text-is-wider",       "column-lost",
                                      "rows-share-keys",    "null-is-not-a-value", "period-of-units",
                                      "key-may-be-too-long"};
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
    if (strcmp(id, notes[i]) == 0) return true;
  return false;
}

static const char *ids_of(const rowkey_explanation *explanation) {
  const char *line = new_line();
  for (size_t i = 0; i < explanation->warning_count; i++) {
    const rowkey_warning *warning = &explanation->warnings[i];
    CHECK(warning->is_note == is_note(warning->id), "%s: %d", warning->id, warning->is_note);
    put("%s%s", i == 0 ? "" : " ", warning->id);
  }
  return line;
}

/* Sentences with figures in them, and where they point. */
static void test_sentences(void) {
  static const struct {
    const char *text;
    uint64_t stride;
    size_t field, offset;
    const char *sentence; /* of the first warning */
  } cases[] = {
      {"x{id * 4 % 1000:03d}{id}", 5, 1, 1,
       "values of id that step by 5 reach only 50 of the 1000 values modulo 1000 of {id * 4 % 1000:03d} (a "
       "modulus without a factor of the step reaches all)"},
      {"{id % 1000000:u24}{id:u64}", 0, 0, 0,
       "{id % 1000000:u24} is not a hash of id: writers in the order of id pass through the regions in lock "
       "step, and values that step by 10 reach only 100000 of its 1000000"},
      {"{host:4s}{md5(id) % 10000:07d}{id:u64}", 0, 1, 9,
       "the first 3 digits of {md5(id) % 10000:07d} are always 0, as its value is at most 9999"},
      {"{host:4s}{id:010d}", 0, 1, 9,
       "{id:010d} takes 10 bytes, and :u40 5 for the same values: 5 less in a row, 5 GB in a billion rows"},
      {"{md5(host):x}", 0, 0, 0,
       "{md5(host):x} takes 32 bytes, and :s 16 for the same values: 16 less in a row, 16 GB in a billion "
       "rows"},
      {"{id:u64le}{md5(event, host)}", 0, 0, 0,
       "{id:u64le} does not sort as id: its last byte comes first (uN and iN sort)"},
      {"{md5(id, host)}{id:u64le}", 0, 1, 15,
       "{id:u64le} does not sort as id: its last byte comes first (uN and iN sort)"},
      {"{md5(id, host)}{id:u64}", 0, 0, 9,
       "host cannot be recovered from the keys: they hold only a hash of it"},
      {"{java_hash(host) % 1000:03d}", 0, 0, 0,
       "java_hash(host) % 1000 lies between -999 and 999, and its field holds 0 to 999: other rows are "
       "refused "
       "(abs and floormod make it 0 or more)"},
      {"{abs(h31(host) % 8):u8}", 0, 0, 0,
       "h31 modulo 8 is decided by the low 3 bits of each byte and the hash's sign: values that differ only in "
       "other "
       "bits fall into the same bucket (another hash uses all bits)"},
      {"{abs(java_hash(id % 10) % 1000):u16}", 0, 0, 0,
       "java_hash of at most 1 byte has at most 128 values, which do not spread over a modulus of 1000"},
      {"{id}", 0, 0, 0,
       "{id} stands first and follows id: rows that arrive in the order of id, such as sequential ids or "
       "times, "
       "all go to one region at a time"},
      {"{random() % 1000:03d}", 0, 0, 0,
       "{random() % 1000:03d} comes from random(), which nobody can compute again from the row: reading one "
       "row means trying 1000 values (a hash of a column spreads as well and can be computed)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_explanation *explanation = explain(cases[i].text, cases[i].stride);
    CHECK(explanation->warning_count > 0, "%s: no warning", cases[i].text);
    const rowkey_warning *found = &explanation->warnings[0];
    CHECK(strcmp(found->text, cases[i].sentence) == 0, "%s: %s", cases[i].text, found->text);
    CHECK(found->field == cases[i].field && found->offset == cases[i].offset, "%s: field %zu at %zu",
          cases[i].text, found->field, found->offset);
    rowkey_explanation_free(explanation);
  }
}

static void test_warnings(void) {
  static const struct {
    const char *text;
    uint64_t stride;
    const char *expected;
  } cases[] = {
      /* The first field rises with a number. */
      {"{id:u64}", 0, "increasing-prefix"},
      {"{id}", 0, "increasing-prefix order-broken"},
      {"x{9223372036854775807 - ts:u64}", 0, "increasing-prefix"},
      {"{n:~i64}{host:8s}", 0, "increasing-prefix"},
      {"{ts / 60:u32}{ts:u64}", 0, "increasing-prefix"},
      {"{temp}", 0, "increasing-prefix"},
      {"{host:8s}{id:u64}", 0, ""},
      {"{reverse(id:u64)}", 0, ""},
      {"{id * ts:u64}{id:u64}{ts:u64}", 0, ""},
      /* A remainder without a hash. */
      {"{id % 16:a}{id:u64}", 0, "lock-step"},
      {"{id & 15:a}{id:u64}", 0, "lock-step"},
      {"{floormod(n, 20):u8}{n:i64}", 0, "lock-step"},
      {"{abs(n % 20):u8}{n:i64}", 0, "lock-step"},
      {"{ts / 60 % 24:u8}{ts:u64}", 0, "lock-step"},
      {"{ts / 60 % 24:u8}{ts:u64}", 60, "lock-step"},
      {"{id % 1000:u16}{id:u64}", 1, "lock-step"},
      {"{id % 1000:u16}{id:u64}", 3, "lock-step"},
      {"{id % 1000:u16}{id:u64}", 10, "lock-step stride-shares-factor"},
      {"{id % 1000:u16}{id:u64}", 11, ""},
      {"{id % 1000:u16}{id:u64}", 990, "lock-step stride-shares-factor"},
      {"{id % 1000:u16}{id:u64}", 999, "lock-step"},
      {"{id % 1000:u16}{id:u64}", 77, ""},
      {"{id * 10 % 1000:u16}{id:u64}", 1, "stride-shares-factor"},
      {"{id * 2654435761 % 1000:u16}{id:u64}", 0, ""},
      {"{id * 2 / 2 % 16:u8}{id:u64}", 0, ""},
      {"{(id + id) % 16:u8}{id:u64}", 0, ""},
      {"{md5(id) % 1000:u16}{id:u64}", 10, ""},
      {"{id % 1000 % 7:u8}{id:u64}", 0, ""},
      {"{host:8s}{id % 1000:u16}{id:u64}", 10, ""},
      /* Some values of a hash more often than others, or not at all. */
      {"{crc32c(host) / 1000000000}|{host:8s}", 0, "uneven-hash"},
      {"{crc32c(host) / 40000000}|{host:8s}", 0, ""},
      {"{crc32c(host) / 43296040:u8}{host:8s}", 0, "uneven-hash"},
      {"{crc32c(host) / 42863945:u8}{host:8s}", 0, ""},
      {"{crc32c(host) / 1073741829:u8}{host:8s}", 0, ""},
      {"{md5(host) % 1000 % 95:u8}{host:8s}", 0, ""},
      {"{md5(host) % 999 % 100:u8}{host:8s}", 0, ""},
      {"{md5(host) % 940 % 100:u8}{host:8s}", 0, "uneven-hash"},
      {"{md5(host) % 910 % 100:u8}{host:8s}", 0, ""},
      {"{md5(host) % 911 % 100:u8}{host:8s}", 0, "uneven-hash"},
      {"{md5(host) % 890 % 100:u8}{host:8s}", 0, ""},
      {"{md5(host) % 889 % 100:u8}{host:8s}", 0, "uneven-hash"},
      {"{md5(host) % 1000 / 110:u8}{host:8s}", 0, "uneven-hash"},
      {"{md5(host) % 1000 / 112:u8}{host:8s}", 0, ""},
      {"{md5(host) % 1000 / 113:u8}{host:8s}", 0, "uneven-hash"},
      {"{floormod(murmur2(host), 3000000000):u32}{host:8s}", 0, "uneven-hash"},
      {"{crc32c(host) / 1000000000 + 3:u8}{host:8s}", 0, "uneven-hash"},
      {"{9 - crc32c(host) / 1000000000:u8}{host:8s}", 0, "uneven-hash"},
      {"{id % 7 + md5(host) % 5:u8}{id:u64}{host:8s}", 0, ""},
      {"{crc32c(host) & id:u32}{id:u64}{host:8s}", 0, ""},
      {"{id & crc32c(host):u32}{id:u64}{host:8s}", 0, ""},
      {"{crc32c(host) & id % 10 + 5:u8}{id:u64}{host:8s}", 0, ""},
      {"{9 + -(crc32c(host) / 1000000000):u8}{host:8s}", 0, "uneven-hash"},
      {"{crc32c(host) % 2 & 5:u8}{host:8s}", 0, ""},
      {"{md5(host) % 10 * 100 + md5(id) % 100:u16}{id:u64}{host:8s}", 0, ""},
      {"{floormod(murmur2(host) % 100, 100):u8}{host:8s}", 0, ""},
      {"{(3 - floormod(murmur2(host), 7)) % 7:i8}{host:8s}", 0, ""},
      {"{md5(host) % 10 / 10 + md5(host) % 5:u8}{host:8s}", 0, ""},
      {"{md5(host) % 5 - md5(host) % 10 / 10:u8}{host:8s}", 0, ""},
      {"{abs(murmur3_32(host) / 1073741829):u8}{host:8s}", 0, ""},
      {"{id & 5:u8}{id:u64}", 0, ""},
      {"{crc32c(host) * 1:u32}{host:8s}", 0, ""},
      {"{crc32c(host) * 2:u40}{host:8s}", 0, ""},
      {"{crc32c(host) / 268435456:x}|{host:8s}", 0, ""},
      {"{crc32c(host) % 3000000000:u32}{host:8s}", 0, "uneven-hash"},
      {"{crc32c(host) % 30000000:u32}{host:8s}", 0, ""},
      {"{crc32c(host) % 5000000000:u32}{host:8s}", 0, ""},
      {"{crc32c(host) & 5}|{host:8s}", 0, ""},
      {"{7 & crc32c(host)}|{host:8s}", 0, ""},
      {"{crc32c(host) * 3:u40}{host:8s}", 0, ""},
      {"{crc32c(host) + 3:u40}{host:8s}", 0, ""},
      {"{9 - crc32c(host) % 10:u8}{host:8s}", 0, ""},
      {"{md5(host) % 3 + md5(host) % 5:u8}{host:8s}", 0, "uneven-hash"},
      {"{(id + md5(host) % 5) % 5:u8}{id:u64}{host:8s}", 0, ""},
      {"{murmur2(host) % 2:i8}{host:8s}", 0, "uneven-hash"},
      {"{murmur2(host) % 200:i16}{host:8s}", 0, ""},
      {"{abs(murmur2(host) % 2):u8}{host:8s}", 0, ""},
      {"{floormod(murmur2(host), 2):u8}{host:8s}", 0, ""},
      {"{murmur2(host) / 100000000:i8}{host:8s}", 0, "uneven-hash"},
      {"{abs(murmur2(host)) / 1000000000:i8}{host:8s}", 0, "uneven-hash"},
      {"{md5(host) % 5 % 4:u8}{host:8s}", 0, "uneven-hash"},
      {"{(md5(host) % 5 + -4) % 4:i8}{host:8s}", 0, "uneven-hash"},
      {"{(md5(host) % 8 + -4) & 11:u8}{host:8s}", 0, "uneven-hash"},
      {"{crc32c(host) / 1000000000 + -1:i8}{host:8s}", 0, "uneven-hash"},
      {"{int32(crc32c(host)) / 1000000000:i8}{host:8s}", 0, "uneven-hash"},
      {"{md5(host, half=first) / 281474976710656:u16}{host:8s}", 0, ""},
      {"{murmur3_128(host) % 18446744073709551615:u64}{host:8s}", 0, ""},
      {"{host:8s}{crc32c(host) & 5}", 0, ""},
      /* Few bits, or few values, of a hash. */
      {"{abs(h31(host) % 16):u8}{host:8s}", 0, "weak-low-bits"},
      {"{floormod(java_hash(host), 128):u8}{host:8s}", 0, "weak-low-bits"},
      {"{h31(host) & 7:u8}{host:8s}", 0, "weak-low-bits"},
      {"{(java_hash(host) & 2147483647) % 64:u8}{host:8s}", 0, "weak-low-bits"},
      {"{abs(h31(host) % 256):u8}{host:8s}", 0, ""},
      {"{abs(h31(host) % 20):u8}{host:8s}", 0, ""},
      {"{abs(murmur3_32(host) % 16):u8}{host:8s}", 0, ""},
      {"{abs(h31(host, start=murmur2(host)) % 16):u8}{host:8s}", 0, ""},
      {"{abs(h31(id:u16) % 8193):u16}{id:u16}", 0, "small-hash"},
      {"{abs(h31(id:u16) % 8161):u16}{id:u16}", 0, ""},
      {"{abs(java_hash(id % 100:02d) % 9999):u16}{id:u16}", 0, "small-hash"},
      {"{abs(java_hash(id % 100) % 4066):u16}{id:u16}", 0, "small-hash"},
      {"{abs(java_hash(id % 100) % 4065):u16}{id:u16}", 0, ""},
      {"{abs(h31(id:u64) % 1000000):u24}{id:u64}", 0, ""},
      /* random() */
      {"{random() % 8:u8}{id:u64}", 0, "random-field"},
      {"{(id + random() % 8) % 8:u8}{id:u64}", 0, "random-field"},
      {"{host:8s}{random() % 8:u8}", 0, "random-field"},
      {"{host:8s}{abs(h31(event) % 16):u8}{event:8s}", 0, "weak-low-bits"},
      {"{reverse(id:u64)}{md5(host) % 1000:u32}{host:8s}", 0, "leading-zeros"},
      /* A hash that its format does not hold. */
      {"{java_hash(host) % 1000:u16}{host:8s}", 0, "hash-does-not-fit"},
      {"{md5(host) % 1000:u8}{host:8s}", 0, "hash-does-not-fit"},
      {"{random() % 27:a}{host:8s}", 0, "random-field hash-does-not-fit"},
      {"{host:8s}{n % 1000:u16}{n:i64}", 0, ""},
      /* Bytes that do not sort as the column. */
      {"{host}|{id:u64}", 0, "order-broken key-may-be-too-long"},
      {"{host}\\x00{id:u64}", 0, "key-may-be-too-long"},
      {"{host:~s}\\xff{id:u64}", 0, "key-may-be-too-long"},
      {"{host:~s}|{id:u64}", 0, "order-broken key-may-be-too-long"},
      {"{host:u16s}{id:u64}", 0, "order-broken key-may-be-too-long"},
      {"{host:16s(\" \")}{id:u64}", 0, "order-broken"},
      {"{host:016s}{id:u64}", 0, "order-broken"},
      {"{prefix(host, 4):4s}{host:esc}", 0, "key-may-be-too-long"},
      {"{reverse_labels(host, \".\"):esc}{utf16le(host)}", 0, "key-may-be-too-long"},
      {"{lower(host):16s}", 0, "column-lost"},
      {"{host:~s}", 0, "order-broken key-may-be-too-long"},
      {"{host:x}-{id:u64}", 0, "text-is-wider key-may-be-too-long"},
      {"{host:x}|{id:u64}", 0, "order-broken text-is-wider key-may-be-too-long"},
      {"{host:8s}{id:u64le}", 0, "order-broken"},
      {"{host:8s}{n:i64be}", 0, "order-broken"},
      {"{host:8s}{n}", 0, "order-broken"},
      {"{host:8s}{id:x}", 0, "order-broken"},
      {"{host:8s}{md5(host) % 1000}", 0, ""},
      /* Lengths. */
      {"{host:32767s}", 0, ""},
      {"{host:32767s}x", 0, "key-too-long"},
      {"{host:mem}", 0, "key-may-be-too-long"},
      /* Zeros, width, and columns that are lost. */
      {"{md5(host) % 1000:u32}{host:8s}", 0, "leading-zeros"},
      {"{md5(host) % 1000:08x}{host:8s}", 0, "leading-zeros text-is-wider"},
      {"{host:8s}{n:019d}", 0, "text-is-wider"},
      {"{host:8s}{n:020d}", 0, "leading-zeros text-is-wider"},
      {"{md5(host):x}{host:8s}", 0, "text-is-wider"},
      {"{md5(host):039d}{host:8s}", 0, "text-is-wider"},
      {"{md5(host, n)}{id / 10:u64}", 0, "column-lost column-lost column-lost"},
      /* Keys that are few. */
      {"literal", 0, "rows-share-keys"},
      {"{md5(host) % 16:u8}", 0, "column-lost rows-share-keys"},
      {"{md5(host) % 1000000000:u32}{xxh64(event) % 499999999:u32}", 0,
       "column-lost column-lost rows-share-keys"},
      {"{md5(host) % 1000000000:u32}{xxh64(event) % 500000000:u32}", 0, "column-lost column-lost"},
      {"{xxh64(event):u64}", 0, "column-lost"},
      {"{md5(host)}", 0, "column-lost"},
      {"{h31(host) % 100 + 99:03d}{n:i8}", 0, "text-is-wider column-lost"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_explanation *explanation = explain(cases[i].text, cases[i].stride);
    const char *found = ids_of(explanation);
    CHECK(strcmp(found, cases[i].expected) == 0, "%s, stride %d: %s", cases[i].text, (int)cases[i].stride,
          found);
    rowkey_explanation_free(explanation);
  }
}

/* A constant in the place of a null that its type does not have, and periods of milliseconds that look like
 * seconds. */
static void test_notes_of_instants(void) {
  const rowkey_column column = rowkey_column_of_time("ts", ROWKEY_MILLISECONDS);
  static const struct {
    const char *text, *id, *sentence;
  } cases[] = {
      {"x{truncate(ts, 3600):i64}", "period-of-units",
       "truncate(ts, 3600) rounds to 3600 milliseconds, not to 1 hour (truncate(ts, 1 hour) does)"},
      {"x{ts - ts % 900:i64}", "period-of-units",
       "ts - ts % 900 rounds to 900 milliseconds, not to 15 minutes (truncate(ts, 15 minutes) does)"},
      {"x{md5(truncate(ts, 172800)):x}", "period-of-units",
       "truncate(ts, 172800) rounds to 172800 milliseconds, not to 2 days (truncate(ts, 2 days) does)"},
      {"x{truncate(ts, 3600000):i64}{truncate(ts, hour):i64}{truncate(ts, 7):i64}", "period-of-units", NULL},
      {"x{coalesce(ts, 9223372036854775807):i64}", "null-is-not-a-value",
       "coalesce(ts, 9223372036854775807): 9223372036854775807 is not a value of the column's type, and "
       "decoding gives null for it"},
      {"x{coalesce(ts, 0):i64}", "null-is-not-a-value", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *text = cases[i].text;
    rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), &column, 1, NULL);
    rowkey_explanation *explanation = rowkey_explain(layout, 0, NULL);
    CHECK(explanation != NULL, "%s is not explained", text);
    const char *found = NULL;
    for (size_t k = 0; k < explanation->warning_count; k++)
      if (strcmp(explanation->warnings[k].id, cases[i].id) == 0) found = explanation->warnings[k].text;
    CHECK((found == NULL) == (cases[i].sentence == NULL) &&
              (found == NULL || strcmp(found, cases[i].sentence) == 0),
          "%s: %s", text, found);
    rowkey_explanation_free(explanation);
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"warnings", test_warnings},
                               {"sentences of warnings", test_sentences},
                               {"notes of instants", test_notes_of_instants}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
