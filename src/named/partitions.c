/* Partitions of messages and tokens of a ring: not row keys, but what decides where a record goes. */
#include "named/table.h"

#define PARTITIONS PARAMETER("partitions", 12, 1, 2147483647, "of the topic")
#define REDUCERS PARAMETER("reducers", 12, 1, 100000, "of the job")
#define FLINK "KeyGroupRangeAssignment.assignToKeyGroup: MathUtils.murmurHash(key.hashCode())"
#define MAX_PARALLELISM PARAMETER("max_parallelism", 128, 1, 32768, "of the job")
#define TOKEN_KEY                                                                                        \
  "A partition key of several columns is, for each one, its length in two bytes, its bytes and a 0x00; " \
  "give them as one text. An empty key, which Cassandra refuses, is not refused here."

static const rowkey_named_layout layouts[] = {
    {
        .name = "kafka-partition",
        .system = "Apache Kafka",
        .source = "BuiltInPartitioner.partitionForKey, DefaultPartitioner: Utils.murmur2",
        .parameters = {PARTITIONS},
        .pattern = "{(murmur2(key, seed=0x9747b28c) & 0x7fffffff) % $(partitions):d}",
        .columns = "key:text",
        .description = "The number of the partition that Kafka's Java producer sends the serialized key to, "
                       "in decimal. librdkafka does "
                       "the same with partitioner=murmur2 or murmur2_random; its default is another hash.",
        .record = "foobar",
        .key = "36",
    },
    {
        .name = "librdkafka-partition",
        .system = "librdkafka",
        .source = "rd_kafka_msg_partitioner_consistent: rd_crc32",
        .parameters = {PARTITIONS},
        .pattern = "{crc32(key) % $(partitions):d}",
        .columns = "key:text",
        .description =
            "The number of the partition that librdkafka, and so the producers of Python, Go, .NET and other "
            "languages, sends the serialized key to, in decimal: partitioner=consistent, and "
            "consistent_random, the default, which sends messages without a key, or with an empty one, "
            "anywhere.",
        .record = "hello",
        .key = "3130",
    },
    {
        .name = "librdkafka-partition-fnv1a",
        .system = "librdkafka",
        .source = "rd_kafka_msg_partitioner_fnv1a: rd_fnv1a",
        .parameters = {PARTITIONS},
        .pattern = "{abs(int32(fnv1a_32(key))) % $(partitions):d}",
        .columns = "key:text",
        .description = "The same for partitioner=fnv1a and fnv1a_random, and for Sarama's default, "
                       "NewHashPartitioner.",
        .record = "hello",
        .key = "33",
    },
    {
        .name = "hadoop-partition",
        .system = "Apache Hadoop MapReduce",
        .source = "HashPartitioner.getPartition of Text: WritableComparator.hashBytes",
        .parameters = {REDUCERS},
        .pattern = "{(h31(key) & 0x7fffffff) % $(reducers):05d}",
        .columns = "key:text",
        .description = "The reducer of a Text or BytesWritable key, in five digits, as its file part-r-00000 "
                       "has them.",
        .record = "hello",
        .key = "3030303035",
    },
    {
        .name = "hadoop-partition-long",
        .system = "Apache Hadoop MapReduce",
        .source = "HashPartitioner.getPartition of LongWritable",
        .parameters = {REDUCERS},
        .pattern = "{(int32(key) & 0x7fffffff) % $(reducers):05d}",
        .columns = "key:i64",
        .description = "The reducer of a LongWritable key (only its low 32 bits count) or an IntWritable "
                       "key, in five digits.",
        .record = "1234567890123",
        .key = "3030303037",
    },
    {
        .name = "spark-partition-string",
        .system = "Apache Spark",
        .source = "HashPartitioner.getPartition: Utils.nonNegativeMod of String.hashCode",
        .parameters = {PARAMETER("partitions", 200, 1, 100000, "of the RDD")},
        .pattern = "{floormod(java_hash(key), $(partitions)):05d}",
        .columns = "key:text",
        .description = "The partition of an RDD of pairs with String keys in Scala or Java, in five digits, "
                       "as part-00000 has them. Tables have other buckets, and Python other hashes.",
        .record = "hello",
        .key = "3030313232",
    },
    {
        .name = "spark-partition-int",
        .system = "Apache Spark",
        .source = "HashPartitioner.getPartition: Utils.nonNegativeMod of Integer.hashCode",
        .parameters = {PARAMETER("partitions", 200, 1, 100000, "of the RDD")},
        .pattern = "{floormod(between(key, -2147483648, 2147483647), $(partitions)):05d}",
        .columns = "key:i64",
        .description = "The same for Int keys. A key that is not an Int is an error.",
        .record = "-1",
        .key = "3030313939",
    },
    {
        .name = "spark-partition-long",
        .system = "Apache Spark",
        .source = "HashPartitioner.getPartition: Utils.nonNegativeMod of Long.hashCode",
        .parameters = {PARAMETER("partitions", 200, 1, 100000, "of the RDD")},
        /* Long.hashCode shifts without a sign: the low 32 bits, which it keeps, are the same. */
        .pattern = "{floormod(int32(key ^ key >> 32), $(partitions)):05d}",
        .columns = "key:i64",
        .description = "The same for Long keys.",
        .record = "1234567890123",
        .key = "3030303336",
    },
    {
        .name = "kinesis-hash-key",
        .system = "Amazon Kinesis",
        .source = "API reference, PutRecord: the MD5 of the partition key as an integer of 128 bits",
        .pattern = "{md5(key):039d}",
        .columns = "key:text",
        .description =
            "The hash key by which a stream's shards are chosen, in 39 digits, which sort as the numbers do. "
            "Starting and ending hash keys of shards, padded to 39 digits, are split points.",
        .record = "abc",
        .key = "313931343135363538333434313538373636313638303331343733323737393232383033353730",
    },
    {
        .name = "pulsar-partition",
        .system = "Apache Pulsar",
        .source = "SinglePartitionMessageRouterImpl with JavaStringHash",
        .parameters = {PARTITIONS},
        .pattern = "{(java_hash(key) & 0x7fffffff) % $(partitions):d}",
        .columns = "key:text",
        .description =
            "The number of the partition that Pulsar's Java client sends a message with this key to, with "
            "the default hashingScheme JavaStringHash. For a key set as bytes, with keyBytes(), it hashes "
            "the Base64 text: give that text. A key that is not UTF-8 is an error.",
        .record = "foobar",
        .key = "31",
    },
    {
        .name = "flink-key-group",
        .system = "Apache Flink",
        .source = FLINK,
        .parameters = {MAX_PARALLELISM},
        .pattern = "{int32(abs(murmur3_32(java_hash(key):i32le))) % $(max_parallelism):05d}",
        .columns = "key:text",
        .description =
            "The key group of a key that is a String, in five digits. Where the hash is the smallest int, "
            "Flink takes 0; here such a row is an error, unless max_parallelism is a power of two.",
        .record = "foobar",
        .key = "3030313134",
    },
    {
        .name = "flink-key-group-int",
        .system = "Apache Flink",
        .source = FLINK,
        .parameters = {MAX_PARALLELISM},
        .pattern = "{int32(abs(murmur3_32(key:i32le))) % $(max_parallelism):05d}",
        .columns = "key:i64",
        .description = "As flink-key-group, for a key that is an Integer, a Short or a Byte, whose "
                       "hashCode() is the number. "
                       "A value beyond 32 bits is an error, as Java mixes both halves of a Long.",
        .record = "1",
        .key = "3030303836",
    },
    {
        .name = "cassandra-random",
        .system = "Apache Cassandra",
        .source = "RandomPartitioner.getToken",
        .pattern = "{abs(md5(key)):039d}",
        .columns = "key:text",
        .description =
            "The token of a partition key: the MD5 as a signed number of 128 bits, its absolute value, in 39 "
            "digits so that keys sort as the ring does. " TOKEN_KEY,
        .record = "abc",
        .key = "313438383636373038353736373739363937323935333433313334313533383435343037383836",
    },
    {
        .name = "cassandra-murmur3",
        .system = "Apache Cassandra",
        .source = "Murmur3Partitioner.getToken: MurmurHash.hash3_x64_128 with signed tail bytes",
        .pattern = "{-(-murmur3_128(key, tail=signed, half=first)):i64}",
        .columns = "key:text",
        .description = "The token of a partition key of type text or blob, in eight bytes that sort as the "
                       "ring does; write :d in "
                       "place of :i64 for the number that token() shows. Where the hash is the smallest "
                       "long, Cassandra takes the "
                       "largest; here such a row is an error, thanks to the two minus signs. " TOKEN_KEY,
        .record = "abc",
        .key = "34963f3f3fad7867",
    },
    {
        .name = "cassandra-murmur3-bigint",
        .system = "Apache Cassandra",
        .source = "Murmur3Partitioner.getToken of LongType's eight bytes",
        .pattern = "{-(-murmur3_128(id:i64be, tail=signed, half=first)):i64}",
        .columns = "id:i64",
        .description =
            "As cassandra-murmur3, for a partition key of type bigint or timestamp: its eight big-endian "
            "bytes are hashed. For an int write id:i32be.",
        .record = "1",
        .key = "d752fae69d1653da",
    },
    {
        .name = "cassandra-murmur3-composite",
        .system = "Apache Cassandra",
        .source = "CompositeType: the length of each component in two bytes, its bytes and 00",
        .pattern = "{-(-murmur3_128(length(a):u16, a, \"\\x00\", length(b):u16, b, \"\\x00\", tail=signed, "
                   "half=first)):i64}",
        .columns = "a:text,b:text",
        .description = "As cassandra-murmur3, for a partition key of two columns of type text or blob. For a "
                       "bigint column write \"\\x00\\x08\", id:i64be, \"\\x00\".",
        .record = "abc,def",
        .key = "510e7b213af60f22",
    },
};

const struct named_family rowkey_named_partitions = NAMED_FAMILY(layouts);
