/* The keys of named layouts against vectors of the systems that they name. Keys that no system publishes were
 * made by Python from the systems' formulas (tests/tool/systems.py). */
#include <inttypes.h>
#include <rowkey/named.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

/* More than one vector of every instruction set, and a remainder. */
enum { ROWS = 203 };

static char *copy_text(const char *text, size_t length) {
  char *copy = guarded(length + 1, GUARD_END);
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

static unsigned hex_byte(const char *digits) {
  return (unsigned)strtoul((const char[]){digits[0], digits[1], '\0'}, NULL, 16);
}

/* `rows` rows of the value with its \xHH resolved. */
static void add_repeated_text(struct batch *batch, const char *name, const char *value, size_t length) {
  char *bytes = guarded(length * batch->rows + 1, GUARD_END);
  uint64_t *offsets = guarded((batch->rows + 1) * sizeof *offsets, GUARD_END);
  size_t size = 0;
  for (size_t row = 0; row < batch->rows; row++) {
    offsets[row] = size;
    for (size_t i = 0; i < length; i++) {
      bytes[size++] = value[i] == '\\' ? (char)hex_byte(value + i + 2) : value[i];
      if (value[i] == '\\') i += 3;
    }
  }
  offsets[batch->rows] = size;
  add_bytes(batch, name, bytes, offsets);
}

static void add_repeated(struct batch *batch, const char *name, const char *type, const char *value,
                         size_t length) {
  if (strcmp(type, "text") == 0) {
    add_repeated_text(batch, name, value, length);
    return;
  }
  const char *number = copy_text(value, length);
  uint64_t *values = guarded(batch->rows * sizeof *values, GUARD_END);
  bool is_signed = strcmp(type, "i64") == 0;
  CHECK(is_signed || strcmp(type, "u64") == 0, "%s: the type %s", name, type);
  for (size_t i = 0; i < batch->rows; i++)
    values[i] = is_signed ? (uint64_t)strtoll(number, NULL, 10) : strtoull(number, NULL, 10);
  if (is_signed) {
    add_i64(batch, name, (const int64_t *)values);
  } else {
    add_u64(batch, name, values);
  }
}

/* `rows` times the record, "1,abc", with the columns "id:u64,key:text"; and the record as `line`. */
static struct batch record_batch(const char *columns, const char *record, size_t rows) {
  struct batch batch = {.rows = rows};
  const char *value = record;
  for (const char *column = columns; *column != '\0' && *column != '.';) {
    size_t name = strcspn(column, ":"), item = strcspn(column, ","), length = strcspn(value, ",");
    add_repeated(&batch, copy_text(column, name), copy_text(column + name + 1, item - name - 1), value,
                 length);
    column += item + (column[item] == ',');
    value += length + (value[length] == ',');
  }
  CHECK(*value == '\0', "%s has more values than %s", record, columns);
  add_repeated_text(&batch, "line", record, strlen(record));
  return batch;
}

struct named_template {
  const rowkey_named_layout *named;
  char text[ROWKEY_NAMED_TEMPLATE_SIZE];
};

static struct named_template expand(const char *text) {
  struct named_template result;
  rowkey_error error;
  rowkey_status status =
      rowkey_named_expand(text, strlen(text), &result.named, result.text, sizeof result.text, &error);
  CHECK(status == ROWKEY_OK, "%s", error.text);
  return result;
}

static void expect_key(const char *layout_text, const char *record, const char *hex) {
  struct named_template layout_template = expand(layout_text);
  /* random() gives each row another key. */
  size_t rows = strstr(layout_template.text, "random()") != NULL ? 1 : ROWS;
  struct batch batch = record_batch(layout_template.named->columns, record, rows);
  rowkey_layout *layout = compile(layout_template.text, &batch);
  EACH_ISA(kernels) {
    struct encoded encoded =
        encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
    CHECK(encoded.status == ROWKEY_OK, "%s of %s: %s", layout_text, record, encoded.error.text);
    for (size_t row = 0; row < rows; row++) {
      const uint8_t *key = encoded.keys + encoded.offsets[row];
      size_t size = (size_t)(encoded.offsets[row + 1] - encoded.offsets[row]);
      bool equal = size == strlen(hex) / 2;
      for (size_t i = 0; equal && i < size; i++) equal = key[i] == hex_byte(hex + 2 * i);
      CHECK(equal, "%s of %s, %s, row %zu: %s instead of %s", layout_text, record, kernels->name, row,
            key_text(&encoded, row), hex);
    }
  }
  rowkey_layout_free(layout);
}

/* The same of a key that is printable. */
static void expect_text(const char *layout_text, const char *record, const char *key) {
  char hex[40] = "";
  for (size_t i = 0; key[i] != '\0'; i++)
    snprintf(hex + 2 * i, sizeof hex - 2 * i, "%02x", (unsigned char)key[i]);
  expect_key(layout_text, record, hex);
}

static void expect_bad_row(const char *layout_text, const char *record) {
  struct named_template layout_template = expand(layout_text);
  struct batch batch = record_batch(layout_template.named->columns, record, ROWS);
  rowkey_layout *layout = compile(layout_template.text, &batch);
  EACH_ISA(kernels) {
    struct encoded encoded =
        encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
    CHECK(encoded.status == ROWKEY_ERROR_RANGE, "%s of %s, %s: status %d", layout_text, record, kernels->name,
          (int)encoded.status);
    CHECK(encoded.error.row == 0, "%s of %s: row %zu", layout_text, record, encoded.error.row);
  }
  rowkey_layout_free(layout);
}

static void test_examples(void) {
  const rowkey_named_layout *named = NULL;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    char text[64];
    int length = snprintf(text, sizeof text, "@%s", named->name);
    CHECK(length < 32, "%s is a long name", named->name);
    CHECK(strspn(named->name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(named->name), "%s",
          named->name);
    CHECK(rowkey_named_find(named->name, strlen(named->name)) == named, "%s is found elsewhere", named->name);
    CHECK(rowkey_named_find(NULL, strlen(named->name)) == NULL, "%s is found without a name", named->name);
    CHECK(named->parameters[ROWKEY_NAMED_PARAMETERS - 1].name == NULL, "%s: no end of the parameters", text);
    expect_key(text, named->record, named->key);
  }
  CHECK(rowkey_named_layout_at(SIZE_MAX) == NULL, "a layout after the last one");
}

/* The template compiles with a parameter at one end of its range, and refuses the number beyond it. */
static void check_bound(const rowkey_named_layout *named, const rowkey_named_parameter *parameter,
                        uint64_t bound, uint64_t beyond) {
  char text[128];
  snprintf(text, sizeof text, "@%s(%s=%llu)", named->name, parameter->name, (unsigned long long)bound);
  struct named_template layout_template = expand(text);
  struct batch batch = record_batch(named->columns, named->record, 1);
  rowkey_layout_free(compile(layout_template.text, &batch));
  if (beyond - bound != 1 && bound - beyond != 1) return; /* there is none in 64 bits */
  int length =
      snprintf(text, sizeof text, "@%s(%s=%llu)", named->name, parameter->name, (unsigned long long)beyond);
  char buffer[ROWKEY_NAMED_TEMPLATE_SIZE];
  CHECK(rowkey_named_expand(text, (size_t)length, NULL, buffer, sizeof buffer, NULL) == ROWKEY_ERROR_TYPE,
        "%s is accepted", text);
}

static void test_parameters(void) {
  const rowkey_named_layout *named = NULL;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    for (const rowkey_named_parameter *parameter = named->parameters; parameter->name != NULL; parameter++) {
      CHECK(parameter->least <= parameter->value && parameter->value <= parameter->most, "%s of %s",
            parameter->name, named->name);
      check_bound(named, parameter, parameter->least, parameter->least == 0 ? 0 : parameter->least - 1);
      check_bound(named, parameter, parameter->most,
                  parameter->most == UINT64_MAX ? UINT64_MAX : parameter->most + 1);
    }
  }
}

static void test_bounds(void) {
  static const char *const expected[] = {
      "paper-random modulus=1000000 from 1 to 18446744073709551615",
      "paper-random digits=10 from 1 to 20",
      "paper-idmod modulus=1000000 from 1 to 18446744073709551615",
      "paper-idmod digits=10 from 1 to 20",
      "paper-md5mod modulus=1000000 from 1 to 18446744073709551615",
      "paper-md5mod digits=10 from 1 to 20",
      "paper-linemd5 modulus=1000000 from 1 to 18446744073709551615",
      "paper-linemd5 digits=10 from 1 to 20",
      "paper-composite modulus=1000 from 1 to 18446744073709551615",
      "paper-composite user_width=16 from 1 to 32767",
      "pig-tuple modulus=1000000 from 1 to 18446744073709551615",
      "pig-tuple digits=10 from 1 to 20",
      "hbase-salting buckets=4 from 1 to 26",
      "hbase-hashing buckets=4 from 1 to 26",
      "hbase-reversing digits=10 from 1 to 20",
      "hbase-bucketed-time buckets=100 from 1 to 18446744073709551615",
      "hbase-bucketed-time host_width=16 from 1 to 32767",
      "hbase-bucketed-time event_width=8 from 1 to 32767",
      "hbase-reverse-timestamp host_width=16 from 1 to 32767",
      "hbase-record-types type=2 from 0 to 255",
      "hbase-list-data user_width=16 from 1 to 32767",
      "finra buckets=1000 from 1 to 2147483647",
      "gbif modulus=1000 from 1 to 2147483647",
      "hbasewd buckets=32 from 1 to 256",
      "pinpoint-trace buckets=256 from 1 to 256",
      "opentsdb buckets=20 from 1 to 256",
      "phoenix-salted buckets=16 from 1 to 256",
      "phoenix-salted-varchar buckets=16 from 1 to 256",
      "phoenix-salted-composite buckets=16 from 1 to 256",
      "kafka-partition partitions=12 from 1 to 2147483647",
      "librdkafka-partition partitions=12 from 1 to 2147483647",
      "librdkafka-partition-fnv1a partitions=12 from 1 to 2147483647",
      "hadoop-partition reducers=12 from 1 to 100000",
      "hadoop-partition-long reducers=12 from 1 to 100000",
      "spark-partition-string partitions=200 from 1 to 100000",
      "spark-partition-int partitions=200 from 1 to 100000",
      "spark-partition-long partitions=200 from 1 to 100000",
      "pulsar-partition partitions=12 from 1 to 2147483647",
      "flink-key-group max_parallelism=128 from 1 to 32768",
      "flink-key-group-int max_parallelism=128 from 1 to 32768",
      "couchbase-vbucket vbuckets=1024 from 1 to 32768",
      "kudu-bucket-string buckets=16 from 2 to 2147483647",
      "kudu-bucket-string seed=0 from 0 to 4294967295",
      "kudu-bucket-int64 buckets=16 from 2 to 2147483647",
      "kudu-bucket-int64 seed=0 from 0 to 4294967295",
      "elasticsearch-shard shards=1 from 1 to 1024",
      "elasticsearch-shard factor=1024 from 1 to 1024",
      "spark-bucket-string buckets=200 from 1 to 100000",
      "spark-bucket-int buckets=200 from 1 to 100000",
      "spark-bucket-long buckets=200 from 1 to 100000",
      "spark-bucket-columns buckets=200 from 1 to 100000",
      "iceberg-bucket-long buckets=16 from 1 to 2147483647",
      "iceberg-bucket-string buckets=16 from 1 to 2147483647",
      "hudi-bucket buckets=256 from 1 to 1000000",
      "hive-bucket-string buckets=16 from 1 to 1000000",
      "hive-bucket-columns buckets=16 from 1 to 1000000",
      "hive-bucket-v2-string buckets=16 from 1 to 1000000",
      "hive-bucket-v2-int buckets=16 from 1 to 1000000",
      "tidb-row table=1 from 1 to 9223372036854775807",
      "tidb-index table=1 from 1 to 9223372036854775807",
      "tidb-index index=1 from 1 to 9223372036854775807",
      "cockroach-string table=104 from 0 to 4294967295",
      "cockroach-string index=1 from 0 to 4294967295",
      "cockroach-int table=104 from 0 to 4294967295",
      "cockroach-int index=1 from 0 to 4294967295",
  };
  size_t count = 0;
  const rowkey_named_layout *named = NULL;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    for (const rowkey_named_parameter *parameter = named->parameters; parameter->name != NULL; parameter++) {
      char found[160];
      snprintf(found, sizeof found, "%s %s=%" PRIu64 " from %" PRIu64 " to %" PRIu64, named->name,
               parameter->name, parameter->value, parameter->least, parameter->most);
      CHECK(count < sizeof expected / sizeof *expected && strcmp(found, expected[count]) == 0, "%s", found);
      count++;
    }
  }
  CHECK(count == sizeof expected / sizeof *expected, "%zu parameters", count);
}

static void test_vectors(void) {
  /* hashlib: first digest bytes of 0x80 and above show whether they are read as unsigned or signed */
  expect_key("@paper-md5mod", "1",
             "30303838343131"
             "30303030303030303031");
  expect_key("@hbase-md5-prefix", "0",
             "6366636432303834393564353635656636366537646666396639383736346461"
             "2d30");
  /* LoadTestKVGenerator of HBase 2.6.1 */
  expect_key("@hbase-md5-prefix", "42",
             "6131643063366538336630323733323764383436313036336634616335386136"
             "2d3432");
  expect_key("@hbase-md5-prefix", "9223372036854775807",
             "3135373637623235323237356366353130376262613932363762383865373837"
             "2d39323233333732303336383534373735383037");
  /* Java: the blog's 893 is wrong */
  expect_key("@finra", "2015-04-26|abc",
             "3932387c"
             "323031352d30342d32367c616263");
  expect_key("@finra", "2015-04-26",
             "3834367c"
             "323031352d30342d3236");
  expect_key("@finra", "abc",
             "3335347c"
             "616263");
  /* hashes to the smallest int: abs(h % n) differs from the others here */
  expect_key("@finra", "polygenelubricants",
             "3634387c"
             "706f6c7967656e656c7562726963616e7473");
  expect_key("@gbif", "polygenelubricants",
             "3030303a"
             "706f6c7967656e656c7562726963616e7473");
  expect_key("@gbif", "35953305172933/",
             "3435353a"
             "33353935333330353137323933332f");
  /* SaltingUtilTest: its hash is the smallest int */
  expect_key("@phoenix-salted-varchar(buckets=3)", "\\x96\\x00\\xf6\\x00\\x13\\xfe",
             "02"
             "9600f60013fe");
  expect_key("@hbasewd(buckets=4)", "\\x96\\x00\\xf6\\x00\\x13\\xfe",
             "00"
             "9600f60013fe");
  /* TestRowKey */
  expect_key("@opentsdb", "1,1356998400,\\x00\\x00\\x01\\x00\\x00\\x01",
             "08"
             "000001"
             "50e22700"
             "000001000001");
  expect_key("@opentsdb", "1,1356998400,",
             "0c"
             "000001"
             "50e22700");
  expect_key("@opentsdb-unsalted", "1,1356999634,\\x00\\x00\\x01\\x00\\x00\\x01",
             "000001"
             "50e22700"
             "000001000001");
  /* MathUtils.murmurHash(1) = 68075478 */
  expect_key("@flink-key-group-int(max_parallelism=32768)", "1", "3136333432");
  expect_key("@flink-key-group-int(max_parallelism=32767)", "1", "3138343139");
  /* UtilsTest.testMurmur2: "21" -973932308, "foobar" -790332482; modulo the largest int shows hash & MAX
   * whole */
  expect_key("@kafka-partition(partitions=2147483647)", "21", "31313733353531333430");
  expect_key("@kafka-partition(partitions=2147483647)", "foobar", "31333537313531313636");
  /* hash('Spark', array(123), 2) = -1321691492; three moduli determine all 32 bits */
  expect_key("@spark-bucket-columns(buckets=100000)", "Spark,123,2", "3038353038");
  expect_key("@spark-bucket-columns(buckets=99999)", "Spark,123,2", "3935323930");
  expect_key("@spark-bucket-columns(buckets=99991)", "Spark,123,2", "3839353337");
  /* Appendix B of the specification: 34 -> 2017239379, "iceberg" -> 1210000089 */
  expect_key("@iceberg-bucket-long(buckets=2147483647)", "34", "32303137323339333739");
  expect_key("@iceberg-bucket-string(buckets=2147483647)", "iceberg", "31323130303030303839");
  /* TestObjectInspectorUtils: (1, "two", true) -> 3574518 */
  expect_key("@hive-bucket-columns(buckets=16)", "1,two,1", "303030303036");
  expect_key("@hive-bucket-columns(buckets=1000000)", "1,two,1", "353734353138");
  /* signed UTF-8 bytes, -1978, not UTF-16 units, 233 */
  expect_key("@hive-bucket-string(buckets=1000000)", "\\xc3\\xa9", "343831363730");
  expect_key("@cassandra-random", "abc",
             "313438383636373038353736373739363937323935333433313334313533383435343037383836");
  /* token() of the int 1, -4069959284402364209, and of the bigint 1, 6292367497774912474 */
  expect_key("@cassandra-murmur3", "\\x00\\x00\\x00\\x01", "478499982ae4e0cf");
  expect_key("@cassandra-murmur3-bigint", "1", "d752fae69d1653da");
}

/* Further vectors of the systems' own tests, by the names of those tests. */
static void test_further_vectors(void) {
  /* TestRowKey: several tags, other tags, other metrics, other hours */
  expect_key("@opentsdb", "1,1356998400,\\x00\\x00\\x01\\x00\\x00\\x01\\x00\\x00\\x01\\x00\\x00\\x01",
             "10"
             "000001"
             "50e22700"
             "000001000001000001000001");
  expect_key("@opentsdb",
             "1,1356998400,"
             "\\x00\\x00\\x01\\x00\\x00\\x01\\x00\\x00\\x01\\x00\\x00\\x01\\x00\\x00\\x01\\x00\\x00\\x01",
             "00"
             "000001"
             "50e22700"
             "000001000001000001000001000001000001");
  expect_key("@opentsdb", "1,1356998400,\\x00\\x00\\x01\\x00\\x00\\x01\\x00\\x00\\x02\\x00\\x00\\x03",
             "03"
             "000001"
             "50e22700"
             "000001000001000002000003");
  expect_key("@opentsdb", "2,1356998400,\\x00\\x00\\x01\\x00\\x00\\x01",
             "09"
             "000002"
             "50e22700"
             "000001000001");
  expect_key("@opentsdb", "726048,1356998400,\\x00\\x00\\x01\\x00\\x00\\x01",
             "06"
             "0b1420"
             "50e22700"
             "000001000001");
  expect_key("@opentsdb", "1,0,\\x00\\x00\\x01\\x00\\x00\\x01",
             "08"
             "000001"
             "00000000"
             "000001000001");
  expect_key("@opentsdb-unsalted", "1,4294967295,", "000001fffff960"); /* the last second */
  /* ModulusSaltTest.testSaltToString */
  expect_key("@gbif(modulus=28)", "bingo",
             "30333a"
             "62696e676f");
  /* HashTest.javaStringHashTest: hash & MAX whole, of a key that wraps and of a negative hash */
  expect_key("@pulsar-partition(partitions=2147483647)", "keykeykeykeykey1", "343334303538343832");
  expect_key("@pulsar-partition(partitions=2147483647)", "keykeykey2", "3432393738363433");
  /* TestBucketing.testSpecValues: true, a date, a time, a timestamp, a UUID, bytes */
  expect_key("@iceberg-bucket-long(buckets=2147483647)", "1", "31333932393931353536");
  expect_key("@iceberg-bucket-long(buckets=2147483647)", "17486", "31343934313533323236");
  expect_key("@iceberg-bucket-long(buckets=2147483647)", "81068000000", "31343834373230363539");
  expect_key("@iceberg-bucket-long(buckets=2147483647)", "1510871468000000", "3939353339323037");
  expect_key("@iceberg-bucket-string(buckets=2147483647)",
             "\\xf7\\x9c\\x3e\\x09\\x67\\x7c\\x4b\\xbd\\xa4\\x79\\x3f\\x34\\x9c\\xb7\\x85\\xe7",
             "31343838303535333430");
  expect_key("@iceberg-bucket-string(buckets=2147483647)", "\\x00\\x01\\x02\\x03", "31393538383030343431");
  /* TestHiveBucketing.testHashingCompare of Trino: bucketing version 1 */
  expect_key("@hive-bucket-string(buckets=1000000)", "Trino rocks", "313336373330");
  expect_key("@hive-bucket-string(buckets=1000000)", "test string", "353539373131");
  expect_key("@hive-bucket-string(buckets=1000000)",
             "\\xe5\\xbc\\xba\\xe5\\xa4\\xa7\\xe7\\x9a\\x84Trino\\xe5\\xbc\\x95\\xe6\\x93\\x8e",
             "353031353037");
  expect_key("@hive-bucket-string(buckets=1000000)",
             "\\xf0\\xa0\\xbf\\xbc\\xf0\\xa0\\xbf\\xbd\\xf0\\xa0\\xbf\\xbe\\xf0\\xa0\\xbf\\xbf",
             "363836333934");
  /* the same: bucketing version 2 */
  expect_key("@hive-bucket-v2-string(buckets=1000000)", "", "313034393138");
  expect_key("@hive-bucket-v2-string(buckets=1000000)", "Trino rocks", "333736323235");
  expect_key("@hive-bucket-v2-string(buckets=1000000)", "test string", "313832313934");
  expect_key("@hive-bucket-v2-string(buckets=1000000)",
             "\\xe5\\xbc\\xba\\xe5\\xa4\\xa7\\xe7\\x9a\\x84Trino\\xe5\\xbc\\x95\\xe6\\x93\\x8e",
             "343136333434");
  expect_key("@hive-bucket-v2-string(buckets=1000000)",
             "\\xf0\\xa0\\xbf\\xbc\\xf0\\xa0\\xbf\\xbd\\xf0\\xa0\\xbf\\xbe\\xf0\\xa0\\xbf\\xbf",
             "313334383337");
  expect_key("@hive-bucket-v2-int(buckets=1000000)", "300000", "383230313638");
  expect_key("@hive-bucket-v2-int(buckets=1000000)", "-2147483648", "383831303238");
  expect_key("@hive-bucket-v2-int(buckets=1000000)", "2147483647", "383539393637");
  expect_key("@hive-bucket-v2-int(buckets=1000000)", "16758", "353432333935"); /* the date 2015-11-19 */
  /* TestBytesCodec of util/codec */
  expect_key("@tidb-index", ",0",
             "7480000000000000015f69800000000000000101"
             "0000000000000000f7"
             "038000000000000000");
  expect_key("@tidb-index", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00,0",
             "7480000000000000015f69800000000000000101"
             "0000000000000000ff0000000000000000f7"
             "038000000000000000");
  expect_key("@tidb-index", "\\x01\\x02\\x03\\x04\\x05\\x06\\x07,0",
             "7480000000000000015f69800000000000000101"
             "0102030405060700fe"
             "038000000000000000");
  expect_key("@tidb-index", "\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\\x09,0",
             "7480000000000000015f69800000000000000101"
             "0102030405060708ff0900000000000000f8"
             "038000000000000000");
  /* TestEncodeDecodeBytes, and TestEncodeDecodeUvarint for the ids */
  expect_key("@cockroach-string(table=109,index=0)", "\\x00\\x01\\x61",
             "f588"
             "1200ff01610001"
             "88");
  expect_key("@cockroach-string(table=109,index=0)", "\\x00\\xff\\x61",
             "f588"
             "1200ffff610001"
             "88");
  expect_key("@cockroach-string(table=109,index=0)", "\\x62\\x00\\x00",
             "f588"
             "126200ff00ff0001"
             "88");
  expect_key("@cockroach-string(table=109,index=0)", "\\x62\\xff",
             "f588"
             "1262ff0001"
             "88");
}

/* Each made by the system that the comment names, run with these keys. */
static void test_vectors_of_clusters(void) {
  /* librdkafka 2.16.0 */
  expect_key("@librdkafka-partition(partitions=2147483647)", "hello", "393037303630383730");
  expect_key("@librdkafka-partition(partitions=65521)", "\\xc3\\xa9", "3234343537");
  expect_key("@librdkafka-partition", "user-42", "37");
  expect_key("@librdkafka-partition", "", "30");
  expect_key("@librdkafka-partition-fnv1a(partitions=2147483647)", "a", "343638393635303736");
  expect_key("@librdkafka-partition-fnv1a(partitions=2147483647)", "", "32313238383331303335");
  expect_key("@librdkafka-partition-fnv1a(partitions=65521)", "123456789", "3231303437");
  /* Hadoop 3.3.6; modulo 100000 by its answers modulo the largest int */
  expect_key("@hadoop-partition(reducers=10)", "polygenelubricants", "3030303037");
  expect_key("@hadoop-partition(reducers=10)", "\\xf0\\x9f\\x91\\x8d", "3030303032");
  expect_key("@hadoop-partition(reducers=100000)", "hello", "3931343733");
  expect_key("@hadoop-partition-long(reducers=10)", "-1", "3030303037");
  expect_key("@hadoop-partition-long(reducers=100000)", "1234567890123", "3736313731");
  expect_key("@hadoop-partition-long(reducers=10)", "5000000000", "3030303034");
  /* Spark 3.5.1 */
  expect_key("@spark-partition-string", "polygenelubricants", "3030313532");
  expect_key("@spark-partition-string", "\\xf0\\x9f\\x91\\x8d", "3030303634");
  expect_key("@spark-partition-int", "-2147483648", "3030313532");
  expect_key("@spark-partition-long", "-9223372036854775808", "3030313532");
  expect_key("@spark-partition-long", "-1", "3030303030");
  expect_key("@spark-partition-long", "-5000000000", "3030313032");
  expect_key("@spark-partition-long(partitions=100000)", "-2147483648", "3833363437");
  /* Cassandra's Python driver 3.30.1 */
  expect_key("@cassandra-murmur3-composite", ",x", "4a16e844496a6bfe");
  expect_key("@cassandra-murmur3-composite", "user-42,2024-03-01", "c2e4af98195583d6");
  /* Redis 7.0.15, CLUSTER KEYSLOT */
  expect_key("@redis-slot", "123456789", "3132373339");
  expect_key("@redis-slot", "user-42", "3134353837");
  expect_key("@redis-slot", "{user1000}.followers", "33343433");
  expect_key("@redis-slot", "foo{}{bar}", "38333633");
  expect_key("@redis-slot", "foo{{bar}}zap", "34303135");
  expect_key("@redis-slot", "foo{bar", "3135323738");
  expect_key("@redis-slot", "", "30");
  /* Couchbase's Java client core-io 1.7.23 */
  expect_key("@couchbase-vbucket", "polygenelubricants", "333236");
  expect_key("@couchbase-vbucket(vbuckets=64)", "polygenelubricants", "36");
  expect_key("@couchbase-vbucket", "", "30");
  /* Kudu's Java client 1.17.0, KeyEncoder.getHashBucket */
  expect_key("@kudu-bucket-string(buckets=2147483647)", "abc", "523ce566");
  expect_key("@kudu-bucket-string(buckets=2147483647,seed=42)", "\\xc3\\xa9", "35ca3981");
  expect_key("@kudu-bucket-string(seed=42)", "", "00000004");
  expect_key("@kudu-bucket-int64(buckets=2147483647)", "-9223372036854775808", "7d9c1d76");
  expect_key("@kudu-bucket-int64(buckets=2147483647,seed=4294967295)", "42", "00d49b05");
  /* hasher_test.cpp of MongoDB */
  expect_key("@mongodb-hashed-int", "0", "435fb8968ff1cc09");
  expect_key("@mongodb-hashed-int", "-1", "0fd2d330e10cf7d3");
  expect_key("@mongodb-hashed-int", "-9223372036854775808", "3ee5231db62cf466");
  expect_key("@mongodb-hashed-string", "", "1c70eb066aeab47c");
  /* Elasticsearch 8.15.0 and OpenSearch 2.17.0: Murmur3HashFunction.hash, floorMod and division of it */
  expect_key("@elasticsearch-shard(shards=1000,factor=1000)", "a", "313038");
  expect_key("@elasticsearch-shard(shards=5,factor=128)", "hello", "34");
  /* Elasticsearch 7.17.9: the routing shards are those of
   * MetadataCreateIndexService.calculateNumRoutingShards */
  static const struct {
    unsigned shards;
    const char *hello, *region, *a;
  } indices[] = {{1, "0", "0", "0"},         {2, "0", "1", "0"},         {3, "2", "0", "0"},
                 {5, "4", "4", "1"},         {8, "3", "5", "2"},         {9, "4", "5", "0"},
                 {512, "196", "338", "141"}, {513, "249", "484", "508"}, {1000, "100", "194", "317"},
                 {1024, "196", "338", "141"}};
  for (size_t i = 0; i < sizeof indices / sizeof *indices; i++) {
    char name[60];
    snprintf(name, sizeof name, "@elasticsearch-shard(shards=%u)", indices[i].shards);
    expect_text(name, "hello", indices[i].hello);
    expect_text(name, "R\\xc3\\xa9gion-9", indices[i].region);
    expect_text(name, "a", indices[i].a);
  }
  expect_key("@elasticsearch-shard(shards=1024,factor=1)", "\\xf0\\x9f\\x91\\x8d", "313133");
  expect_key("@elasticsearch-shard(shards=1024,factor=1)", "\\xc3\\xa9", "353131");
  /* Solr 9.6.1, CompositeIdRouter.sliceHash, the first bit flipped */
  expect_key("@solr-hash", "a", "bc2569b2");
  expect_key("@solr-hash-composite", "\\xc3\\xa9,\\xf0\\x9f\\x91\\x8d", "9011e7c8");
  expect_key("@solr-hash-composite", "a,", "bc250000");
  /* Hudi 0.15.0 */
  expect_key("@hudi-bucket(buckets=8)", "polygenelubricants", "3030303030303037");
  expect_key("@hudi-bucket", "\\xc3\\xa9", "3030303030303038");
  expect_key("@hudi-bucket", "\\xf0\\x9f\\x91\\x8d", "3030303030323037");
  /* Accumulo 2.1.3 */
  expect_key("@accumulo-date", "0", "088000000000000000");
  expect_key("@accumulo-date", "42", "08800000000000002a");
  /* fdb-java 7.1.23, and cockroachdb-parser 0.25.2, util/encoding */
  expect_key("@foundationdb-tuple", "a\\x00b,5", "026100ff62001505");
  expect_key("@foundationdb-tuple", ",72057594037927936", "02001c0100000000000000");
  expect_key("@cockroach-int(table=110,index=2)", "-256", "f66e8a86ff0088");
  expect_key("@cockroach-string(table=65536,index=256)", "a", "f8010000f701001261000188");
  /* kudu-client 1.17.0 */
  expect_key("@kudu-key", "\\x00\\x01\\x00\\x00,1420070400000000", "00010100010001000080050b8be7bf8000");
  /* the definition of the API reference, computed by Python's hashlib */
  expect_key("@kinesis-hash-key", "a",
             "303136393535323337303031393633323430313733303538323731353539383538373236343937");
}

static void test_rows_without_a_key(void) {
  expect_bad_row("@spark-partition-int", "2147483648");
  expect_bad_row("@accumulo-date", "281474976710656");
  expect_bad_row("@accumulo-pair", "a,9151314442816847872");
  expect_bad_row("@hbasewd(buckets=3)",
                 "\\x96\\x00\\xf6\\x00\\x13\\xfe"); /* in HBaseWD bucket 0xfe, never read */
  expect_bad_row("@cassandra-murmur3", /* made by running the hash backwards from the smallest long */
                 "\\x65\\x3c\\xbe\\xfb\\x85\\xec\\x31\\x11\\xb4\\xe3\\x8f\\xa9\\xbc\\x7c\\xbc\\xae");
  expect_bad_row("@hbase-reverse-timestamp", "web-07,-1");
  expect_bad_row("@hbase-list-data(user_width=4)", "alice,1");
  expect_bad_row("@opentsdb", "16777216,0,");
  expect_bad_row("@opentsdb-unsalted", "16777216,0,");
  /* from 2^32 on OpenTSDB takes milliseconds */
  expect_bad_row("@opentsdb", "1,4294967296,");
  expect_bad_row("@opentsdb", "1,1356999634000,");
  expect_bad_row("@opentsdb-unsalted", "1,4294967296,");
  expect_bad_row("@opentsdb-unsalted", "1,18446744073709551615,");
  expect_bad_row("@pinpoint-trace", "abcdefghijklmnopqrstuvwxy,0,0");
  expect_bad_row("@flink-key-group-int", "2147483648");
  expect_bad_row("@spark-bucket-int", "2147483648");
  expect_bad_row("@hive-bucket-columns", "2147483648,two,1");
  expect_bad_row("@hive-bucket-columns", "-2147483649,two,1");
  expect_bad_row("@hive-bucket-columns", "1,two,2");
  expect_bad_row("@hive-bucket-v2-int", "2147483648");
  expect_bad_row("@hive-bucket-v2-int", "-2147483649");
  expect_bad_row("@phoenix-salted-composite", "a\\x00b,1");
  expect_bad_row("@paper-md5mod(digits=3)", "1000");
}

/* The paper's line design, whose vectors are texts that are no ids. */
static void test_line_vectors(void) {
  struct batch batch = {.rows = 5};
  add_u64(&batch, "id", (const uint64_t[]){0, 1, 2, 3, 4});
  add_text(&batch, "line", (const char *[]){"", "a", "abc", "hello", "1"});
  expect_keys(expand("@paper-linemd5").text, &batch, (struct settings){0},
              (const char *[]){"01783660000000000", "07264970000000001", "08035700000000002",
                               "02229940000000003", "00884110000000004"});
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"every layout makes the key of its example", test_examples},
      {"every parameter can be anything in its range and nothing beyond", test_parameters},
      {"the bounds of parameters are those of the systems", test_bounds},
      {"the keys are those of the systems", test_vectors},
      {"the keys of the systems' tests", test_further_vectors},
      {"the places in clusters that the systems give", test_vectors_of_clusters},
      {"the paper's lines", test_line_vectors},
      {"rows that a system has no good key for are refused", test_rows_without_a_key},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
