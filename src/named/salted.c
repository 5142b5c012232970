/* Salts of applications on HBase. They look alike and differ where a hash is negative. */
#include "named/table.h"

/* OpenTSDB reads a ts of 2^32 or more as milliseconds. */
#define SECONDS "between(ts, 0, 4294967295)"

static const rowkey_named_layout layouts[] = {
    {
        .name = "finra",
        .system = "FINRA",
        .source = "FINRA's technology blog: abs(key.hashCode() % 1000)",
        .parameters = {PARAMETER("buckets", 1000, 1, 2147483647,
                                 "salts; the width is that of the largest salt")},
        .pattern = "{abs(java_hash(key) % $(buckets)):0$(digits of buckets-1)d}|{key}",
        .columns = "key:text",
        .description =
            "The absolute value of String.hashCode() % buckets in decimal, a bar, and the key. The hash is "
            "over UTF-16 units: a key that is not UTF-8 is an error. The salt of 2015-04-26|abc that the "
            "blog prints, 893, is wrong: Java computes 928.",
        .record = "2015-04-26|abc",
        .key = "3932387c323031352d30342d32367c616263",
    },
    {
        .name = "gbif",
        .system = "GBIF",
        .source = "ModulusSalt of gbif/maps",
        .parameters = {PARAMETER("modulus", 1000, 1, 2147483647,
                                 "salts; the width is that of the largest salt")},
        .pattern = "{(java_hash(key) & 0xfffffff) % $(modulus):0$(digits of modulus-1)d}:{key}",
        .columns = "key:text",
        .description =
            "The low 28 bits of String.hashCode(), modulo a number, in decimal, a colon, and the key. The "
            "first versions of the class took hashCode() % modulus instead, which may be negative: other "
            "keys. The class fails for a modulus of 1, whose salt is 0 here. A key that is not UTF-8 is an "
            "error.",
        .record = "35953305172933/",
        .key = "3435353a33353935333330353137323933332f",
    },
    {
        .name = "hbasewd",
        .system = "HBaseWD",
        .source = "RowKeyDistributorByHashPrefix.OneByteSimpleHash of sematext/HBaseWD",
        .parameters = {PARAMETER("buckets", 32, 1, 256, "the constructor's maxBuckets")},
        .pattern = "{int32(abs(h31(key))) % $(buckets):u8}{key}",
        .columns = "key:text",
        .description = "One byte, Math.abs(hash) % buckets, in front of the key; the hash is "
                       "Arrays.hashCode. Math.abs of the "
                       "smallest int is negative, and so is HBaseWD's bucket: 0xfe with 3 buckets, which "
                       "HBaseWD's scans miss. Here such "
                       "a row is an error, unless its bucket is 0.",
        .record = "row-1",
        .key = "1d726f772d31",
    },
    {
        .name = "pinpoint-trace",
        .system = "Pinpoint",
        .source = "TraceRowKeyEncoderV2 with RangeOneByteSimpleHash(32, 40, 256)",
        .parameters = {PARAMETER("buckets", 256, 1, 256, "the constructor's maxBuckets")},
        .pattern = "{(h31(sequence:u64) & 0x7fffffff) % $(buckets):u8}{agent:24s}{start:u64}{sequence:u64}",
        .columns = "agent:text,start:u64,sequence:u64",
        .description =
            "The row of a transaction in the table TraceV2: a salt, the agent's id padded with NULs, when "
            "the "
            "agent started in milliseconds, and the transaction's number, whose eight bytes alone are "
            "salted. "
            "Not for the traces of OpenTelemetry, whose keys are their ids of 16 bytes after another salt.",
        .record = "traceAgentId,1700000000000,4711",
        .key = "9674726163654167656e7449640000000000000000000000000000018bcfe568000000000000001267",
    },
    {
        .name = "opentsdb",
        .system = "OpenTSDB 2.2",
        .source = "RowKey.prefixKeyWithSalt for the salt, IncomingDataPoints for what follows it",
        .parameters = {PARAMETER("buckets", 20, 1, 256, "tsd.storage.salt.buckets")},
        .pattern =
            "{abs(h31(metric:u24, tags) % $(buckets)):u8}{metric:u24}{truncate(" SECONDS ", 3600):u32}{tags}",
        .columns = "metric:u64,ts:u64,tags:text",
        .description =
            "Salt, metric UID, base hour and tags, for tsd.storage.salt.width=1, whose default 0 "
            "leaves out the salt, and UIDs of 3 bytes, the default. "
            "`ts` is in seconds below 2^32, as the sum and the difference ensure: OpenTSDB takes greater "
            "numbers for milliseconds. `tags` are the tag UIDs in OpenTSDB's order, in pairs of name and "
            "value. The time is not "
            "salted. Not for metric 0, the global annotations: OpenTSDB leaves their salt at 0.",
        .record = "1,1356999634,\\x00\\x00\\x01\\x00\\x00\\x01",
        .key = "0800000150e22700000001000001",
    },
    {
        .name = "opentsdb-unsalted",
        .system = "OpenTSDB",
        .source = "IncomingDataPoints.rowKeyTemplate and RowKey.rowKeyFromTSUID",
        .pattern = "{metric:u24}{truncate(" SECONDS ", 3600):u32}{tags}",
        .columns = "metric:u64,ts:u64,tags:text",
        .description = "As opentsdb, without a salt: tsd.storage.salt.width=0, the default, and every "
                       "version before 2.2.",
        .record = "1,1356999634,\\x00\\x00\\x01\\x00\\x00\\x01",
        .key = "00000150e22700000001000001",
    },
};

const struct named_family rowkey_named_salted = NAMED_FAMILY(layouts);
