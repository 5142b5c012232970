/* What an explanation says of the designs in use. */
#include <inttypes.h>
#include <string.h>

#include "batch.h"
#include "explained.h"
#include "kernels/kernel_table.h"

static void put_size(size_t size) {
  if (size == ROWKEY_NONE)
    put("*");
  else
    put("%zu", size);
}

static const char *arrow(rowkey_order order) {
  return order == ROWKEY_ASCENDING ? "^" : order == ROWKEY_DESCENDING ? "v" : "?";
}

/* T7+10^ id^= 0..9: text at byte 7, 10 bytes, whose bytes sort as their value and as column id, which they
 * give back, from 0 to 9. */
static void put_field(const rowkey_explained_field *field) {
  put("%c", "LTB"[field->kind]);
  put_size(field->offset);
  put("+%zu", field->min_width);
  if (field->max_width != field->min_width) {
    put("-");
    put_size(field->max_width);
  }
  if (field->kind == ROWKEY_FIELD_LITERAL) return;
  put("%s", arrow(field->order));
  if (field->column != ROWKEY_NONE)
    put(" %s%s", explained_schema[field->column].name, arrow(field->column_order));
  if (field->reversible) put("=");
  if (field->low[0] != '\0') put(" %s..%s", field->low, field->high);
  if (field->values != 0) put("/%" PRIu64, field->values);
}

static const char *line_of(const rowkey_explanation *explanation) {
  const char *line = new_line();
  for (size_t i = 0; i < explanation->field_count; i++) {
    if (i > 0) put("; ");
    put_field(&explanation->fields[i]);
  }
  put(" | ");
  put_size(explanation->min_width);
  put(" ");
  put_size(explanation->max_width);
  put(" ");
  put_size(explanation->binary_width);
  put(" ");
  put_size(explanation->text_width);
  put(" | %zu", explanation->sorted_from);
  for (size_t i = 0; i < explanation->sorted_count; i++) {
    const rowkey_explained_field *field = &explanation->fields[explanation->sorted[i]];
    put(" %s%s%s", explained_schema[field->column].name, arrow(field->column_order),
        field->nulls == ROWKEY_NULLS_FIRST  ? "(nulls first)"
        : field->nulls == ROWKEY_NULLS_LAST ? "(nulls last)"
                                            : "");
  }
  put("%s%s |", explanation->sorted_to_end ? " end" : "", explanation->sorts_as_columns ? " all" : "");
  for (size_t i = 0; i < explanation->warning_count; i++) put(" %s", explanation->warnings[i].id);
  return line;
}

#define U64_RANGE "0..18446744073709551615"
#define HASH_RANGE "0..340282366920938463463374607431768211455"

static void test_designs(void) {
  static const struct {
    const char *text, *expected;
  } designs[] = {
      {"{random() % 1000000:07d}{id:010d}",
       "T0+7^ 0..999999; T7+10^ id^= 0..9999999999 | 17 17 8 16 | 1 id^ end | random-field leading-zeros "
       "text-is-wider text-is-wider"},
      {"{id % 1000000:07d}{id:010d}",
       "T0+7^ id? 0..999999; T7+10^ id^= 0..9999999999 | 17 17 8 16 | 1 id^ end | lock-step leading-zeros "
       "text-is-wider text-is-wider"},
      {"{md5(id) % 1000000:07d}{id:010d}",
       "T0+7^ id? 0..999999; T7+10^ id^= 0..9999999999 | 17 17 8 16 | 1 id^ end | leading-zeros "
       "text-is-wider text-is-wider"},
      {"{null_first(id):u8}{coalesce(id, 0):u64}",
       "B0+1^ id? 0..1; B1+8^ id^= 0..18446744073709551615 | 9 9 9 21 | 0 id^(nulls first) end all |"},
      {"{null_last(n):~u8}|{coalesce(n, 0) * -1:i64}{ts:u32}",
       "B0+1v n? 0..1; L1+1; B2+8^ nv= -9223372036854775807..9223372036854775807; B10+4^ ts^= 0..4294967295 | 14 14 14 20 | 0 nv(nulls first) ts^ end all |"},
      {"{ts:u64}{3 - 2 * null_last(id):01d}{coalesce(id, 7):010d}",
       "B0+8^ ts^= 0..18446744073709551615; T8+1^ id? 1..3/2; T9+10^ id^= 0..9999999999 | 19 19 14 31 | 0 ts^ id^(nulls first) end all | increasing-prefix text-is-wider"},
      {"{null_first(id):u8}{ts:u64}{coalesce(id, 0):u64}",
       "B0+1^ id? 0..1; B1+8^ ts^= 0..18446744073709551615; B9+8^ id^= 0..18446744073709551615 | 17 17 17 41 | 1 ts^ id^ end |"},
      {"{coalesce(id, 0):u64}{null_first(id):u8}{ts:u64}",
       "B0+8^ id^= 0..18446744073709551615; B8+1^ id? 0..1; B9+8^ ts^= 0..18446744073709551615 | 17 17 17 41 | 0 id^ | increasing-prefix"},
      {"{null_first(id):u8}{coalesce(id, ts):u64}",
       "B0+1^ id? 0..1; B1+8^ 0..18446744073709551615 | 9 9 9 21 | 2 | column-lost column-lost"},
      {"{md5(line) % 1000000:07d}{id:010d}",
       "T0+7^ line? 0..999999; T7+10^ id^= 0..9999999999 | 17 17 8 16 | 1 id^ end | leading-zeros "
       "text-is-wider text-is-wider column-lost"},
      {"({md5(id) % 1000000:07d},{id:010d})",
       "L0+1; T1+7^ id? 0..999999; L8+1; T9+10^ id^= 0..9999999999; L19+1 | 20 20 11 19 | 3 id^ end | "
       "leading-zeros text-is-wider text-is-wider"},
      {"{md5(id):020x}{id:u64}{md5(id):04x}",
       "T0+20^ id? 0..1208925819614629174706175; B20+8^ id^= " U64_RANGE
       "; T28+4^ id? 0..65535 | 32 32 32 44 | 1 id^ end |"},
      {"{abs(md5(id)):031x}|{id:010d}",
       "T0+31^ id? 0..10633823966279326983230456482242756608; L31+1; T32+10^ id^= 0..9999999999 | 42 42 37 42 | 2 id^ "
       "end | text-is-wider"},
      {"{md5(name) % 1000:04d}{name:16s}{ts:u64}",
       "T0+4^ name? 0..999; B4+16^ name^=; B20+8^ ts^= " U64_RANGE
       " | 28 28 26 39 | 1 name^ ts^ end | leading-zeros text-is-wider"},
      {"{random() % 4:a}-{name}",
       "T0+1^ 0..3; L1+1; T2+0-*^ name^= | 2 * * * | 2 name^ end | random-field key-may-be-too-long"},
      {"{md5(name) % 4:a}-{name}",
       "T0+1^ name? 0..3; L1+1; T2+0-*^ name^= | 2 * * * | 2 name^ end | key-may-be-too-long"},
      {"{id / 60 * 60 % 20:d}|{id % 4 | 96:d}",
       "T0+1^ id? 0..0; L1+1; T2+2^ id? 96..99 | 4 4 3 4 | 3 | column-lost rows-share-keys"},
      {"{reverse(id:010d)}", "T0+10^ id?= | 10 10 10 10 | 1 |"},
      {"{ts % 100:02d}{ts:u64}{host:16s}{event:8s}",
       "T0+2^ ts? 0..99; B2+8^ ts^= " U64_RANGE
       "; B10+16^ host^=; B26+8^ event^= | 34 34 33 46 | 1 ts^ host^ event^ end | lock-step text-is-wider"},
      {"{host:16s}{9223372036854775807 - ts:u64}",
       "B0+16^ host^=; B16+8^ tsv= 0..9223372036854775807 | 24 24 24 35 | 0 host^ tsv end all |"},
      {"{md5(host)}{md5(event)}{ts:u64}",
       "B0+16^ host? " HASH_RANGE "; B16+16^ event? " HASH_RANGE "; B32+8^ ts^= " U64_RANGE
       " | 40 40 40 84 | 2 ts^ end | column-lost column-lost"},
      {"{id:u64}{2:u8}{ts:u64}", "B0+8^ id^= " U64_RANGE "; L8+1; B9+8^ ts^= " U64_RANGE
                                 " | 17 17 17 41 | 0 id^ ts^ end all | increasing-prefix"},
      {"{abs(java_hash(event, \"|\", name) % 1000):03d}|{event}|{name}",
       "T0+3^ 0..999; L3+1; T4+0-*? event?=; L*+1; T*+0-*^ name^= | 5 * * * | 4 name^ end | order-broken "
       "text-is-wider key-may-be-too-long"},
      {"{abs(h31(metric:u24, host) % 20):u8}{metric:u24}{ts - ts % 3600:u32}{host}",
       "B0+1^ 0..19; B1+3^ metric^= 0..16777215; B4+4^ ts^ 0..4294965600/1193047; T8+0-*^ host^= | 8 * * * | 1 "
       "metric^ | column-lost key-may-be-too-long"},
      {"{ts / 3600:u32}{ts % 3600:u16}{id:u64}",
       "B0+4^ ts^ 0..4294967295; B4+2^ ts? 0..3599; B6+8^ id^= 0..18446744073709551615 | 14 14 14 34 | 0 ts^ "
       "id^ end all | increasing-prefix"},
      {"{9999 - ts / 60:u64}{59 - ts % 60:02d}",
       "B0+8^ tsv 0..9999; T8+2^ ts? 0..59 | 10 10 3 6 | 0 | increasing-prefix leading-zeros text-is-wider"},
      {"{(9999 - ts) / 60:i64}-{(9999 - ts) % 60:i8}",
       "B0+8^ tsv 0..166; L8+1; B9+1^ ts? 0..59 | 10 10 3 6 | 0 tsv end all | increasing-prefix"},
      {"{truncate(n, 60):~i64}{floormod(n, 60):~u8}{host}",
       "B0+8v nv -9223372036854775800..9223372036854775800/307445734561825861; B8+1v n? 0..59; T9+0-*^ host^= | 9 * * * | 0 nv "
       "host^ end all | increasing-prefix key-may-be-too-long"},
      {"{truncate(n, 60):i64}{n % 60:i8}",
       "B0+8^ n^ -9223372036854775800..9223372036854775800/307445734561825861; B8+1^ n? -59..59 | 9 9 9 9 | 0 | "
       "increasing-prefix column-lost"},
      {"{ts / 60:u64}{ts % 60:~u8}",
       "B0+8^ ts^ 0..307445734561825860; B8+1v ts? 0..59 | 9 9 9 20 | 0 | increasing-prefix"},
      {"{ts / 60:u64}{id:u64}{ts % 60:u8}",
       "B0+8^ ts^ 0..307445734561825860; B8+8^ id^= 0..18446744073709551615; B16+1^ ts? 0..59 | 17 17 17 40 "
       "| 0 | increasing-prefix"},
      {"{abs(h31(rest) % 16):u8}{n:i64}",
       "B0+1^ n? 0..15; B1+8^ n^= -9223372036854775808..9223372036854775807 | 9 9 9 10 | 1 n^ end | "
       "weak-low-bits"},
      {"{host:~esc}{name:mem}{temp}{n / 10:~i64}{n:~i64}",
       "B0+2-*v hostv=; B*+9-*^ name^=; B*+8^ temp^=; B*+8v nv -922337203685477580..922337203685477580; "
       "B*+8v nv= -9223372036854775808..9223372036854775807 | 35 * * * | 0 hostv name^ temp^ nv end all | "
       "key-may-be-too-long"},
  };
  for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
    rowkey_explanation *explanation = explain(designs[i].text, 0);
    const char *found = line_of(explanation);
    CHECK(strcmp(found, designs[i].expected) == 0, "%s: %s", designs[i].text, found);
    rowkey_explanation_free(explanation);
  }
}

/* The first field: how its bytes sort as its value, and as its column, and whether they give that back. */
static void test_orders(void) {
  static const struct {
    const char *text, *expected;
  } cases[] = {
      {"{id:u64}", "^ id^="},
      {"{id:~u64}", "v idv="},
      {"{id:u24}", "^ id^="},
      {"{id:010d}", "^ id^="},
      {"{id:~08X}", "v idv="},
      {"{id:i64}", "^ id^="},
      {"{n:i64}", "^ n^="},
      {"{n:~i16}", "v nv="},
      {"{n:u64}", "^ n^="},
      {"{id}", "? id?="},
      {"{id:x}|", "? id?="},
      {"{id % 10}", "^ id?"},
      {"{90 + id % 10:d}|", "^ id?"},
      {"{91 + id % 10:d}|", "? id?"},
      {"{id % 16:x}|", "^ id?"},
      {"{id % 17:x}|", "? id?"},
      {"{16 + id % 240:X}|", "^ id?"},
      {"{id % 26:a}", "^ id?"},
      {"{n:i64be}", "? n?="},
      {"{id:i64be}", "^ id^="},
      {"{id:u64le}", "? id?="},
      {"{id:u8le}", "^ id^="},
      {"{id % 256:u32le}", "^ id?"},
      {"{id % 257:u32le}", "? id?"},
      {"{n:i64le}", "? n?="},
      {"{temp}", "^ temp^="},
      {"{temp:~f64}", "v tempv="},
      {"{host:8s}", "^ host^="},
      {"{host:~8s}", "v hostv="},
      {"{host:esc}", "^ host^="},
      {"{host:~esc}", "v hostv="},
      {"{host:mem}{id}", "^ host^="},
      {"{host:~mem}{id}", "v hostv="},
      {"{host}", "^ host^="},
      {"{host:~s}", "? host?="},
      {"{host}|", "? host?="},
      {"{host}\\x00", "^ host^="},
      {"{host}\\x00\\x00", "^ host^="},
      {"{host}\\x00|", "? host?="},
      {"{host}\\x00{id}", "^ host^="},
      {"{host}\\x00|{id}", "^ host^="},
      {"{host}\\x01{id}", "? host?="},
      {"{host:~s}\\xff{id}", "v hostv="},
      {"{host:~s}\\xfe{id}", "? host?="},
      {"{host:~s}\\xff", "? host?="},
      {"{host:x}", "^ host^="},
      {"{host:x}/", "^ host^="},
      {"{host:x}|", "? host?="},
      {"{host:~x}\\xd0{id}", "v hostv="},
      {"{host:~x}\\x10{id}", "? host?="},
      {"{md5(id)}", "^ id?"},
      {"{md5(id):x}", "^ id?"},
      {"{md5(id):039d}", "^ id?"},
      {"{md5(id):d}", "? id?"},
      {"{md5(id, n)}", "^"},
      {"{random():u64}", "^"},
      {"{reverse(id:u64)}", "^ id?="},
      {"{reverse(id:u64, host)}", "^="},
      {"{reverse(id, host)}", "^"},
      {"{reverse(md5(id))}", "^ id?"},
      {"{id + 5:u64}", "^ id^="},
      {"{id - 5:u64}", "^ id^="},
      {"{5 - n:i64}", "^ nv="},
      {"{-n:~i64}", "v n^="},
      {"{id * 3:u64}", "^ id^="},
      {"{n * -3:i64}", "^ nv="},
      {"{n * 0:i64}", "^ n?"},
      {"{id / 3:u64}", "^ id^"},
      {"{n / -3:i64}", "^ nv"},
      {"{3 / id:u64}", "^ id?"},
      {"{id % 3:u64}", "^ id?"},
      {"{ts - ts % 60:u64}", "^ ts^"},
      {"{truncate(n, 60):i64}", "^ n^"},
      {"{n - n % -60:i64}", "^ n^"},
      {"{n - floormod(n, 60):~i64}", "v nv"},
      {"{n - n % id:i64}", "^"},
      {"{reverse_time(ts):u64}", "^ tsv="},
      {"{id + ts:u64}", "^"},
      {"{id + id:u64}", "^ id^"},
      {"{id + id / 2:u64}", "^ id^"},
      {"{n - (5 - n):i64}", "^ n^"},
      {"{id - id / 2:u64}", "^ id?"},
      {"{abs(n):u64}", "^ n?"},
      {"{id & 15:u8}", "^ id?"},
      {"{id ^ 18446744073709551615:u64}", "^ idv="},
      {"{n ^ -1:i64}", "^ nv="},
      {"{id ^ 5:u64}", "^ id?="},
      {"{id & 18446744073709551360:u64}", "^ id^"},
      {"{n & -256:i64}", "^ n^"},
      {"{id | 255:u64}", "^ id^"},
      {"{id | 256:u64}", "^ id?"},
      {"{int32(id):i32}", "^ id?"},
      {"{coalesce(n, -1):i64}", "^ n^="},
      {"{coalesce(n, -1) / 7:i64}", "^ n^"},
      {"{coalesce(host, \"x\"):8s}", "^ host^="},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_explanation *explanation = explain(cases[i].text, 0);
    const rowkey_explained_field *field = &explanation->fields[0];
    const char *line = new_line();
    put("%s", arrow(field->order));
    if (field->column != ROWKEY_NONE)
      put(" %s%s", explained_schema[field->column].name, arrow(field->column_order));
    put("%s", field->reversible ? "=" : "");
    CHECK(strcmp(line, cases[i].expected) == 0, "%s: %s", cases[i].text, line);
    rowkey_explanation_free(explanation);
  }
}

/* ---- Parts of it ------------------------------------------------------------------------------ */

static void test_alternatives(void) {
  static const struct {
    const char *text, *binary;
    size_t binary_width;
    const char *decimal;
    size_t decimal_width;
  } cases[] = {
      {"{id:020d}", "u64", 8, "020d", 20},
      {"{id:u64}", "u64", 8, "020d", 20},
      {"{id:010d}", "u40", 5, "010d", 10},
      {"{id % 256:u64}", "u8", 1, "03d", 3},
      {"{id % 257:u64}", "u16", 2, "03d", 3},
      {"{id % 10}", "u8", 1, "01d", 1},
      {"{n:i64}", "i64", 8, "", 0},
      {"{n:020d}", "u64", 8, "019d", 19},
      {"{n % 129:i64}", "i16", 2, "", 0},
      {"{n % 128:i64}", "i8", 1, "", 0},
      {"{n:i24}", "i24", 3, "", 0},
      {"{((id % 9 + 1) * 10) | 1}", "u8", 1, "02d", 2}, /* 11 to 91, and not all that has 7 bits */
      {"{md5(id)}", "s", 16, "x", 32},
      {"{md5(id):x}", "s", 16, "x", 32},
      {"{md5(id):039d}", "s", 16, "039d", 39},
      {"{temp}", "f64", 8, "", 0},
      {"{temp:f32}", "f32", 4, "", 0},
      {"{host:x}", "s", ROWKEY_NONE, "x", ROWKEY_NONE},
      {"{host:16s}", "", 0, "", 0},
      {"literal", "", 0, "", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_explanation *explanation = explain(cases[i].text, 0);
    const rowkey_alternative *binary = &explanation->fields[0].binary;
    const rowkey_alternative *decimal = &explanation->fields[0].text;
    CHECK(strcmp(binary->format, cases[i].binary) == 0 && binary->width == cases[i].binary_width, "%s: %s",
          cases[i].text, binary->format);
    CHECK(strcmp(decimal->format, cases[i].decimal) == 0 && decimal->width == cases[i].decimal_width,
          "%s: %s", cases[i].text, decimal->format);
    rowkey_explanation_free(explanation);
  }
}

/* The sources of all fields are the template, cut in pieces. */
static void test_sources(void) {
  static const char *const texts[] = {"{h31(rest) % 7:d}a{{b{1:u8}{id}|\\x00{reverse(rest):x}}}{host}",
                                      "x{2:u8}", "{id}{\"y\"}z{host}", "{md5(rest)}\\xff{md5(rest)}{n}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    rowkey_explanation *explanation = explain(texts[i], 0);
    size_t offset = 0;
    for (size_t f = 0; f < explanation->field_count; f++) {
      const rowkey_explained_field *field = &explanation->fields[f];
      CHECK(field->source_offset == offset && field->source_length > 0, "%s: field %zu at %zu", texts[i], f,
            field->source_offset);
      CHECK((field->kind == ROWKEY_FIELD_LITERAL) == (field->literal != NULL), "%s: field %zu", texts[i], f);
      offset += field->source_length;
    }
    CHECK(offset == strlen(texts[i]), "%s: the fields end at %zu", texts[i], offset);
    rowkey_explanation_free(explanation);
  }
}

static const char *steps_of(const rowkey_explanation *explanation, const char *text) {
  const char *line = new_line();
  for (size_t i = 0; i < explanation->step_count; i++) {
    const rowkey_explained_step *step = &explanation->steps[i];
    put("%s%s%s %.*s", i == 0 ? "" : "; ", step->operation, step->is_kernel ? "*" : "",
        (int)step->source_length, text + step->source_offset);
  }
  return line;
}

static void test_steps(void) {
  static const struct {
    const char *text, *expected;
  } cases[] = {
      {"{md5(id) % 1000000:07d}{id:010d}",
       "md5_decimal* md5(id); modulo_u128* md5(id) % 1000000; decimal_padded* {md5(id) % 1000000:07d}; "
       "decimal_padded* {id:010d}"},
      {"{md5(id:u64, host:8s)}|{host:~8s}",
       "big_endian* id:u64; padded_text* host:8s; md5_fixed* md5(id:u64, host:8s); "
       "copy_fixed* {md5(id:u64, host:8s)}; copy_fixed* |; padded_text* {host:~8s}; invert {host:~8s}"},
      {"{abs(java_hash(host) % 8):a}{n:i64}{temp}|{host}-",
       "hash_strings* java_hash(host); modulo_i64* java_hash(host) % 8; absolute_i64* abs(java_hash(host) % "
       "8); "
       "order_float temp; big_endian_coded* {abs(java_hash(host) % 8):a}; big_endian_coded* {n:i64}; "
       "big_endian* {temp}; copy_fixed* |; "
       "join_rows* {abs(java_hash(host) % 8):a}{n:i64}{temp}|{host}-"},
      {"{abs(h31(metric:u24, host) % 7):u8}{host}",
       "big_endian* metric:u24; hash_fixed* h31(metric:u24, host); hash_strings* h31(metric:u24, host); "
       "modulo_i64* h31(metric:u24, host) % 7; absolute_i64* abs(h31(metric:u24, host) % 7); "
       "big_endian* {abs(h31(metric:u24, host) % 7):u8}; "
       "join_rows* {abs(h31(metric:u24, host) % 7):u8}{host}"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_explanation *explanation = explain_on("scalar", cases[i].text, 0);
    const char *found = steps_of(explanation, cases[i].text);
    CHECK(strcmp(found, cases[i].expected) == 0, "%s: %s", cases[i].text, found);
    rowkey_explanation_free(explanation);
  }
}

/* One kernel writes whole rows where it knows all of their fields. */
static void test_steps_together(void) {
  static const struct {
    const char *text, *expected;
  } cases[] = {
      {"{id:u64}{2:u8}{host:16s}", "fixed_rows* {id:u64}{2:u8}{host:16s}"},
      {"{metric:u24}-{ts:010d}|{host}-",
       "fixed_rows* {metric:u24}-{ts:010d}|; join_rows* {metric:u24}-{ts:010d}|{host}-"},
      {"{md5(id:u64, n:i64)}{id:u64}",
       "fixed_rows* id:u64, n:i64; md5_fixed* md5(id:u64, n:i64); copy_fixed* {md5(id:u64, n:i64)}; "
       "big_endian* {id:u64}"},
      {"{host:17s}{id:u64}", "padded_text* {host:17s}; big_endian* {id:u64}"},
      {"{id:u64}", "big_endian* {id:u64}"},
  };
  for (size_t isa = 0; isa < rowkey_isas_count; isa++) {
    if (!rowkey_isas[isa].is_supported() || rowkey_isas[isa].kernels->fixed_rows == NULL) continue;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      rowkey_explanation *explanation = explain_on(rowkey_isas[isa].name, cases[i].text, 0);
      const char *found = steps_of(explanation, cases[i].text);
      CHECK(strcmp(found, cases[i].expected) == 0, "%s: %s", cases[i].text, found);
      rowkey_explanation_free(explanation);
    }
  }
}

static void test_instruction_sets(void) {
  for (size_t i = 0; i < rowkey_isa_count(); i++) {
    const char *name = rowkey_isa_name(i);
    if (!rowkey_isa_supported(i)) continue;
    rowkey_explanation *explanation = explain_on(name, "{id}", 0);
    CHECK(strcmp(explanation->isa, name) == 0 && explanation->block_rows > 0, "%s", explanation->isa);
    rowkey_explanation_free(explanation);
  }
  rowkey_explanation_free(NULL);
}

static void test_columns(void) {
  static const rowkey_recovery expected[EXPLAINED_COLUMNS] = {
      ROWKEY_RECOVERED, ROWKEY_UNUSED, ROWKEY_REDUCED, ROWKEY_UNUSED, ROWKEY_HASHED,
      ROWKEY_RECOVERED, ROWKEY_UNUSED, ROWKEY_UNUSED,  ROWKEY_UNUSED};
  rowkey_explanation *explanation = explain("{md5(host)}{id:u64}{ts / 60:u32}{event}", 0);
  CHECK(explanation->column_count == EXPLAINED_COLUMNS, "%zu columns", explanation->column_count);
  for (size_t i = 0; i < EXPLAINED_COLUMNS; i++)
    CHECK(strcmp(explanation->columns[i].name, explained_schema[i].name) == 0 &&
              explanation->columns[i].recovery == expected[i],
          "column %zu is %d", i, explanation->columns[i].recovery);
  rowkey_explanation_free(explanation);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"designs in use", test_designs},
      {"order of a field", test_orders},
      {"other formats of a field", test_alternatives},
      {"sources", test_sources},
      {"steps", test_steps},
      {"steps of rows written whole", test_steps_together},
      {"instruction sets", test_instruction_sets},
      {"columns", test_columns},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
