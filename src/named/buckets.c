/* Buckets of tables in files. The key is the number of the bucket, as it stands in a file's or directory's
 * name. */
#include "named/table.h"

#define SPARK_BUCKETS PARAMETER("buckets", 200, 1, 100000, "of the table")
#define SPARK \
  "HashPartitioning.partitionIdExpression: pmod(hash(columns), buckets) with Murmur3Hash of seed 42"
#define SPARK_NULL                                                                                     \
  " The number is in five digits, as in file names. For tables of data sources (USING parquet and so " \
  "on): Hive tables have Hive's buckets. A NULL, which leaves the hash as it was, is an error here."
#define ICEBERG_BUCKETS PARAMETER("buckets", 16, 1, 2147483647, "the N of bucket[N]")
#define ICEBERG "table specification, Bucket Transform Details and Appendix B: 32-bit Hash Requirements"
#define HIVE_BUCKETS PARAMETER("buckets", 16, 1, 1000000, "of the table: CLUSTERED BY (...) INTO N BUCKETS")
#define HIVE "ObjectInspectorUtils.getBucketNumberOld and getBucketHashCodeOld"
#define HIVE_V2 "ObjectInspectorUtils.getBucketNumber and hashCodeMurmur"
#define HIVE_NULL                                                                                            \
  " The number is in six digits, as in file names. For tables with bucketing_version=1, the default before " \
  "Hive 3. A "                                                                                               \
  "NULL, which counts as 0, is an error here."
#define HIVE_V2_NULL                                                                                       \
  " The number is in six digits, as in file names. For tables with bucketing_version=2, the default from " \
  "Hive 3 on. A NULL, whose hash is 0, is an error here."

static const rowkey_named_layout layouts[] = {
    {
        .name = "spark-bucket-string",
        .system = "Apache Spark",
        .source = SPARK,
        .parameters = {SPARK_BUCKETS},
        .pattern = "{floormod(murmur3_32(key, seed=42, tail=words), $(buckets)):05d}",
        .columns = "key:text",
        .description = "The bucket of a table bucketed by one STRING column of the default collation, or a "
                       "BINARY one." SPARK_NULL,
        .record = "Spark",
        .key = "3030313635",
    },
    {
        .name = "spark-bucket-int",
        .system = "Apache Spark",
        .source = SPARK,
        .parameters = {SPARK_BUCKETS},
        .pattern = "{floormod(murmur3_32(key:i32le, seed=42), $(buckets)):05d}",
        .columns = "key:i64",
        .description =
            "The bucket of a table bucketed by one INT, SMALLINT, TINYINT or DATE (days since 1970) column, "
            "or a BOOLEAN as 0 or 1. A value beyond 32 bits is an error." SPARK_NULL,
        .record = "123",
        .key = "3030313730",
    },
    {
        .name = "spark-bucket-long",
        .system = "Apache Spark",
        .source = SPARK,
        .parameters = {SPARK_BUCKETS},
        .pattern = "{floormod(murmur3_32(key:i64le, seed=42), $(buckets)):05d}",
        .columns = "key:i64",
        .description =
            "The bucket of a table bucketed by one BIGINT column, a TIMESTAMP in microseconds, or the "
            "unscaled value of a DECIMAL of up to 18 digits." SPARK_NULL,
        .record = "123",
        .key = "3030303935",
    },
    {
        .name = "spark-bucket-columns",
        .system = "Apache Spark",
        .source = SPARK,
        .parameters = {SPARK_BUCKETS},
        .pattern = "{floormod(murmur3_32(b:i32le, seed=murmur3_32(a:i32le, seed=murmur3_32(name, seed=42, "
                   "tail=words))), $(buckets)):05d}",
        .columns = "name:text,a:i64,b:i64",
        .description = "The bucket of a table bucketed by a STRING, of the default collation, and two INT "
                       "columns: the hash "
                       "of each column is the seed of the next. Write i64le for a BIGINT." SPARK_NULL,
        .record = "Spark,123,2",
        .key = "3030313038",
    },
    {
        .name = "iceberg-bucket-long",
        .system = "Apache Iceberg",
        .source = ICEBERG,
        .parameters = {ICEBERG_BUCKETS},
        .pattern = "{(murmur3_32(key:i64le) & 0x7fffffff) % $(buckets):d}",
        .columns = "key:i64",
        .description =
            "The partition value of bucket[N] of an int, long, date (days), time or timestamp (microseconds) "
            "column, in decimal. A null, whose bucket is null, is an error here.",
        .record = "34",
        .key = "33",
    },
    {
        .name = "iceberg-bucket-string",
        .system = "Apache Iceberg",
        .source = ICEBERG,
        .parameters = {ICEBERG_BUCKETS},
        .pattern = "{(murmur3_32(key) & 0x7fffffff) % $(buckets):d}",
        .columns = "key:text",
        .description =
            "The partition value of bucket[N] of a string, binary or fixed column, or of a uuid as its 16 "
            "bytes, in decimal. A null, whose bucket is null, is an error here.",
        .record = "iceberg",
        .key = "39",
    },
    {
        .name = "hudi-bucket",
        .system = "Apache Hudi",
        .source = "BucketIdentifier.getBucketId of a List of one String, and bucketIdStr",
        .parameters = {PARAMETER("buckets", 256, 1, 1000000, "hoodie.bucket.index.num.buckets")},
        .pattern = "{(int32(31 + java_hash(key)) & 0x7fffffff) % $(buckets):08d}",
        .columns = "key:text",
        .description =
            "The bucket of the simple bucket index by one field, in the eight digits with which a "
            "file's id begins. For two fields write int32(31 * (31 + java_hash(a)) + java_hash(b)).",
        .record = "hello",
        .key = "3030303030323431",
    },
    {
        .name = "hive-bucket-string",
        .system = "Apache Hive",
        .source = HIVE,
        .parameters = {HIVE_BUCKETS},
        .pattern = "{(h31(key, start=0) & 0x7fffffff) % $(buckets):06d}",
        .columns = "key:text",
        .description =
            "The bucket of a table bucketed by one STRING column. Hive hashes signed UTF-8 bytes where Java "
            "hashes UTF-16 units." HIVE_NULL,
        .record = "\\xc3\\xa9",
        .key = "303030303036",
    },
    {
        .name = "hive-bucket-columns",
        .system = "Apache Hive",
        .source = HIVE,
        .parameters = {HIVE_BUCKETS},
        .pattern = "{(int32(31 * (31 * between(id, -2147483648, 2147483647) + h31(name, start=0)) + "
                   "between(flag, 0, 1)) & 0x7fffffff) % $(buckets):06d}",
        .columns = "id:i64,name:text,flag:u64",
        .description =
            "The bucket of a table bucketed by an INT, a STRING and a BOOLEAN (1 or 0) column. An id that is "
            "not an INT, and a flag that is not a bit, are errors." HIVE_NULL,
        .record = "1,two,1",
        .key = "303030303036",
    },
    {
        .name = "hive-bucket-v2-string",
        .system = "Apache Hive",
        .source = HIVE_V2,
        .parameters = {HIVE_BUCKETS},
        .pattern = "{(murmur3_32(key, seed=104729, tail=signed) & 0x7fffffff) % $(buckets):06d}",
        .columns = "key:text",
        .description = "The bucket of a table bucketed by one STRING or VARCHAR column. Hive's "
                       "MurmurHash3 takes the last bytes as signed. For two columns "
                       "write int32(31 * a + b), where a and b are their hashes." HIVE_V2_NULL,
        .record = "\\xc3\\xa9",
        .key = "303030303131",
    },
    {
        .name = "hive-bucket-v2-int",
        .system = "Apache Hive",
        .source = HIVE_V2,
        .parameters = {HIVE_BUCKETS},
        .pattern = "{(murmur3_32(key:i32be, seed=104729) & 0x7fffffff) % $(buckets):06d}",
        .columns = "key:i64",
        .description =
            "The bucket of a table bucketed by one INT column, or a DATE in days since 1970. Write "
            "i64be for a BIGINT." HIVE_V2_NULL,
        .record = "300000",
        .key = "303030303038",
    },
};

const struct named_family rowkey_named_buckets = NAMED_FAMILY(layouts);
