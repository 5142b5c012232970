/* Shards of stores: not row keys, but where in a cluster a record is. */
#include <string.h>

#include "named/table.h"

#define KUDU_PARAMETERS                                                    \
  PARAMETER("buckets", 16, 2, 2147483647, "PARTITIONS of the hash level"), \
      PARAMETER("seed", 0, 0, 4294967295, "of that level")
#define KUDU "PartitionSchema.getHashBucket: MurmurHash2 of 64 bits over the encoded column"
#define KUDU_KEY \
  "the four big-endian bytes with which the partition key of a table hashed by this one column begins."
#define MONGODB "BSONElementHasher::hash64 with seed 0, the first eight bytes of an MD5"
#define MONGODB_KEY \
  "in eight big-endian bytes of two's complement, where negative hashes sort after the others."
#define SOLR "CompositeIdRouter.sliceHash"

static const rowkey_named_layout layouts[] = {
    {
        .name = "redis-slot",
        .system = "Redis Cluster",
        .source = "keyHashSlot: crc16, and the hash tag between { and }",
        .pattern = "{crc16(hash_tag(key)) % 16384:d}",
        .columns = "key:text",
        .description =
            "The hash slot of a key, as CLUSTER KEYSLOT shows it. If there is text between the first "
            "{ and the next }, only that text is hashed.",
        .record = "{user1000}.following",
        .key = "33343433",
    },
    {
        .name = "couchbase-vbucket",
        .system = "Couchbase",
        .source = "KeyValueLocator.partitionForKey of the Java client",
        .parameters = {PARAMETER("vbuckets", 1024, 1, 32768, "of the bucket, a power of two")},
        .pattern = "{(crc32(key) / 65536 & 0x7fff) % $(vbuckets):d}",
        .columns = "key:text",
        .description = "The vBucket of a document's key, in decimal. A key in a collection is hashed without "
                       "the collection.",
        .record = "hello",
        .key = "353238",
    },
    {
        .name = "kudu-bucket-string",
        .system = "Apache Kudu",
        .source = KUDU,
        .parameters = {KUDU_PARAMETERS},
        .pattern = "{murmur2_64(key, seed=$(seed)) % $(buckets):u32}",
        .columns = "key:text",
        .description = "The bucket of a STRING or BINARY column, " KUDU_KEY,
        .record = "hello",
        .key = "00000007",
    },
    {
        .name = "kudu-bucket-int64",
        .system = "Apache Kudu",
        .source = KUDU,
        .parameters = {KUDU_PARAMETERS},
        .pattern = "{murmur2_64(key:i64, seed=$(seed)) % $(buckets):u32}",
        .columns = "key:i64",
        .description = "The bucket of an INT64 column, or a UNIXTIME_MICROS one in microseconds: " KUDU_KEY
                       " Write i32, i16 or i8 for the smaller integers.",
        .record = "42",
        .key = "00000009",
    },
    {
        .name = "mongodb-hashed-int",
        .system = "MongoDB",
        .source = MONGODB,
        .pattern = "{md5(\"\\x00\\x00\\x00\\x00\\x0a\\x00\\x00\\x00\", key:i64le, half=first):u64le}",
        .columns = "key:i64",
        .description =
            "The hashed shard key of an int, a long, or the whole part of a double or decimal: " MONGODB_KEY,
        .record = "42",
        .key = "f2e52a30f64e3f93",
    },
    {
        .name = "mongodb-hashed-string",
        .system = "MongoDB",
        .source = MONGODB,
        .pattern =
            "{md5(\"\\x00\\x00\\x00\\x00\\x0f\\x00\\x00\\x00\", length(key) + 1:u32le, key, \"\\x00\", "
            "half=first):u64le}",
        .columns = "key:text",
        .description = "The hashed shard key of a string: " MONGODB_KEY,
        .record = "abc",
        .key = "75a9a17bde623a31",
    },
    {
        .name = "elasticsearch-shard",
        .system = "Elasticsearch, OpenSearch",
        .source = "IndexRouting, OperationRouting: Murmur3HashFunction of the routing, in UTF-16",
        .parameters = {PARAMETER("shards", 1, 1, 1024, "index.number_of_shards"),
                       PARAMETER(
                           "factor", 1024, 1, 1024,
                           "index.number_of_routing_shards divided by shards; where it is not given, 1024 "
                           "divided by the power of two from shards on, and at least 2")},
        .pattern = "{floormod(murmur3_32(utf16le(routing)), $(shards) * $(factor)) / $(factor):d}",
        .columns = "routing:text",
        .description =
            "The shard of a document's routing value, which is its _id unless the request names "
            "one, in decimal. An index that was created without number_of_routing_shards has the factor "
            "that follows from its shards, 128 for 5 of them; one that was split or shrunk keeps the "
            "product of the two.",
        .record = "hello",
        .key = "30",
    },
    {
        .name = "solr-hash",
        .system = "Apache Solr",
        .source = SOLR,
        .pattern = "{murmur3_32(without(id, \"!\", \"ids with ! are those of "
                   "@solr-hash-composite\")):i32}",
        .columns = "id:text",
        .description = "The hash of a document's id that has no ! in it (an id with one is refused, as "
                       "solr-hash-composite has it), by which its shard is chosen, in four "
                       "bytes that sort as the ranges of shards in state.json do: their first bit is "
                       "flipped.",
        .record = "abc",
        .key = "33dd93fa",
    },
    {
        .name = "solr-hash-composite",
        .system = "Apache Solr",
        .source = SOLR,
        .pattern =
            "{int32((murmur3_32(without(without(prefix, \"!\"), \"/\", \"a prefix with / says how many "
            "bits it has\")) & 0xffff0000) + (murmur3_32(without(id, \"!\", \"an id of three parts is "
            "hashed otherwise\")) & 0xffff)):i32}",
        .columns = "prefix:text,id:text",
        .description =
            "The same for the id prefix!id, where neither has another ! and the prefix no /: the upper "
            "half of the prefix's hash and the lower half of the other one.",
        .record = "user-42,doc 1",
        .key = "397277c6",
    },
};

/* MetadataCreateIndexService.calculateNumRoutingShards, divided by the shards. */
static void follow_shards(uint64_t values[ROWKEY_NAMED_PARAMETERS],
                          const bool given[ROWKEY_NAMED_PARAMETERS]) {
  enum { SHARDS, FACTOR, MOST = 1024, LEAST = 2 };
  uint64_t factor = MOST;
  while (factor > LEAST && MOST / factor < values[SHARDS]) factor /= 2;
  if (!given[FACTOR]) values[FACTOR] = factor;
}

follow_parameters *rowkey_named_following(const rowkey_named_layout *named) {
  return strcmp(named->name, "elasticsearch-shard") == 0 ? follow_shards : NULL;
}

const struct named_family rowkey_named_shards = NAMED_FAMILY(layouts);
