"""The keys of known systems in plain Python, each written from the system's own code or documents.

KEYS maps the name of a layout to a function of the record's values, in the order of its columns, and of the layout's
parameters with their defaults. Text is bytes. A function returns the key, or None where there is none."""

import binascii
import hashlib
import struct
import zlib

from support import splitmix64

MAX = 0x7FFFFFFF  # Java's Integer.MAX_VALUE
LONG_MAX = 0x7FFFFFFFFFFFFFFF


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def remainder(a, b):
    """Java's %, which takes the sign of the left side."""
    return abs(a) % b * (1 if a >= 0 else -1)


def rotate(value, count, bits):
    value &= (1 << bits) - 1
    return (value << count | value >> (bits - count)) & ((1 << bits) - 1)


# Hashes


def md5_number(data):
    return int.from_bytes(hashlib.md5(data).digest(), "big")


def h31(data, start=1):
    """java.util.Arrays.hashCode(byte[]); with start 0 Hive's hash of strings."""
    for byte in data:
        start = signed(31 * start + signed(byte, 8), 32)
    return start


def java_hash(data):
    """java.lang.String.hashCode."""
    units = data.decode("utf-8").encode("utf-16-be")
    value = 0
    for i in range(0, len(units), 2):
        value = signed(31 * value + int.from_bytes(units[i : i + 2], "big"), 32)
    return value


def murmur2(data, seed):
    """org.apache.kafka.common.utils.Utils.murmur2, for any seed."""
    h = seed ^ len(data)
    whole = len(data) & ~3
    for i in range(0, whole, 4):
        k = int.from_bytes(data[i : i + 4], "little") * 0x5BD1E995 & 0xFFFFFFFF
        k = (k ^ k >> 24) * 0x5BD1E995 & 0xFFFFFFFF
        h = h * 0x5BD1E995 & 0xFFFFFFFF ^ k
    if whole < len(data):
        h = (h ^ int.from_bytes(data[whole:], "little")) * 0x5BD1E995 & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0x5BD1E995 & 0xFFFFFFFF
    return signed(h ^ h >> 15, 32)


def murmur3_32(data, seed=0, spark=False, hive=False):
    """MurmurHash3_x86_32; with spark the hashUnsafeBytes of Spark's Murmur3_x86_32, with hive the hash32 of Hive's
    Murmur3, where the last bytes are signed."""

    def mixed(k):
        return rotate(k * 0xCC9E2D51, 15, 32) * 0x1B873593 & 0xFFFFFFFF

    h = seed & 0xFFFFFFFF
    whole = len(data) & ~3
    words = [int.from_bytes(data[i : i + 4], "little") for i in range(0, whole, 4)]
    if spark:
        words += [signed(byte, 8) & 0xFFFFFFFF for byte in data[whole:]]
    for word in words:
        h = (rotate(h ^ mixed(word), 13, 32) * 5 + 0xE6546B64) & 0xFFFFFFFF
    if hive:
        tail = 0
        for i, byte in enumerate(data[whole:]):
            tail ^= signed(byte, 8) << 8 * i
        h ^= mixed(tail & 0xFFFFFFFF)
    elif not spark:
        h ^= mixed(int.from_bytes(data[whole:], "little"))
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return signed(h ^ h >> 16, 32)


def cassandra_murmur3(data):
    """The first half of Cassandra's MurmurHash.hash3_x64_128, whose tail bytes are signed."""
    c1, c2, mask = 0x87C37B91114253D5, 0x4CF5AD432745937F, (1 << 64) - 1
    h1 = h2 = 0
    whole = len(data) & ~15
    for i in range(0, whole, 16):
        k1, k2 = struct.unpack("<QQ", data[i : i + 16])
        h1 ^= rotate(k1 * c1, 31, 64) * c2 & mask
        h1 = ((rotate(h1, 27, 64) + h2) * 5 + 0x52DCE729) & mask
        h2 ^= rotate(k2 * c2, 33, 64) * c1 & mask
        h2 = ((rotate(h2, 31, 64) + h1) * 5 + 0x38495AB5) & mask
    k1 = k2 = 0
    for i, byte in enumerate(data[whole:]):
        shifted = signed(byte, 8) << 8 * (i % 8)
        k1, k2 = (k1 ^ shifted & mask, k2) if i < 8 else (k1, k2 ^ shifted & mask)
    h2 ^= rotate(k2 * c2, 33, 64) * c1 & mask
    h1 ^= rotate(k1 * c1, 31, 64) * c2 & mask
    h1, h2 = h1 ^ len(data), h2 ^ len(data)
    h1 = h1 + h2 & mask
    h2 = h2 + h1 & mask

    def finished(h):
        h = (h ^ h >> 33) * 0xFF51AFD7ED558CCD & mask
        h = (h ^ h >> 33) * 0xC4CEB9FE1A85EC53 & mask
        return h ^ h >> 33

    return signed(finished(h1) + finished(h2), 64)


def fnv1a_32(data):
    h = 2166136261
    for byte in data:
        h = (h ^ byte) * 16777619 & 0xFFFFFFFF
    return h


def murmur2_64(data, seed):
    """HashUtil::MurmurHash2_64 of Kudu."""
    m, mask = 0xC6A4A7935BD1E995, (1 << 64) - 1
    h = seed ^ len(data) * m & mask
    whole = len(data) & ~7
    for i in range(0, whole, 8):
        k = int.from_bytes(data[i : i + 8], "little") * m & mask
        h = (h ^ (k ^ k >> 47) * m & mask) * m & mask
    if whole < len(data):
        h = (h ^ int.from_bytes(data[whole:], "little")) * m & mask
    h = (h ^ h >> 47) * m & mask
    return h ^ h >> 47


def hash_tag(key):
    """What keyHashSlot of Redis hashes."""
    open_at = key.find(b"{")
    close_at = key.find(b"}", open_at + 1)
    return key if open_at < 0 or close_at <= open_at + 1 else key[open_at + 1 : close_at]


def mongodb_hash(canonical_type, value):
    """BSONElementHasher::hash64 with seed 0."""
    digest = hashlib.md5(struct.pack("<ii", 0, canonical_type) + value).digest()
    return struct.pack(">q", struct.unpack("<q", digest[:8])[0])


# Encodings


def ordered_long(value):
    return struct.pack(">Q", value ^ 1 << 63 if value >= 0 else value + (1 << 63))


def inverted(data):
    return bytes(byte ^ 0xFF for byte in data)


def padded(data, width):
    """A text of fixed width; one that does not fit, or that ends like the padding, has no key."""
    return None if len(data) > width or data.endswith(b"\0") else data.ljust(width, b"\0")


def decimal(number, width):
    text = b"%0*d" % (width, number)
    return None if number < 0 or len(text) > width else text


def joined(*parts):
    return None if None in parts else b"".join(parts)


def digits(number):
    return len(str(number))


def memcomparable(data):
    """TiDB's codec.EncodeBytes."""
    out = b""
    for i in range(0, len(data) + 1, 8):
        group = data[i : i + 8]
        out += group.ljust(8, b"\0") + bytes([0xFF - (8 - len(group))])
    return out


def ordered_code(data):
    """CockroachDB's EncodeBytesAscending, without its marker."""
    return data.replace(b"\0", b"\0\xff") + b"\0\x01"


def cockroach_int(number):
    """EncodeVarintAscending, and EncodeUvarintAscending, which it is for numbers that are not negative."""
    if 0 <= number <= 109:
        return bytes([0x88 + number])
    size = (abs(number).bit_length() + 7) // 8
    return bytes([0x88 - size if number < 0 else 0xF5 + size]) + (number % 256**size).to_bytes(size, "big")


def foundationdb_int(number):
    """The tuple layer's integers that are not negative."""
    size = (number.bit_length() + 7) // 8
    return bytes([0x14 + size]) + number.to_bytes(size, "big")


# Layouts


def paper(prefix):
    """The paper's key: pad(prefix, num_digits(mod_number)), pad(id, id_pad_digits)."""

    def key(number, modulus=1000000, digits=10):
        return joined(decimal(prefix(number, modulus), len(str(modulus))), decimal(number, digits))

    return key


paper_md5 = paper(lambda number, modulus: md5_number(b"%d" % number) % modulus)


def pig_tuple(number, modulus=1000000, digits=10):
    key = paper_md5(number, modulus, digits)
    return key and b"(%s,%s)" % (key[:-digits], key[-digits:])


def salted(rest, buckets):
    """Phoenix's SaltingUtil.getSaltingByte in front of the key."""
    return None if rest is None else bytes([abs(remainder(h31(rest), buckets))]) + rest


def opentsdb_unsalted(metric, ts, tags):
    hour = ts - ts % 3600
    if metric >= 1 << 24 or ts >= 1 << 32:  # milliseconds
        return None
    return metric.to_bytes(3, "big") + struct.pack(">I", hour) + tags


def opentsdb(metric, ts, tags, buckets=20):
    key = opentsdb_unsalted(metric, ts, tags)
    return key and bytes([abs(remainder(h31(key[:3] + tags), buckets))]) + key


def pinpoint_trace(agent, start, sequence, buckets=256):
    key = joined(padded(agent, 24), struct.pack(">QQ", start, sequence))
    return key and bytes([(h31(key[32:40]) & MAX) % buckets]) + key


def hbasewd(key, buckets=32):
    prefix = remainder(signed(abs(h31(key)), 32), buckets)
    return None if prefix < 0 else bytes([prefix]) + key


def gbif(key, modulus=1000):
    return decimal((java_hash(key) & 0xFFFFFFF) % modulus, digits(modulus - 1)) + b":" + key


def flink(hash_code, max_parallelism):
    value = murmur3_32(struct.pack("<i", hash_code))
    return decimal((0 if value == -MAX - 1 else abs(value)) % max_parallelism, 5)


def spark(*fields, buckets):
    """pmod(hash(…), buckets): the hash of a column is the seed of the next."""
    value = 42
    for field in fields:
        value = murmur3_32(field, value, spark=True)
    return decimal(value % buckets, 5)


def int_of(number):
    return struct.pack("<i", number) if -(1 << 31) <= number < 1 << 31 else None


def spark_columns(name, a, b, buckets=200):
    fields = (name, int_of(a), int_of(b))
    return None if None in fields else spark(*fields, buckets=buckets)


def iceberg(data, buckets):
    return b"%d" % ((murmur3_32(data) & MAX) % buckets)


def solr(*parts):
    """CompositeIdRouter: the upper half of the first hash, the lower half of the last one. It splits ids at !, and reads a
    number of bits after the / of a prefix."""
    if any(b"!" in part for part in parts) or any(b"/" in part for part in parts[:-1]):
        return None
    value = murmur3_32(parts[0]) & 0xFFFF0000 | murmur3_32(parts[-1]) & 0xFFFF
    return struct.pack(">I", value ^ 1 << 31)


def elasticsearch(routing, shards=1, factor=None):
    """IndexRouting: Math.floorMod(Murmur3HashFunction.hash(routing), routingNumShards) / routingFactor, of which the latter
    is 2 to the number of splits that MetadataCreateIndexService.calculateNumRoutingShards grants."""
    factor = factor or 2 ** max(1, 10 - (shards - 1).bit_length())
    try:
        units = routing.decode("utf-8").encode("utf-16-le")
    except UnicodeDecodeError:
        return None
    return b"%d" % (murmur3_32(units) % (shards * factor) // factor)


def kudu(data, buckets, seed):
    return struct.pack(">I", murmur2_64(data, seed) % buckets)


def composite(*parts):
    """Cassandra's CompositeType."""
    return b"".join(struct.pack(">H", len(part)) + part + b"\0" for part in parts)


def accumulo_long(value):
    """LongLexicoder: the sign bit flipped, and how many bytes ULongLexicoder leaves of it."""
    return b"\x08" + struct.pack(">Q", value ^ 1 << 63) if value < 1 << 48 else None


def accumulo_pair(name, ts):
    """PairLexicoder: ByteUtils.escape of both, and 00 between them."""
    if not -(1 << 63) + (1 << 56) <= ts < (1 << 63) - (1 << 56):
        return None  # ULongLexicoder leaves bytes out
    parts = [name, b"\x08" + ordered_long(ts)]
    return b"\0".join(part.replace(b"\1", b"\1\2").replace(b"\0", b"\1\1") for part in parts)


def hive(fields, buckets):
    value = 0
    for field in fields:
        value = signed(31 * value + field, 32)
    return decimal((value & MAX) % buckets, 6)


def hive_columns(number, name, flag, buckets=16):
    if int_of(number) is None or flag > 1:
        return None
    return hive((number, h31(name, 0), flag), buckets)


def reverse_time(ts):
    return struct.pack(">q", LONG_MAX - ts) if ts >= 0 else None


def cassandra_token(key):
    token = cassandra_murmur3(key)
    return None if token == -LONG_MAX - 1 else ordered_long(token)


def letter(number):
    return b"%c-" % (ord("a") + number)


KEYS = {
    "paper-random": paper(lambda number, modulus: splitmix64(0, 0) % modulus),
    "paper-idmod": paper(lambda number, modulus: number % modulus),
    "paper-md5mod": paper_md5,
    "paper-linemd5": paper_md5,  # of a line that holds the id alone
    "pig-tuple": pig_tuple,
    "paper-composite": lambda user, ts, modulus=1000, user_width=16: joined(
        decimal(md5_number(user) % modulus, digits(modulus)), padded(user, user_width), struct.pack(">Q", ts)
    ),
    "hbase-salting": lambda key, buckets=4: letter(splitmix64(0, 0) % buckets) + key,
    "hbase-hashing": lambda key, buckets=4: letter(md5_number(key) % buckets) + key,
    "hbase-reversing": lambda number, digits=10: (decimal(number, digits) or b"")[::-1] or None,
    "hbase-bucketed-time": lambda ts, host, event, buckets=100, host_width=16, event_width=8: joined(
        decimal(ts % buckets, digits(buckets - 1)),
        struct.pack(">Q", ts),
        padded(host, host_width),
        padded(event, event_width),
    ),
    "hbase-reverse-timestamp": lambda host, ts, host_width=16: joined(padded(host, host_width), reverse_time(ts)),
    "hbase-composite-hashes": lambda host, event, ts: hashlib.md5(host).digest()
    + hashlib.md5(event).digest()
    + struct.pack(">Q", ts),
    "hbase-record-types": lambda customer, order, type=2: struct.pack(">QBQ", customer, type, order),
    "hbase-list-data": lambda user, value, user_width=16: joined(padded(user, user_width), struct.pack(">Q", value)),
    "hbase-md5-prefix": lambda number: hashlib.md5(b"%d" % number).hexdigest().encode() + b"-%d" % number,
    "finra": lambda key, buckets=1000: joined(
        decimal(abs(remainder(java_hash(key), buckets)), digits(buckets - 1)), b"|", key
    ),
    "hbasewd": hbasewd,
    "gbif": gbif,
    "pinpoint-trace": pinpoint_trace,
    "opentsdb": opentsdb,
    "opentsdb-unsalted": opentsdb_unsalted,
    "phoenix-salted": lambda number, buckets=16: salted(ordered_long(number), buckets),
    "phoenix-salted-varchar": lambda key, buckets=16: salted(key, buckets),
    "phoenix-salted-composite": lambda host, ts, buckets=16: None
    if b"\0" in host
    else salted(host + b"\0" + inverted(ordered_long(ts)), buckets),
    "kafka-partition": lambda key, partitions=12: b"%d" % ((murmur2(key, 0x9747B28C) & MAX) % partitions),
    "librdkafka-partition": lambda key, partitions=12: b"%d" % (zlib.crc32(key) % partitions),
    "librdkafka-partition-fnv1a": lambda key, partitions=12: b"%d" % (abs(signed(fnv1a_32(key), 32)) % partitions),
    "hadoop-partition": lambda key, reducers=12: decimal((h31(key) & MAX) % reducers, 5),
    "hadoop-partition-long": lambda key, reducers=12: decimal((signed(key, 32) & MAX) % reducers, 5),
    "spark-partition-string": lambda key, partitions=200: decimal(java_hash(key) % partitions, 5),
    "spark-partition-int": lambda key, partitions=200: int_of(key) and decimal(key % partitions, 5),
    "spark-partition-long": lambda key, partitions=200: decimal(signed(key ^ (key % (1 << 64) >> 32), 32) % partitions, 5),
    "kinesis-hash-key": lambda key: b"%039d" % md5_number(key),
    "redis-slot": lambda key: b"%d" % (binascii.crc_hqx(hash_tag(key), 0) % 16384),
    "couchbase-vbucket": lambda key, vbuckets=1024: b"%d" % ((zlib.crc32(key) >> 16 & 0x7FFF) % vbuckets),
    "kudu-bucket-string": lambda key, buckets=16, seed=0: kudu(key, buckets, seed),
    "kudu-bucket-int64": lambda key, buckets=16, seed=0: kudu(ordered_long(key), buckets, seed),
    "mongodb-hashed-int": lambda key: mongodb_hash(10, struct.pack("<q", key)),
    "mongodb-hashed-string": lambda key: mongodb_hash(15, struct.pack("<i", len(key) + 1) + key + b"\0"),
    "elasticsearch-shard": elasticsearch,
    "solr-hash": solr,
    "solr-hash-composite": solr,
    "hudi-bucket": lambda key, buckets=256: decimal((signed(31 + java_hash(key), 32) & MAX) % buckets, 8),
    "accumulo-date": accumulo_long,
    "cassandra-murmur3-composite": lambda a, b: cassandra_token(composite(a, b)),
    "pulsar-partition": lambda key, partitions=12: b"%d" % ((java_hash(key) & MAX) % partitions),
    "flink-key-group": lambda key, max_parallelism=128: flink(java_hash(key), max_parallelism),
    "flink-key-group-int": lambda key, max_parallelism=128: int_of(key) and flink(key, max_parallelism),
    "cassandra-random": lambda key: b"%039d" % abs(signed(md5_number(key), 128)),
    "cassandra-murmur3": cassandra_token,
    "cassandra-murmur3-bigint": lambda key: cassandra_token(struct.pack(">q", key)),
    "spark-bucket-string": lambda key, buckets=200: spark(key, buckets=buckets),
    "spark-bucket-int": lambda key, buckets=200: int_of(key) and spark(int_of(key), buckets=buckets),
    "spark-bucket-long": lambda key, buckets=200: spark(struct.pack("<q", key), buckets=buckets),
    "spark-bucket-columns": spark_columns,
    "iceberg-bucket-long": lambda key, buckets=16: iceberg(struct.pack("<q", key), buckets),
    "iceberg-bucket-string": lambda key, buckets=16: iceberg(key, buckets),
    "hive-bucket-string": lambda key, buckets=16: hive([h31(key, 0)], buckets),
    "hive-bucket-columns": hive_columns,
    "hive-bucket-v2-string": lambda key, buckets=16: hive([murmur3_32(key, 104729, hive=True)], buckets),
    "hive-bucket-v2-int": lambda key, buckets=16: int_of(key)
    and hive([murmur3_32(struct.pack(">i", key), 104729)], buckets),
    "tidb-row": lambda handle, table=1: b"t" + ordered_long(table) + b"_r" + ordered_long(handle),
    "tidb-index": lambda value, handle, table=1, index=1: b"t%s_i%s\x01%s\x03%s"
    % (ordered_long(table), ordered_long(index), memcomparable(value), ordered_long(handle)),
    "cockroach-string": lambda key, table=104, index=1: b"%s%s\x12%s\x88"
    % (cockroach_int(table), cockroach_int(index), ordered_code(key)),
    "cockroach-int": lambda key, table=104, index=1: b"".join(map(cockroach_int, (table, index, key, 0))),
    "foundationdb-tuple": lambda name, ts: b"\x02%s\x00%s" % (name.replace(b"\0", b"\0\xff"), foundationdb_int(ts)),
    "kudu-key": lambda host, ts: host.replace(b"\0", b"\0\1") + b"\0\0" + ordered_long(ts),
    "accumulo-pair": accumulo_pair,
    "ordered-composite": lambda a, b, number: ordered_code(a) + ordered_code(b) + ordered_long(number),
}
