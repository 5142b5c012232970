/* What an explanation says of the designs in use, and when it warns. */
#include <rowkey/explain.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "kernel_table.h"

static const rowkey_column schema[] = {{"id", ROWKEY_U64},     {"n", ROWKEY_I64},     {"ts", ROWKEY_U64},
                                       {"metric", ROWKEY_U64}, {"host", ROWKEY_TEXT}, {"event", ROWKEY_TEXT},
                                       {"name", ROWKEY_TEXT},  {"line", ROWKEY_TEXT}, {"temp", ROWKEY_F64}};
enum { COLUMN_COUNT = sizeof schema / sizeof *schema };

static rowkey_explanation *explain_on(const char *isa, const char *text, uint64_t stride) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), schema, COLUMN_COUNT, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_explanation *explanation = rowkey_explain(layout, isa, stride, &error);
  CHECK(explanation != NULL, "%s", error.text);
  rowkey_layout_free(layout); /* it is not needed any more */
  return explanation;
}

static rowkey_explanation *explain(const char *text, uint64_t stride) {
  return explain_on(NULL, text, stride);
}

/* ---- As one line ----------------------------------------------------------------------------- */

static char line[2048];
static size_t used;

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line + used, sizeof line - used, format, arguments);
  va_end(arguments);
  CHECK(length >= 0 && (size_t)length < sizeof line - used, "the line is too long");
  used += (size_t)length;
}

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
  if (field->column != ROWKEY_NONE) put(" %s%s", schema[field->column].name, arrow(field->column_order));
  if (field->reversible) put("=");
  if (field->low[0] != '\0') put(" %s..%s", field->low, field->high);
}

static const char *line_of(const rowkey_explanation *explanation) {
  used = 0;
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
    put(" %s%s", schema[field->column].name, arrow(field->column_order));
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
      {"{md5(line) % 1000000:07d}{id:010d}",
       "T0+7^ line? 0..999999; T7+10^ id^= 0..9999999999 | 17 17 8 16 | 1 id^ end | leading-zeros "
       "text-is-wider text-is-wider column-lost"},
      {"({md5(id) % 1000000:07d},{id:010d})",
       "L0+1; T1+7^ id? 0..999999; L8+1; T9+10^ id^= 0..9999999999; L19+1 | 20 20 11 19 | 3 id^ end | "
       "leading-zeros text-is-wider text-is-wider"},
      {"{md5(name) % 1000:04d}{name:16s}{ts:u64}",
       "T0+4^ name? 0..999; B4+16^ name^=; B20+8^ ts^= " U64_RANGE
       " | 28 28 26 39 | 1 name^ ts^ end | leading-zeros text-is-wider"},
      {"{random() % 4:a}-{name}",
       "T0+1^ 0..3; L1+1; T2+0-*^ name^= | 2 * * * | 2 name^ end | random-field key-may-be-too-long"},
      {"{md5(name) % 4:a}-{name}",
       "T0+1^ name? 0..3; L1+1; T2+0-*^ name^= | 2 * * * | 2 name^ end | key-may-be-too-long"},
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
       "B0+1^ 0..19; B1+3^ metric^= 0..16777215; B4+4^ ts^ 0..4294967295; T8+0-*^ host^= | 8 * * * | 1 "
       "metric^ | column-lost key-may-be-too-long"},
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
      {"{id + id:u64}", "^ id^="},
      {"{id + id / 2:u64}", "^ id^="},
      {"{n - (5 - n):i64}", "^ n^="},
      {"{id - id / 2:u64}", "^ id?"},
      {"{abs(n):u64}", "^ n?"},
      {"{id & 15:u8}", "^ id?"},
      {"{int32(id):i32}", "^ id?"},
      {"{coalesce(n, -1):i64}", "^ n^="},
      {"{coalesce(n, -1) / 7:i64}", "^ n^"},
      {"{coalesce(host, \"x\"):8s}", "^ host^="},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_explanation *explanation = explain(cases[i].text, 0);
    const rowkey_explained_field *field = &explanation->fields[0];
    used = 0;
    put("%s", arrow(field->order));
    if (field->column != ROWKEY_NONE) put(" %s%s", schema[field->column].name, arrow(field->column_order));
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
  used = 0;
  line[0] = '\0';
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
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_explanation *explanation = explain_on("scalar", cases[i].text, 0);
    const char *found = steps_of(explanation, cases[i].text);
    CHECK(strcmp(found, cases[i].expected) == 0, "%s: %s", cases[i].text, found);
    rowkey_explanation_free(explanation);
  }
}

/* Where one kernel writes rows whole, of those fields that it knows. */
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
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile("{id}", 4, schema, COLUMN_COUNT, &error);
  for (size_t i = 0; i < rowkey_isa_count(); i++) {
    const char *name = rowkey_isa_name(i);
    rowkey_explanation *explanation = rowkey_explain(layout, name, 0, &error);
    CHECK((explanation != NULL) == rowkey_isa_supported(i), "%s", name);
    if (explanation != NULL)
      CHECK(strcmp(explanation->isa, name) == 0 && explanation->block_rows > 0, "%s", explanation->isa);
    rowkey_explanation_free(explanation);
  }
  CHECK(rowkey_explain(layout, "abacus", 0, &error) == NULL && error.status == ROWKEY_ERROR_UNSUPPORTED,
        "an unknown instruction set");
  CHECK(rowkey_explain(layout, "abacus", 0, NULL) == NULL, "and nobody asks why");
  rowkey_layout_free(layout);
  rowkey_explanation_free(NULL);
}

static void test_columns(void) {
  static const rowkey_recovery expected[COLUMN_COUNT] = {ROWKEY_RECOVERED, ROWKEY_UNUSED, ROWKEY_REDUCED,
                                                         ROWKEY_UNUSED,    ROWKEY_HASHED, ROWKEY_RECOVERED,
                                                         ROWKEY_UNUSED,    ROWKEY_UNUSED, ROWKEY_UNUSED};
  rowkey_explanation *explanation = explain("{md5(host)}{id:u64}{ts / 60:u32}{event}", 0);
  CHECK(explanation->column_count == COLUMN_COUNT, "%zu columns", explanation->column_count);
  for (size_t i = 0; i < COLUMN_COUNT; i++)
    CHECK(strcmp(explanation->columns[i].name, schema[i].name) == 0 &&
              explanation->columns[i].recovery == expected[i],
          "column %zu is %d", i, explanation->columns[i].recovery);
  rowkey_explanation_free(explanation);
}

/* ---- Warnings -------------------------------------------------------------------------------- */

/* What costs space, or columns on purpose, is a note; what goes wrong is a warning. */
static bool is_note(const char *id) {
  static const char *const notes[] = {"leading-zeros", "text-is-wider", "column-lost", "key-may-be-too-long"};
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
    if (strcmp(id, notes[i]) == 0) return true;
  return false;
}

static const char *ids_of(const rowkey_explanation *explanation) {
  used = 0;
  line[0] = '\0';
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
       "{id % 1000000:u24} is no hash of id: writers in the order of id pass through the regions in lock "
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
       "host does not come back from the keys: only a hash of it is in them"},
      {"{java_hash(host) % 1000:03d}", 0, 0, 0,
       "java_hash(host) % 1000 lies between -999 and 999, and its field holds 0 to 999: other rows are "
       "refused "
       "(abs and floormod make it 0 or more)"},
      {"{abs(h31(host) % 8):u8}", 0, 0, 0,
       "h31 modulo 8 is decided by the low 3 bits of each byte and the hash's sign: what differs in the "
       "other "
       "bits alone falls into the same buckets (another hash takes them all in)"},
      {"{abs(java_hash(id % 10) % 1000):u16}", 0, 0, 0,
       "java_hash of at most 1 byte has at most 128 values, which do not spread over a modulus of 1000"},
      {"{id}", 0, 0, 0,
       "{id} stands first and follows id: rows that arrive in the order of id, such as sequential ids or "
       "times, "
       "all go to one region at a time"},
      {"{random() % 1000:03d}", 0, 0, 0,
       "{random() % 1000:03d} comes from random(), which nobody can compute again from the row: to read one "
       "row means to try 1000 values (a hash of a column spreads as well and can be computed)"},
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
      {"{id % 1000:u16}{id:u64}", 10, "stride-shares-factor"},
      {"{id % 1000:u16}{id:u64}", 999, "lock-step"},
      {"{id % 1000:u16}{id:u64}", 77, ""},
      {"{id * 10 % 1000:u16}{id:u64}", 1, "stride-shares-factor"},
      {"{id * 2654435761 % 1000:u16}{id:u64}", 0, ""},
      {"{id * 2 / 2 % 16:u8}{id:u64}", 0, ""},
      {"{(id + id) % 16:u8}{id:u64}", 0, ""},
      {"{md5(id) % 1000:u16}{id:u64}", 10, ""},
      {"{id % 1000 % 7:u8}{id:u64}", 0, ""},
      {"{host:8s}{id % 1000:u16}{id:u64}", 10, ""},
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
      {"literal", 0, ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_explanation *explanation = explain(cases[i].text, cases[i].stride);
    const char *found = ids_of(explanation);
    CHECK(strcmp(found, cases[i].expected) == 0, "%s, stride %d: %s", cases[i].text, (int)cases[i].stride,
          found);
    rowkey_explanation_free(explanation);
  }
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
      {"warnings", test_warnings},
      {"sentences of warnings", test_sentences},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
