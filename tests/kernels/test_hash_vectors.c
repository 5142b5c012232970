/* The reference of the hashes against published vectors, and the values that whole systems make of them. */
#include <string.h>

#include "each_isa.h"
#include "kernels/hashes.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

struct vector {
  rowkey_hash hash;
  const char *message;
  uint64_t size;
  uint64_t value;
};

#define FOX "The quick brown fox jumps over the lazy dog"
#define TEXT(text) text, sizeof(text) - 1
#define JAVA(message, value) {{.function = ROWKEY_JAVA_HASH}, TEXT(message), (uint64_t)(value)}
#define H31(start, message, value) {{.function = ROWKEY_H31, .seed = start}, TEXT(message), (uint64_t)(value)}
#define KAFKA(message, value) \
  {{.function = ROWKEY_MURMUR2, .seed = 0x9747b28c}, TEXT(message), (uint64_t)(value)}
#define MURMUR3(start, message, value) \
  {{.function = ROWKEY_MURMUR3_32, .seed = start}, TEXT(message), (uint64_t)(int64_t)(int32_t)(value)}
#define HIVE(message, value)                                                    \
  {{.function = ROWKEY_MURMUR3_32, .tail = ROWKEY_TAIL_SIGNED, .seed = 104729}, \
   TEXT(message),                                                               \
   (uint64_t)INT64_C(value)}
#define MURMUR3_128(message, value) {{.function = ROWKEY_MURMUR3_128}, TEXT(message), UINT64_C(value)}
#define CASSANDRA(message, value) \
  {{.function = ROWKEY_MURMUR3_128, .tail = ROWKEY_TAIL_SIGNED}, TEXT(message), (uint64_t)INT64_C(value)}
#define CRC32C(message, value) {{.function = ROWKEY_CRC32C}, TEXT(message), value}
#define CRC32(message, value) {{.function = ROWKEY_CRC32}, TEXT(message), value}
#define CRC16(message, value) {{.function = ROWKEY_CRC16}, TEXT(message), value}
#define FNV1A(message, value) {{.function = ROWKEY_FNV1A_32}, TEXT(message), value}
#define KUDU(start, message, value) \
  {{.function = ROWKEY_MURMUR2_64, .seed = start}, TEXT(message), UINT64_C(value)}
#define XXH64(message, value) {{.function = ROWKEY_XXH64}, TEXT(message), UINT64_C(value)}
#define XXH3(message, value) {{.function = ROWKEY_XXH3}, TEXT(message), UINT64_C(value)}
#define XXH3_SEED(start, message, value) \
  {{.function = ROWKEY_XXH3, .seed = UINT64_C(start)}, TEXT(message), UINT64_C(value)}
#define FOX5 FOX FOX FOX FOX FOX
#define FNV1A_64(message, value) {{.function = ROWKEY_FNV1A_64}, TEXT(message), UINT64_C(value)}
#define CITY(message, value) {{.function = ROWKEY_CITYHASH64}, TEXT(message), UINT64_C(value)}
#define FARM(message, value) {{.function = ROWKEY_FARMHASH64}, TEXT(message), UINT64_C(value)}
#define XXH32(start, message, value) \
  {{.function = ROWKEY_XXH32, .seed = start}, TEXT(message), UINT64_C(value)}
#define LOOKUP3(start, message, value) \
  {{.function = ROWKEY_LOOKUP3, .seed = start}, TEXT(message), UINT64_C(value)}
#define POSTGRES(message, value) {{.function = ROWKEY_POSTGRES_HASH}, TEXT(message), (uint64_t)INT64_C(value)}
#define POSTGRES_64(start, message, value) \
  {{.function = ROWKEY_POSTGRES_HASH_64, .seed = UINT64_C(start)}, TEXT(message), UINT64_C(value)}
#define JENKINS(start, message, value) \
  {{.function = ROWKEY_JENKINS_64, .seed = start}, TEXT(message), UINT64_C(value)}
#define SHA1(message, value) {{.function = ROWKEY_SHA1}, TEXT(message), UINT64_C(value)}
#define SHA256(message, value) {{.function = ROWKEY_SHA256}, TEXT(message), UINT64_C(value)}
#define EIGHT(x) x x x x x x x x
#define BYTES_99 "\x00\xff\x10\xfa\x99"

static const struct vector vectors[] = {
    /* String.hashCode of the JDK */
    JAVA("", 0),
    JAVA("abc", 96354),
    JAVA("hello", 99162322),
    JAVA("polygenelubricants", INT32_MIN),
    JAVA("\xc3\xa9", 233),
    JAVA("\xf0\x9f\x91\x8d", 1772464),
    /* Arrays.hashCode of the JDK; Phoenix, SaltingUtilTest; Hive strings */
    H31(1, "", 1),
    H31(1, "\x96\x00\xf6\x00\x13\xfe", INT32_MIN),
    H31(0, "\xc3\xa9", -1978),
    /* Hive's strings in Trino's TestHiveBucketing.testHashingCompare, the last ones beyond 16 bits */
    H31(0, "Trino rocks", 1132136730),
    H31(0, "test string", -318923937),
    H31(0,
        "\xe5\xbc\xba\xe5\xa4\xa7\xe7\x9a\x84"
        "Trino"
        "\xe5\xbc\x95\xe6\x93\x8e",
        1688501507),
    H31(0, "\xf0\xa0\xbf\xbc\xf0\xa0\xbf\xbd\xf0\xa0\xbf\xbe\xf0\xa0\xbf\xbf", -1810797254),
    /* Kafka, UtilsTest.testMurmur2 */
    KAFKA("21", -973932308),
    KAFKA("foobar", -790332482),
    KAFKA("a-little-bit-long-string", -985981536),
    KAFKA("a-little-bit-longer-string", -1486304829),
    KAFKA("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
    KAFKA("abc", 479470107),
    /* SMHasher and its users */
    MURMUR3(0, "", 0),
    MURMUR3(1, "", 0x514e28b7),
    MURMUR3(0xffffffff, "", 0x81f16f39),
    MURMUR3(0, "\xff\xff\xff\xff", 0x76293b50),
    MURMUR3(0, "\x21\x43\x65\x87", 0xf55b516b),
    MURMUR3(0x5082edee, "\x21\x43\x65\x87", 0x2362f9de),
    MURMUR3(0, "\x21\x43\x65", 0x7e4a8634),
    MURMUR3(0, "\x21\x43", 0xa0f7b07a),
    MURMUR3(0, "\x21", 0x72661cf4),
    MURMUR3(0x9747b28c, "Hello, world!", 0x24884cba),
    MURMUR3(0x9747b28c, FOX, 0x2fa826cd),
    /* Iceberg's specification, appendix B */
    MURMUR3(0, "\x22\0\0\0\0\0\0\0", 2017239379),
    MURMUR3(0, "iceberg", 1210000089),
    /* Spark, Murmur3_x86_32Suite: ints and longs, least significant byte first */
    MURMUR3(0, "\x00\x00\x00\x00", 593689054),
    MURMUR3(0, "\xd6\xff\xff\xff", -189366624),
    MURMUR3(0, "\x2a\x00\x00\x00", -1134849565),
    MURMUR3(0, "\x00\x00\x00\x80", -1718298732),
    MURMUR3(0, "\xff\xff\xff\x7f", -1653689534),
    MURMUR3(0, "\x00\x00\x00\x00\x00\x00\x00\x00", 1669671676),
    MURMUR3(0, "\xd6\xff\xff\xff\xff\xff\xff\xff", -846261623),
    MURMUR3(0, "\x2a\x00\x00\x00\x00\x00\x00\x00", 1871679806),
    MURMUR3(0, "\x00\x00\x00\x00\x00\x00\x00\x80", 1366273829),
    MURMUR3(0, "\xff\xff\xff\xff\xff\xff\xff\x7f", -2106506049),
    /* Hive's hash32, of Trino's TestHiveBucketing: strings, smallints, a bigint */
    HIVE("", -965378730),
    HIVE("test string", -138301454),
    HIVE("Trino rocks", -399107423),
    HIVE("\xe5\xbc\xba\xe5\xa4\xa7\xe7\x9a\x84Trino\xe5\xbc\x95\xe6\x93\x8e", 1784416344),
    HIVE("\xf0\xa0\xbf\xbc\xf0\xa0\xbf\xbd\xf0\xa0\xbf\xbe\xf0\xa0\xbf\xbf", -697348811),
    HIVE("\x01\x2c", 2107031704),
    HIVE("\x80\x00", 1342976838),
    HIVE("\x7f\xff", -684075052),
    HIVE("\x00\x00\x00\x45\xd9\x64\xb8\x00", -888935297),
    /* the halves first: the tests of implementations in several languages */
    MURMUR3_128("", 0),
    MURMUR3_128("hello", 0xcbd8a7b341bd9b02),
    MURMUR3_128("hello, world", 0x342fac623a5ebc8e),
    MURMUR3_128("19 Jan 2038 at 3:14:07 AM", 0xb89e5988b737affc),
    MURMUR3_128(FOX ".", 0xcd99481f9ee902c9),
    /* tokens in the tests of Cassandra's Python driver */
    CASSANDRA("123", -7468325962851647638),
    CASSANDRA(BYTES_99 BYTES_99 BYTES_99 BYTES_99 BYTES_99 BYTES_99 BYTES_99 BYTES_99 BYTES_99 BYTES_99,
              5837342703291459765),
    CASSANDRA(EIGHT("\xfe"), -8927430733708461935),
    CASSANDRA(EIGHT("\x10"), 1446172840243228796),
    CASSANDRA("9223372036854775807", 7162290910810015547),
    /* RFC 3720, appendix B.4 */
    CRC32C("", 0),
    CRC32C("123456789", 0xe3069283),
    CRC32C(EIGHT("\0\0\0\0"), 0x8a9136aa),
    CRC32C(EIGHT("\xff\xff\xff\xff"), 0x62a8ab43),
    CRC32C("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17"
           "\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f",
           0x46dd794e),
    CRC32C("\x1f\x1e\x1d\x1c\x1b\x1a\x19\x18\x17\x16\x15\x14\x13\x12\x11\x10\x0f\x0e\x0d\x0c\x0b\x0a\x09\x08"
           "\x07\x06\x05\x04\x03\x02\x01\x00",
           0x113fdb5c),
    CRC32C(
        "\x01\xc0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x14\0\0\0\0\0\x04\0\0\0\0\x14\0\0\0\x18\x28\0\0\0\0\0\0\0\x02\0"
        "\0\0\0\0\0\0",
        0xd9963a56),
    /* xxHash's own tools */
    XXH64("", 0xef46db3751d8e999),
    XXH64("a", 0xd24ec4f1a98c6e5b),
    XXH64("abc", 0x44bc2cf5ad770999),
    XXH3("", 0x2d06800538d394c2),
    /* libxxhash 0.8.1, for each length that XXH3 distinguishes */
    XXH64("user-42 in eu-west-1", 0xe8fe4b8cf5933772),
    XXH64(FOX, 0x0b242d361fda71bc),
    XXH3_SEED(0, "a", 0xe6c632b61e964e1f),
    XXH3_SEED(0, "hello", 0x9555e8555c62dcfd),
    XXH3_SEED(0, "user-42 in eu", 0x9b88c2700d7d0671),
    XXH3_SEED(0, FOX, 0xce7d19a5418fb365),
    XXH3_SEED(0, FOX FOX FOX FOX, 0xb0acd6c4cf1587bc),
    XXH3_SEED(0, FOX5 FOX, 0xcd38ced7916045fa),
    XXH3_SEED(0, FOX5 FOX5 FOX5 FOX5 FOX5, 0xb1f05423a350dd1e),
    XXH3_SEED(0x9e3779b97f4a7c15, "a", 0x7b013ec73230c3a1),
    XXH3_SEED(0x9e3779b97f4a7c15, "hello", 0x374683d7a7994223),
    XXH3_SEED(0x9e3779b97f4a7c15, "user-42 in eu", 0xf54ca14a67744d66),
    XXH3_SEED(0x9e3779b97f4a7c15, FOX, 0x6a735d256a826dec),
    XXH3_SEED(0x9e3779b97f4a7c15, FOX FOX FOX FOX, 0x0762e812b9a5b9fe),
    XXH3_SEED(0x9e3779b97f4a7c15, FOX5 FOX, 0x252283a270439d30),
    XXH3_SEED(0x9e3779b97f4a7c15, FOX5 FOX5 FOX5 FOX5 FOX5, 0x44dd8cdabf883aba),
    /* zlib 1.2.13 */
    CRC32("", 0),
    CRC32("a", 0xe8b7be43),
    CRC32("abc", 0x352441c2),
    CRC32("123456789", 0xcbf43926),
    CRC32("\xc3\xa9", 0x0e048d3e),
    CRC32(FOX, 0x414fa339),
    CRC32(EIGHT("\0\0\0\0"), 0x190a55ad),
    CRC32(EIGHT("\xff\xff\xff\xff"), 0xff6cab0b),
    /* Redis Cluster's specification, appendix A; slots of Redis 7.0.15, whose upper bits are those of
     * Python's binascii.crc_hqx */
    CRC16("", 0),
    CRC16("123456789", 0x31c3),
    CRC16("a", 0x7c87),
    CRC16("foo", 0xaf96),
    CRC16("user-42", 0xf8fb),
    CRC16(FOX, 0xf0c8),
    CRC16(EIGHT("\xff\xff\xff\xff"), 0x84b4),
    /* draft-eastlake-fnv, appendix C; rdfnv1a.c of librdkafka, where the sign is taken away */
    FNV1A("", 0x811c9dc5),
    FNV1A("a", 0xe40c292c),
    FNV1A("foobar", 0xbf9cf968),
    FNV1A("kafka", 0x0d33c4e1),
    FNV1A("giberish123456789", 0x77a58295),
    FNV1A("234", 0x2dea3cd2),
    FNV1A("4", 0x310ca263),
    /* murmur2_64 of Kudu's Java client 1.17.0 (hash64 of its Murmur2) */
    KUDU(0, "", 0),
    KUDU(42, "", 0x97037e2d10717c74),
    KUDU(UINT32_MAX, "", 0x952d4201a42f3c31),
    KUDU(0, "a", 0x071717d2d36b6b11),
    KUDU(42, "abc", 0xbab4971ca0c45292),
    KUDU(0, "12345678", 0x758f67d162b2d202),
    KUDU(UINT32_MAX, "123456789", 0x95e66482b53679c8),
    KUDU(0, "\xc3\xa9", 0xfc828d7754ab0163),
    KUDU(42, FOX, 0x91f7f14d8b0732d2),
    /* draft-eastlake-fnv, appendix C */
    FNV1A_64("", 0xcbf29ce484222325),
    FNV1A_64("a", 0xaf63dc4c8601ec8c),
    FNV1A_64("foobar", 0x85944171f73967e8),
    /* clickhouse-cityhash 1.0.2.6 */
    CITY("", 0x9ae16a3b2f90404f),
    CITY("a", 0x2420662cd003acfa),
    CITY("abc", 0x3a912f483a4ece31),
    CITY("hello", 0x23c7ada5f323c8df),
    CITY("12345678", 0x639bf6ef3ee1ee2f),
    CITY("123456789", 0xabf315f952d60ef5),
    CITY("user-42 in eu-west-1", 0xc113ea5f16d00fc7),
    CITY(FOX, 0xe7ba87d247c31277),
    CITY(FOX FOX FOX ".", 0xd066b919c37a5454),
    /* pyfarmhash 0.5.1, Fingerprint64 */
    FARM("", 0x9ae16a3b2f90404f),
    FARM("a", 0xb3454265b6df75e3),
    FARM("abc", 0x24a5b3a074e7f369),
    FARM("hello", 0xb48be5a931380ce8),
    FARM("12345678", 0x2f99d2664a0fb6ea),
    FARM("123456789", 0x6290b5b99f49dc6a),
    FARM("user-42 in eu-west-1", 0x854e63c89cea1ceb),
    FARM(FOX, 0xabbe83f33b1b5134),
    FARM(FOX FOX FOX ".", 0xa8cd2de3386f5386),
    /* xxhash 4.1.0 for Python, of xxHash 0.8.4 */
    XXH32(0, "", 0x02cc5d05),
    XXH32(0, "a", 0x550d7456),
    XXH32(0, "abc", 0x32d153ff),
    XXH32(0, "hello", 0xfb0077f9),
    XXH32(0, "12345678", 0x89f05aa5),
    XXH32(0, "user-42", 0x61819a7e),
    XXH32(0, "123456789012", 0x7b2c23af),
    XXH32(0, "user-42 in eu-west-1", 0xa8c84430),
    XXH32(0, FOX, 0xe85ea4de),
    XXH32(0, FOX FOX FOX ".", 0xab43ab92),
    XXH32(42, "", 0xd5be6eb8),
    XXH32(42, "a", 0x4bedc2db),
    XXH32(42, "hello", 0x4d02c966),
    XXH32(42, "user-42", 0x6a21c19b),
    XXH32(42, "123456789012", 0x51d4a9f8),
    XXH32(42, "user-42 in eu-west-1", 0xd9dd980d),
    XXH32(42, FOX, 0x4c29bb74),
    XXH32(42, FOX FOX FOX ".", 0xd67f12bf),
    XXH32(UINT32_MAX, "", 0x9061da9d),
    XXH32(UINT32_MAX, "user-42 in eu-west-1", 0x0fbc3611),
    XXH32(UINT32_MAX, FOX, 0x5a2a0096),
    /* JenkinsHash of hbase-common 2.6.4 */
    LOOKUP3(0, "", 0xdeadbeef),
    LOOKUP3(0, "a", 0x58d68708),
    LOOKUP3(0, "abc", 0x0e397631),
    LOOKUP3(0, "hello", 0x34cbbc6e),
    LOOKUP3(0, "12345678", 0x941b63d3),
    LOOKUP3(0, "user-42", 0x75f77bb8),
    LOOKUP3(0, "123456789012", 0xb578f5b0),
    LOOKUP3(0, "user-42 in eu-west-1", 0x362330ad),
    LOOKUP3(0, "123456789012345678901234", 0xcafcbca6),
    LOOKUP3(0, FOX, 0x64a2cd46),
    LOOKUP3(0, FOX FOX FOX ".", 0x845a2374),
    LOOKUP3(42, "", 0xdeadbf19),
    LOOKUP3(42, "a", 0x80edbec0),
    LOOKUP3(42, "hello", 0x222c39db),
    LOOKUP3(42, "user-42", 0x64ac80ef),
    LOOKUP3(42, "123456789012", 0x251d4a53),
    LOOKUP3(42, "user-42 in eu-west-1", 0x6d00a27d),
    LOOKUP3(42, "123456789012345678901234", 0x55b9a3bf),
    LOOKUP3(42, FOX, 0x4637480c),
    LOOKUP3(42, FOX FOX FOX ".", 0x8a7c687a),
    LOOKUP3(UINT32_MAX, "", 0xdeadbeee),
    LOOKUP3(UINT32_MAX, FOX, 0xcce73ead),
    /* hashtext of PostgreSQL 15.18, its hashint4(0) and hashint4(32767) */
    POSTGRES("", -1477818771),
    POSTGRES("a", 1075015857),
    POSTGRES("abc", -785388649),
    POSTGRES("hello", -1870292951),
    POSTGRES("12345678", 915794263),
    POSTGRES("user-42", 1515975927),
    POSTGRES("123456789012", -2102057603),
    POSTGRES("user-42 in eu-west-1", -1126619829),
    POSTGRES(FOX, -827430201),
    POSTGRES(FOX FOX FOX ".", -584978500),
    POSTGRES("\xc3\xa9", -983094517),
    POSTGRES("\0\0\0\0", -272711505),
    POSTGRES("\xff\x7f\0\0", 1289782602),
    /* its hashtextextended, of which the third seed is that of partitions by hash */
    POSTGRES_64(0, "", 0x9fb1b765a7ea466d),
    POSTGRES_64(42, "", 0x5578914606bb0711),
    POSTGRES_64(0x7a5b22367996dcfd, "", 0xb0e33d0b543fbfc3),
    POSTGRES_64(0x100000000, "", 0x1f8f176b0b318729),
    POSTGRES_64(0, "a", 0x31d94c66401370b1),
    POSTGRES_64(0x7a5b22367996dcfd, "a", 0xa2f240f8823ba67b),
    POSTGRES_64(0, "abc", 0xa25b273dd12feb97),
    POSTGRES_64(0x7a5b22367996dcfd, "abc", 0x325c02d16f43e1c2),
    POSTGRES_64(0, "hello", 0x2fdf4f9b90859829),
    POSTGRES_64(0x7a5b22367996dcfd, "hello", 0xdb6d9b35c2a082b1),
    POSTGRES_64(0, "12345678", 0xdaea2cad3695e957),
    POSTGRES_64(0x7a5b22367996dcfd, "12345678", 0xe1676e7d951b3cbb),
    POSTGRES_64(0, "user-42", 0x207b8b6b5a5bf4f7),
    POSTGRES_64(0x7a5b22367996dcfd, "user-42", 0x08f72873722483d2),
    POSTGRES_64(0, "123456789012", 0xd0fc95ef82b5257d),
    POSTGRES_64(0x7a5b22367996dcfd, "123456789012", 0x6aa686322c4e1dda),
    POSTGRES_64(0, "user-42 in eu-west-1", 0xccfa4ff0bcd9254b),
    POSTGRES_64(42, "user-42 in eu-west-1", 0x7492949cf9f6a252),
    POSTGRES_64(0x7a5b22367996dcfd, "user-42 in eu-west-1", 0xaf96180f32d4f1eb),
    POSTGRES_64(0x100000000, "user-42 in eu-west-1", 0xe8102b1be777a01f),
    POSTGRES_64(0, FOX, 0x1e4883e7ceae6ac7),
    POSTGRES_64(42, FOX, 0x633bad6a2ee22e2c),
    POSTGRES_64(0x7a5b22367996dcfd, FOX, 0x517737d437d650e6),
    POSTGRES_64(0x100000000, FOX, 0x6ae19c995a658581),
    POSTGRES_64(0, FOX FOX FOX ".", 0x6969e512dd21efbc),
    POSTGRES_64(0x7a5b22367996dcfd, FOX FOX FOX ".", 0x7da5c0609f34c6a9),
    POSTGRES_64(0, "\xc3\xa9", 0xf565f73cc5672b0b),
    POSTGRES_64(0x7a5b22367996dcfd, "\xc3\xa9", 0x3cc15889cb0c9ecc),
    /* Jenkins.hash64 of YugabyteDB's Java driver 3.10.3-yb-2, whose own seed is 97 */
    JENKINS(0, "", 0x089fb68f96649407),
    JENKINS(0, "user-42 in eu-west-1", 0x191a0f506aca61f8),
    JENKINS(0, FOX, 0xf9ab84f0bc774ede),
    JENKINS(97, "", 0xc505b21692909bd5),
    JENKINS(97, "a", 0x5c232847f492c22f),
    JENKINS(97, "abc", 0xcfd963a022d12778),
    JENKINS(97, "hello", 0x59651cbe01d69be9),
    JENKINS(97, "12345678", 0x569bc50f426cb1af),
    JENKINS(97, "user-42", 0xecdb54a86a2af618),
    JENKINS(97, "123456789012", 0xd33a11caee669e11),
    JENKINS(97, "user-42 in eu-west-1", 0xe741bc5305dc7b09),
    JENKINS(97, "123456789012345678901234", 0x0a589daa57ffcf54),
    JENKINS(97, FOX, 0xbdac33858d0f7204),
    JENKINS(97, FOX FOX FOX ".", 0xd4d1fbca82e09a1a),
    JENKINS(UINT64_MAX, "", 0xcb556a87ee22d349),
    JENKINS(UINT64_MAX, "user-42 in eu-west-1", 0x75ca0eb52dcfca3c),
    JENKINS(UINT64_MAX, FOX, 0x13ed4a763b55b46d),
    /* the first halves of the examples of FIPS 180-4, and of the digest of nothing in NIST's test vectors
     * (test_reference_openssl has all of longer messages) */
    SHA1("", 0xda39a3ee5e6b4b0d),
    SHA1("abc", 0xa9993e364706816a),
    SHA1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 0x84983e441c3bd26e),
    SHA256("", 0xe3b0c44298fc1c14),
    SHA256("abc", 0xba7816bf8f01cfea),
    SHA256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 0x248d6a61d20638b8),
};

static void published_vectors(void) {
  for (size_t i = 0; i < COUNT_OF(vectors); i++) {
    const struct vector *vector = &vectors[i];
    uint64_t values[MOST_HASH_VALUES];
    CHECK(reference_hash(&vector->hash, vector->hash.seed, (const uint8_t *)vector->message, vector->size,
                         values),
          "\"%s\" is valid", vector->message);
    CHECK(values[0] == vector->value, "vector %zu, \"%s\": 0x%llx, not 0x%llx", i, vector->message,
          (unsigned long long)values[0], (unsigned long long)vector->value);
  }
}

static void second_halves_of_murmur3_128(void) {
  static const struct {
    const char *message;
    uint64_t half;
  } halves[] = {{"", 0},
                {"hello", UINT64_C(0x5b1e906a48ae1d19)},
                {"hello, world", UINT64_C(0x4cdcbc079642414d)},
                {"19 Jan 2038 at 3:14:07 AM", UINT64_C(0x664fc2950231b2cb)},
                {FOX ".", UINT64_C(0x695da1a38987b6e7)}};
  const rowkey_hash hash = {.function = ROWKEY_MURMUR3_128};
  for (size_t i = 0; i < COUNT_OF(halves); i++) {
    uint64_t values[MOST_HASH_VALUES];
    reference_hash(&hash, 0, (const uint8_t *)halves[i].message, strlen(halves[i].message), values);
    CHECK(values[1] == halves[i].half, "\"%s\": 0x%llx", halves[i].message, (unsigned long long)values[1]);
  }
}

/* The paper's reference code, vectors.h: key 00 … 0f, messages 00 … n - 1. */
static void siphash_of_the_paper(void) {
  static const struct {
    unsigned size;
    uint8_t value[8];
  } known[] = {
      {0, {0x31, 0x0e, 0x0e, 0xdd, 0x47, 0xdb, 0x6f, 0x72}},
      {1, {0xfd, 0x67, 0xdc, 0x93, 0xc5, 0x39, 0xf8, 0x74}},
      {2, {0x5a, 0x4f, 0xa9, 0xd9, 0x09, 0x80, 0x6c, 0x0d}},
      {3, {0x2d, 0x7e, 0xfb, 0xd7, 0x96, 0x66, 0x67, 0x85}},
      {4, {0xb7, 0x87, 0x71, 0x27, 0xe0, 0x94, 0x27, 0xcf}},
      {5, {0x8d, 0xa6, 0x99, 0xcd, 0x64, 0x55, 0x76, 0x18}},
      {6, {0xce, 0xe3, 0xfe, 0x58, 0x6e, 0x46, 0xc9, 0xcb}},
      {7, {0x37, 0xd1, 0x01, 0x8b, 0xf5, 0x00, 0x02, 0xab}},
      {8, {0x62, 0x24, 0x93, 0x9a, 0x79, 0xf5, 0xf5, 0x93}},
      {9, {0xb0, 0xe4, 0xa9, 0x0b, 0xdf, 0x82, 0x00, 0x9e}},
      {10, {0xf3, 0xb9, 0xdd, 0x94, 0xc5, 0xbb, 0x5d, 0x7a}},
      {11, {0xa7, 0xad, 0x6b, 0x22, 0x46, 0x2f, 0xb3, 0xf4}},
      {12, {0xfb, 0xe5, 0x0e, 0x86, 0xbc, 0x8f, 0x1e, 0x75}},
      {13, {0x90, 0x3d, 0x84, 0xc0, 0x27, 0x56, 0xea, 0x14}},
      {14, {0xee, 0xf2, 0x7a, 0x8e, 0x90, 0xca, 0x23, 0xf7}},
      {15, {0xe5, 0x45, 0xbe, 0x49, 0x61, 0xca, 0x29, 0xa1}},
      {16, {0xdb, 0x9b, 0xc2, 0x57, 0x7f, 0xcc, 0x2a, 0x3f}},
      {63, {0x72, 0x45, 0x06, 0xeb, 0x4c, 0x32, 0x8a, 0x95}},
  };
  rowkey_hash hash = {.function = ROWKEY_SIPHASH24};
  uint8_t message[64];
  for (unsigned i = 0; i < 64; i++) message[i] = (uint8_t)i;
  memcpy(hash.key, message, 16);
  for (size_t i = 0; i < COUNT_OF(known); i++) {
    uint64_t values[MOST_HASH_VALUES], wanted = 0;
    for (unsigned j = 8; j-- > 0;) wanted = wanted << 8 | known[i].value[j];
    reference_hash(&hash, 0, message, known[i].size, values);
    CHECK(values[0] == wanted, "%u bytes: 0x%llx", known[i].size, (unsigned long long)values[0]);
  }
}

/* hash('Spark', array(123), 2) of Spark's SQL: a column's seed is the hash of the columns before it. */
static void spark_chains_columns(void) {
  const rowkey_hash hash = {.function = ROWKEY_MURMUR3_32, .tail = ROWKEY_TAIL_WORDS, .seed = 42};
  static const uint8_t bytes[] = "Spark\x7b\0\0\0\x02\0\0";
  static const uint64_t begin[] = {0, 5, 9}, end[] = {5, 9, 13};
  EACH_KERNEL(kernels, hash_strings) {
    uint64_t value = 42;
    for (unsigned column = 0; column < 3; column++) {
      const struct rowkey_strings strings = {bytes, sizeof bytes, &begin[column], &end[column]};
      const uint64_t seed = value;
      CHECK(kernels->hash_strings(&hash, &seed, &strings, 1, &value) == 1, "no row is bad");
    }
    CHECK((int64_t)value == -1321691492, "%s: %lld", kernels->name, (long long)value);
  }
}

static void every_function_has_vectors(void) {
  bool has[ROWKEY_HASHES] = {[ROWKEY_SIPHASH24] = true}; /* siphash_of_the_paper */
  for (size_t i = 0; i < COUNT_OF(vectors); i++) has[vectors[i].hash.function] = true;
  for (size_t i = 0; i < ROWKEY_HASHES; i++)
    CHECK(has[i], "no published value checks the reference of %s", rowkey_hash_functions[i].name);
}

static const struct test tests[] = {
    {"every function has vectors", every_function_has_vectors},
    {"hashes of published vectors", published_vectors},
    {"murmur3_128's second halves", second_halves_of_murmur3_128},
    {"siphash24 of its paper", siphash_of_the_paper},
    {"Spark chains columns by seeds", spark_chains_columns},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
