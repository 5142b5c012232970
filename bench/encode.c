/* How many whole keys a second leave a layout: the library's answer to a design, beside the loop that one
 * writes for it. All named layouts are here, and so is a new one as soon as it is in their table. */
#include <rowkey/named.h>
#include <string.h>

#include "encode_peers.h"
#include "tests/support/on_isa.h"
#include "vectorised_md5.h"

struct encode {
  struct shape shape;
  const struct encode_peers *peers;
  rowkey_layout *layout;
  struct bench_columns columns;
  rowkey_encoder *first_encoder;
  /* The output: the offsets, when keys differ in length, and then the keys. */
  uint64_t *offsets; /* NULL for keys of one width */
  char *keys;
  uint64_t capacity;
};

static size_t offsets_size(const struct encode *encode) {
  return rowkey_layout_key_width(encode->layout) == ROWKEY_NONE
             ? (encode->shape.rows + 1) * sizeof(*encode->offsets)
             : 0;
}

/* The output buffer exists only after `fill`. */
static void find_output(struct encode *encode) {
  size_t size = offsets_size(encode);
  encode->offsets = size > 0 ? (void *)encode->shape.output : NULL;
  encode->keys = (char *)encode->shape.output + size;
}

/* Numbered from row 0 in every run. */
static rowkey_batch batch_of(const struct encode *encode) {
  const struct bench_columns *columns = &encode->columns;
  return rowkey_batch_from(rowkey_batch_of(columns->values, columns->count, encode->shape.rows), 0);
}

/* Texts decide branches, and so do numbers of varying width. */
static size_t rows_of(const struct encode *encode) {
  const struct bench_columns *columns = &encode->columns;
  bool has_text = false;
  for (size_t i = 0; i + 1 < columns->count; i++) {
    if (strcmp(columns->schema[i].name, "mixed") == 0) return bench_records()->mixed.count;
    has_text |= columns->schema[i].type == ROWKEY_TEXT && rowkey_layout_uses(encode->layout, i);
  }
  if (rowkey_layout_uses(encode->layout, columns->count - 1)) return bench_records()->line.count;
  return has_text || rowkey_layout_key_width(encode->layout) == ROWKEY_NONE ? RECORDS_ROWS : BENCH_ROWS;
}

static void fill(struct shape *shape) {
  struct encode *encode = (struct encode *)shape;
  shape->rows = rows_of(encode);
  bench_columns_fill(&encode->columns, encode->layout, shape->rows, &shape->bytes);
  const rowkey_batch batch = batch_of(encode);
  encode->capacity = rowkey_encode_bound(encode->layout, &batch);
  shape->output_size = offsets_size(encode) + encode->capacity;
}

/* What is after the last key of a layout whose keys differ in length. */
static void settle(struct shape *shape) {
  struct encode *encode = (struct encode *)shape;
  if (encode->offsets == NULL) return;
  uint64_t used = encode->offsets[shape->rows];
  if (used < encode->capacity) memset(encode->keys + used, 0, encode->capacity - used);
}

static void run_encoder(struct shape *shape, const void *with) {
  struct encode *encode = (struct encode *)shape;
  rowkey_encoder *encoder = with != NULL ? *(rowkey_encoder *const *)with : encode->first_encoder;
  const rowkey_batch batch = batch_of(encode);
  rowkey_error error;
  find_output(encode);
  if (rowkey_encode(encoder, &batch,
                    &(rowkey_key_buffer){
                        .data = encode->keys, .capacity = encode->capacity, .offsets = encode->offsets},
                    NULL, &error) != ROWKEY_OK)
    bench_fail("%s: row %zu: %s", shape->name, error.row, error.text);
}

static void run_plain(struct shape *shape, const void *with) {
  struct encode *encode = (struct encode *)shape;
  (void)with;
  find_output(encode);
  uint64_t at = 0;
  for (size_t i = 0; i < shape->rows; i++) {
    if (encode->offsets != NULL) encode->offsets[i] = at;
    at += encode->peers->plain(bench_records(), i, encode->keys + at);
  }
  if (encode->offsets != NULL) encode->offsets[shape->rows] = at;
}

static void run_tuned(struct shape *shape, const void *with) {
  struct encode *encode = (struct encode *)shape;
  (void)with;
  find_output(encode);
  encode->peers->tuned(bench_records(), shape->rows, encode->keys, encode->offsets);
}

static void run_vectorised(struct shape *shape, const void *with) {
  struct encode *encode = (struct encode *)shape;
  const struct vectorised_md5 *peer = with;
  find_output(encode);
  peer->paper_md5mod(bench_records()->id, shape->rows, encode->keys);
}

static void add_encoders(struct encode *encode) {
  for (size_t i = 0; i < rowkey_isas_count; i++) {
    if (!rowkey_isas[i].is_supported()) continue;
    rowkey_error error;
    rowkey_encoder **encoder = bench_allocate(sizeof(*encoder));
    ON_ISA(rowkey_isas[i].name) *encoder = rowkey_encoder_create(encode->layout, RECORDS_SEED, &error);
    if (*encoder == NULL) bench_fail("%s: %s", encode->shape.name, error.text);
    if (encode->first_encoder == NULL) encode->first_encoder = *encoder;
    bench_add(&encode->shape, rowkey_isas[i].name, run_encoder, encoder);
  }
}

static void register_layout(const char *name, const char *template, const char *columns) {
  const struct encode_peers *peers = encode_peers_find(name);
  bench_run *reference = peers != NULL && peers->plain != NULL ? run_plain : run_encoder;
  struct encode *encode = shape_create(sizeof(*encode), BENCH_ROWS, fill, reference, "encode/%s", name);
  rowkey_error error;
  bench_columns_parse(&encode->columns, columns);
  encode->layout = rowkey_layout_compile(template, strlen(template), encode->columns.schema,
                                         encode->columns.count, &error);
  if (encode->layout == NULL) bench_fail("%s: %s", encode->shape.name, error.text);
  encode->peers = peers;
  encode->shape.settle = settle;
  add_encoders(encode);
  if (peers == NULL) return;
  if (peers->plain != NULL) bench_add(&encode->shape, peers->plain_name, run_plain, NULL);
  if (peers->tuned != NULL) bench_add(&encode->shape, peers->tuned_name, run_tuned, NULL);
  if (peers->tuned == tuned_paper_md5mod) vectorised_md5_add(&encode->shape, run_vectorised);
}

void register_encode(void) {
  register_layout("u64", "{id:u64}", "id:u64");
  register_layout("i64", "{id:i64}", "id:i64");
  register_layout("bit_reverse", "{bit_reverse(id, 64):u64}", "id:u64");
  register_layout("interleave", "{interleave(id, ts, 32):u64}", "id:u64,ts:u64");
  register_layout("interleave_3", "{interleave(id & 2097151, ts & 2097151, 7, 21):u64}", "id:u64,ts:u64");
  register_layout("digits", "{id:011d(\"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz\")}",
                  "id:u64");
  register_layout("snowflake", "{ts << 22 | id:u64}", "id:u64,ts:u64");
  register_layout("xor", "{id ^ ts:u64}", "id:u64,ts:u64");
  register_layout("nulls", "{null_first(seen):u8}{coalesce(seen, 0):u64}", "seen:u64");
  register_layout("scaled", "{scaled(price, 100):i64}", "price:f64");
  register_layout("prefix", "{prefix(host, 4)}", "host:text");
  register_layout("slice", "{slice(host, 4, 6)}", "host:text");
  register_layout("trim", "{trim(host)}", "host:text");
  register_layout("lower", "{lower(host)}", "host:text");
  register_layout("reverse_labels", "{reverse_labels(domain, \".\")}", "domain:text");
  register_layout("utf16le", "{utf16le(host)}", "host:text");
  register_layout("hash_tag", "{hash_tag(key)}", "key:text");
  register_layout("length", "{length(host):u16}", "host:text");
  register_layout("counted", "{host:u16s}", "host:text");
  register_layout("padded", "{host:20s(\" \")}", "host:text");
  register_layout("zfill", "{host:020s}", "host:text");
  register_layout("mixed-prefix", "{prefix(mixed, 4)}", "mixed:text");
  register_layout("mixed-slice", "{slice(mixed, 4, 6)}", "mixed:text");
  register_layout("mixed-trim", "{trim(mixed)}", "mixed:text");
  register_layout("mixed-lower", "{lower(mixed)}", "mixed:text");
  register_layout("mixed-utf16le", "{utf16le(mixed)}", "mixed:text");
  register_layout("mixed-counted", "{mixed:u16s}", "mixed:text");
  register_layout("mixed-padded", "{mixed:20s(\" \")}", "mixed:text");
  register_layout("mixed-zfill", "{mixed:020s}", "mixed:text");
  const rowkey_named_layout *named;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    char text[64], template[ROWKEY_NAMED_TEMPLATE_SIZE];
    rowkey_error error;
    size_t length = (size_t)snprintf(text, sizeof(text), "@%s", named->name);
    if (rowkey_named_expand(text, length, NULL, template, sizeof(template), &error) != ROWKEY_OK)
      bench_fail("%s: %s", text, error.text);
    register_layout(named->name, template, named->columns);
  }
}
