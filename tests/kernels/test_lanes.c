/* The lane contract of simd/lanes, operation by operation on every instruction set, over edge values and
 * random ones, with other data in every lane. */
#include <stdio.h>
#include <string.h>

#include "each_isa.h"
#include "kernels/isa_list.h"
#include "lanes_probe.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

#define ROWKEY_ISA(name, architecture) \
  ROWKEY_ON_##architecture(extern const struct lanes_probe lanes_probe_##name;)
#include "simd/isa.def"
#undef ROWKEY_ISA
#define COMMA ,
static const struct lanes_probe *const probes[] = {
#define ROWKEY_ISA(name, architecture) ROWKEY_ON_##architecture(&lanes_probe_##name COMMA)
#include "simd/isa.def"
#undef ROWKEY_ISA
};

static const struct lanes_probe *probe_of(const struct rowkey_kernels *kernels) {
  for (size_t i = 0; i < COUNT_OF(probes); i++) {
    if (strcmp(probes[i]->name, kernels->name) == 0) return probes[i];
  }
  test_fail(__FILE__, __LINE__, kernels->name, "has no probe");
}

/* clang-format off */
static const uint64_t edges[] = {
    0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 99, 100, 0x80, 0xff, 0x100, 9999, 10000, 0x7fff, 0x8000,
    0xffff, 99999999, 100000000, 0x7fffffff, 0x80000000, 0xffffffff, UINT64_C(0x100000000),
    UINT64_C(0x7fffffffff), UINT64_C(9999999900000000), UINT64_C(9999999999999999),
    UINT64_C(0x000fffffffffffff), UINT64_C(0x0010000000000000), UINT64_C(0x00ff00ff00ff00ff),
    UINT64_C(0x0123456789abcdef), UINT64_C(0x7fffffffffffffff), UINT64_C(0x8000000000000000),
    UINT64_C(0xff00000000000000), UINT64_C(0xfffffffffffffff8), UINT64_C(0xffffffffffffffff)
};
/* clang-format on */

/* An edge, the neighbour of a multiple of 10^8, or any number. */
static uint64_t operand(void) {
  switch (random_below(4)) {
    case 0:
    case 1:
      return edges[random_below(COUNT_OF(edges))];
    case 2:
      return (random_u64() >> random_below(64)) / 100000000 * 100000000 + random_below(3) - 1;
    default:
      return random_u64() >> random_below(64);
  }
}

static void check32(const struct lanes_probe *probe, const struct lanes_operation32 *operation) {
  for (size_t round = repetitions(3000); round-- > 0;) {
    uint32_t operands[4][LANES_MAX], out[LANES_MAX];
    for (size_t i = 0; i < 4; i++) {
      for (size_t lane = 0; lane < probe->lanes32; lane++) operands[i][lane] = (uint32_t)operand();
    }
    operation->vector(operands[0], operands[1], operands[2], operands[3], out);
    for (size_t lane = 0; lane < probe->lanes32; lane++) {
      const uint32_t a = operands[0][lane], b = operands[1][lane], c = operands[2][lane],
                     d = operands[3][lane];
      CHECK(out[lane] == operation->plain(a, b, c, d),
            "v32_%s on %s: lane %zu of 0x%x, 0x%x, 0x%x, 0x%x is 0x%x, not 0x%x", operation->name,
            probe->name, lane, a, b, c, d, out[lane], operation->plain(a, b, c, d));
    }
  }
}

static void check64(const struct lanes_probe *probe, const struct lanes_operation64 *operation) {
  const size_t pairs = COUNT_OF(edges) * COUNT_OF(edges);
  for (size_t round = 0; round < pairs + repetitions(3000); round++) {
    uint64_t operands[3][LANES_MAX], out[LANES_MAX];
    for (size_t lane = 0; lane < probe->lanes64; lane++) {
      for (size_t i = 0; i < 3; i++) operands[i][lane] = operation->domain(operand());
      if (round < pairs && lane == round % probe->lanes64) { /* each pair of edges once */
        operands[0][lane] = operation->domain(edges[round / COUNT_OF(edges)]);
        operands[1][lane] = operation->domain(edges[round % COUNT_OF(edges)]);
      }
    }
    operation->vector(operands[0], operands[1], operands[2], out);
    for (size_t lane = 0; lane < probe->lanes64; lane++) {
      const uint64_t a = operands[0][lane], b = operands[1][lane], c = operands[2][lane];
      CHECK(out[lane] == operation->plain(a, b, c),
            "v64_%s on %s: lane %zu of 0x%llx, 0x%llx, 0x%llx is 0x%llx, not 0x%llx", operation->name,
            probe->name, lane, (unsigned long long)a, (unsigned long long)b, (unsigned long long)c,
            (unsigned long long)out[lane], (unsigned long long)operation->plain(a, b, c));
    }
  }
}

static void operations_on_lanes(void) {
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    CHECK(probe->lanes32 == kernels->lanes && probe->lanes32 <= LANES_MAX, "%zu lanes", probe->lanes32);
    for (size_t i = 0; i < probe->count32; i++) check32(probe, &probe->operations32[i]);
    for (size_t i = 0; i < probe->count64; i++) check64(probe, &probe->operations64[i]);
  }
}

/* All numbers below 10^4, and every multiple of 10^4 with its neighbours: the domain of the digit operations
 * in whole, or at all places where it can go wrong. */
static void digits_over_their_domain(void) {
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    for (size_t i = 0; i < probe->count64; i++) {
      const struct lanes_operation64 *operation = &probe->operations64[i];
      if (strncmp(operation->name, "digits", 6) != 0) continue;
      uint64_t operands[LANES_MAX], out[LANES_MAX];
      for (uint64_t first = 0; first < 30000; first += probe->lanes64) {
        for (size_t lane = 0; lane < probe->lanes64; lane++) {
          const uint64_t x = first + lane;
          operands[lane] = operation->domain(x < 10000 ? x : (x - 10000) / 2 * 10000 - x % 2);
        }
        operation->vector(operands, operands, operands, out);
        for (size_t lane = 0; lane < probe->lanes64; lane++) {
          CHECK(out[lane] == operation->plain(operands[lane], 0, 0), "v64_%s on %s of %llu", operation->name,
                probe->name, (unsigned long long)operands[lane]);
        }
      }
    }
  }
}

/* ---- loads and stores, between guard pages */

enum { DIGEST = 16, STRIDE_MAX = 80 };

/* digests: `width` bytes of each row, then zeros. */
static void check_rows_loaded(const struct lanes_probe *probe, const uint8_t *digests, const uint8_t *rows,
                              size_t stride, size_t width, const char *what) {
  static const uint8_t zeros[DIGEST];
  for (size_t row = 0; row < probe->lanes32; row++) {
    const uint8_t *digest = digests + row * DIGEST;
    CHECK(
        memcmp(digest, rows + row * stride, width) == 0 && memcmp(digest + width, zeros, DIGEST - width) == 0,
        "v32_%s on %s: row %zu, stride %zu", what, probe->name, row, stride);
  }
}

static void words_keep_their_rows(void) {
  const struct guarded in = guarded_of(LANES_MAX * STRIDE_MAX), out = guarded_of(LANES_MAX * DIGEST);
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    const size_t lanes = probe->lanes32;
    uint8_t *digests = out.end - lanes * DIGEST;
    for (size_t stride = DIGEST; stride <= STRIDE_MAX; stride++) {
      uint8_t *rows = in.end - (lanes - 1) * stride - DIGEST;
      random_bytes(rows, (lanes - 1) * stride + DIGEST);
      probe->load_rows(rows, stride, digests);
      check_rows_loaded(probe, digests, rows, stride, DIGEST, "load_rows");

      const uint8_t *pointers[LANES_MAX];
      for (size_t i = 0; i < lanes; i++) pointers[i] = rows + i * stride - 100;
      probe->load_pointers(pointers, 100, digests);
      check_rows_loaded(probe, digests, rows, stride, DIGEST, "load_pointers");

      uint64_t begin[LANES_MAX];
      for (size_t i = 0; i < lanes; i++) begin[i] = 100 + i * stride;
      probe->load_strings(rows - 100, begin, digests);
      check_rows_loaded(probe, digests, rows, stride, DIGEST, "load_strings");
    }
    uint8_t *pairs = in.end - lanes * 8;
    random_bytes(pairs, lanes * 8);
    probe->load_pairs(pairs, digests);
    check_rows_loaded(probe, digests, pairs, 8, 8, "load_pairs");

    uint64_t values[LANES_MAX];
    uint32_t words[LANES_MAX];
    uint8_t bytes[LANES_MAX * 8];
    for (size_t i = 0; i < lanes; i++) {
      values[i] = random_u64();
      words[i] = (uint32_t)values[i];
      for (unsigned j = 0; j < 8; j++) bytes[8 * i + j] = (uint8_t)(values[i] >> (8 * j));
    }
    probe->from_u64(values, digests);
    check_rows_loaded(probe, digests, bytes, 8, 8, "from_u64");
    probe->load_words(words, digests);
    check_rows_loaded(probe, digests, bytes, 8, 4, "load_words");
    probe->to_i64(words, values);
    for (size_t i = 0; i < lanes; i++)
      CHECK(values[i] == (uint64_t)(int64_t)(int32_t)words[i], "v32_to_i64 on %s: row %zu", probe->name, i);
  }
}

/* The extremes of signed numbers, wherever they stand. */
static void searches_see_every_lane(void) {
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    for (size_t round = repetitions(3000); round-- > 0;) {
      uint32_t x[LANES_MAX];
      uint64_t wide[LANES_MAX];
      int32_t smallest = INT32_MAX, largest = INT32_MIN;
      int64_t smallest64 = INT64_MAX, largest64 = INT64_MIN;
      bool any = false;
      for (size_t i = 0; i < probe->lanes32; i++) {
        x[i] = round % 4 == 0 ? (uint32_t)(random_below(40) == 0) << random_below(32) : (uint32_t)operand();
        any |= x[i] != 0;
        if ((int32_t)x[i] < smallest) smallest = (int32_t)x[i];
        if ((int32_t)x[i] > largest) largest = (int32_t)x[i];
      }
      for (size_t i = 0; i < probe->lanes64; i++) {
        wide[i] = operand();
        if ((int64_t)wide[i] < smallest64) smallest64 = (int64_t)wide[i];
        if ((int64_t)wide[i] > largest64) largest64 = (int64_t)wide[i];
      }
      CHECK(probe->smallest32(x) == (uint32_t)smallest && probe->largest32(x) == (uint32_t)largest,
            "v32_smallest, v32_largest on %s", probe->name);
      CHECK(probe->smallest64(wide) == (uint64_t)smallest64 && probe->largest64(wide) == (uint64_t)largest64,
            "v64_smallest, v64_largest on %s", probe->name);
      CHECK(probe->any32(x) == any, "v32_any on %s", probe->name);
    }
  }
}

/* RFC 3720: a bit at a time. */
static void crc32c_of_eight_bytes(void) {
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    for (unsigned round = 0; probe->crc32c != NULL && round < 1000; round++) {
      const uint64_t x = operand();
      const uint32_t crc = (uint32_t)operand();
      uint32_t wanted = crc;
      for (unsigned bit = 0; bit < 64; bit++)
        wanted = wanted >> 1 ^ (((wanted ^ (uint32_t)(x >> bit)) & 1) != 0 ? 0x82f63b78 : 0);
      CHECK(probe->crc32c(crc, x) == wanted, "v_crc32c on %s of 0x%llx", probe->name, (unsigned long long)x);
    }
  }
}

/* Sums without carries. */
static void carry_less_products(void) {
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    for (unsigned round = 0; probe->clmul != NULL && round < 1000; round++) {
      const uint64_t a = operand(), b = operand();
      uint64_t low = 0, high = 0, halves[2];
      for (unsigned bit = 0; bit < 64; bit++) {
        if ((b >> bit & 1) == 0) continue;
        low ^= a << bit;
        high ^= bit == 0 ? 0 : a >> (64 - bit);
      }
      probe->clmul(a, b, halves);
      CHECK(halves[0] == low && halves[1] == high, "v_clmul on %s of 0x%llx and 0x%llx", probe->name,
            (unsigned long long)a, (unsigned long long)b);
    }
  }
}

static void tests_see_every_lane(void) {
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    uint64_t x[LANES_MAX] = {0}, numbers[LANES_MAX];
    CHECK(!probe->any(x) && !probe->any_negative(x), "%s: of zeros", probe->name);
    probe->iota(numbers);
    for (size_t lane = 0; lane < probe->lanes64; lane++) {
      CHECK(numbers[lane] == lane, "%s: iota", probe->name);
      for (unsigned bit = 0; bit < 64; bit++) {
        x[lane] = UINT64_C(1) << bit;
        CHECK(probe->any(x), "v64_any on %s: lane %zu, bit %u", probe->name, lane, bit);
        CHECK(probe->any_negative(x) == (bit == 63), "v64_any_negative on %s: lane %zu, bit %u", probe->name,
              lane, bit);
      }
      x[lane] = INT64_MAX;
      CHECK(!probe->any_negative(x), "v64_any_negative on %s: lane %zu", probe->name, lane);
      x[lane] = 0;
    }
  }
}

static uint64_t load_big_endian(const uint8_t *p) {
  uint64_t x = 0;
  for (unsigned i = 0; i < 8; i++) x = x << 8 | p[i];
  return x;
}

static uint64_t load_little_endian(const uint8_t *p) {
  uint64_t x = 0;
  for (unsigned i = 8; i-- > 0;) x = x << 8 | p[i];
  return x;
}

static void wide_loads_and_stores(void) {
  enum { SIZE = 2000 };
  const struct guarded arena = guarded_of(SIZE + LANES_MAX * STRIDE_MAX);
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    const size_t lanes = probe->lanes64;
    for (size_t round = repetitions(300); round-- > 0;) {
      uint8_t *bytes = arena.end - SIZE;
      random_bytes(bytes, SIZE);
      uint64_t offsets[LANES_MAX], out[LANES_MAX], high[LANES_MAX], low[LANES_MAX];
      for (size_t i = 0; i < lanes; i++) {
        offsets[i] = i == round % lanes ? SIZE - 8 : random_below(SIZE - 7);
      }
      probe->gather(bytes, offsets, out);
      for (size_t i = 0; i < lanes; i++) {
        CHECK(out[i] == load_little_endian(bytes + offsets[i]), "v64_gather on %s: lane %zu", probe->name, i);
      }
      uint8_t *digests = arena.end - lanes * DIGEST;
      probe->load_digests(digests, high, low);
      for (size_t i = 0; i < lanes; i++) {
        CHECK(high[i] == load_big_endian(digests + i * DIGEST) &&
                  low[i] == load_big_endian(digests + i * DIGEST + 8),
              "v64_load_digests on %s: lane %zu", probe->name, i);
      }
      for (size_t i = 0; i < lanes; i++) {
        if (offsets[i] > SIZE - 16) offsets[i] = SIZE - 16;
      }
      uint64_t pairs[2 * LANES_MAX];
      probe->load_strings64(bytes, offsets, low, high);
      probe->store_pairs(pairs, low, high);
      for (size_t i = 0; i < lanes; i++) {
        CHECK(low[i] == load_little_endian(bytes + offsets[i]) &&
                  high[i] == load_little_endian(bytes + offsets[i] + 8),
              "v64_load_strings on %s: lane %zu", probe->name, i);
        CHECK(pairs[2 * i] == low[i] && pairs[2 * i + 1] == high[i], "v64_store_pairs on %s: lane %zu",
              probe->name, i);
      }
      const size_t stride = 1 + random_below(STRIDE_MAX), size = (lanes - 1) * stride + 8;
      uint8_t *rows = arena.end - size;
      fill_canary(rows, size);
      probe->store_rows(rows, stride, out);
      /* In rising order: a row keeps what no later one covers. */
      for (size_t at = 0; at < size; at++) {
        const size_t row = at / stride < lanes - 1 ? at / stride : lanes - 1, offset = at - row * stride;
        uint8_t wanted = canary(at);
        if (offset < 8) wanted = (uint8_t)(out[row] >> (8 * offset));
        CHECK(rows[at] == wanted, "v64_store_rows on %s: stride %zu, byte %zu", probe->name, stride, at);
      }
    }
  }
}

/* The numbers that are loaded end where a page does. */
static void first_lanes(void) {
  const struct guarded arena = guarded_of(LANES_MAX * sizeof(uint64_t));
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    const size_t lanes = probe->lanes64;
    for (size_t count = 0; count <= lanes + 100; count++) {
      const size_t first = count < lanes ? count : lanes;
      uint64_t *numbers = (uint64_t *)(void *)arena.end - first, rest[LANES_MAX], out[LANES_MAX];
      for (size_t i = 0; i < first; i++) numbers[i] = random_u64();
      for (size_t i = 0; i < lanes; i++) rest[i] = random_u64();
      probe->load_first(numbers, count, rest, out);
      for (size_t i = 0; i < lanes; i++) {
        CHECK(out[i] == (i < first ? numbers[i] : rest[i]), "v64_load_first on %s: %zu numbers, lane %zu",
              probe->name, count, i);
      }
    }
  }
}

static void bytes_of_64(void) {
  const struct guarded arena = guarded_of(64);
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    for (size_t round = repetitions(2000); round-- > 0;) {
      uint8_t *bytes = arena.end - 64;
      const uint8_t byte = (uint8_t)random_u64();
      for (size_t i = 0; i < 64; i++) {
        const uint64_t kind = random_below(6);
        const uint64_t near = kind == 2 ? byte + UINT64_C(1) : byte ^ UINT64_C(0x80);
        bytes[i] = (uint8_t)(kind < 2 ? byte : kind < 4 ? near : random_u64());
      }
      uint64_t wanted = 0;
      for (unsigned i = 0; i < 64; i++) wanted |= (uint64_t)(bytes[i] == byte) << i;
      CHECK(probe->equal_mask(bytes, byte) == wanted, "v8_equal_mask64 on %s: 0x%llx, not 0x%llx",
            probe->name, (unsigned long long)probe->equal_mask(bytes, byte), (unsigned long long)wanted);

      const uint64_t bits = round % 3 == 0 ? wanted : random_u64() >> random_below(64), base = random_u64();
      uint64_t positions[64];
      size_t count = 0;
      CHECK(probe->store_set_bits(positions, base, bits) == (size_t)__builtin_popcountll(bits), "count");
      for (unsigned i = 0; i < 64; i++) {
        if ((bits >> i & 1) == 0) continue;
        CHECK(positions[count] == base + i, "v64_store_set_bits on %s: 0x%llx", probe->name,
              (unsigned long long)bits);
        count++;
      }
      uint64_t odd = 0;
      for (unsigned i = 0; i < 64; i++) odd |= ((bits >> i ^ (i == 0 ? 0 : odd >> (i - 1))) & 1) << i;
      CHECK(probe->prefix_xor(bits) == odd, "v64_prefix_xor on %s: 0x%llx", probe->name,
            (unsigned long long)bits);
    }
  }
}

/* Rows of 64 bytes between guard pages; then rows of which fewer bytes are left, or none since long. */
static void words_of_64_bytes(void) {
  enum { ROW = 64 };
  const struct guarded in = guarded_of(LANES_MAX * ROW);
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    const size_t lanes = probe->lanes32;
    uint8_t quarters[LANES_MAX * ROW], wanted[ROW];
    for (size_t round = 0; round < repetitions(2000); round++) {
      /* Each row has its bytes and not one more, in a random order of rows; some have all 64 and others
       * after. */
      uint64_t begin[LANES_MAX], left[LANES_MAX];
      uint64_t size = 0;
      for (size_t i = 0; i < lanes; i++) {
        const size_t row = (i * 5 + round) % lanes;
        const uint64_t kind = random_below(8);
        left[row] = kind == 0   ? (uint64_t)0 - random_below(1000)
                    : kind == 1 ? 64 + random_below(1000)
                                : random_below(65);
        begin[row] = size;
        size += left[row] >> 63 != 0 ? 0 : left[row] < ROW ? left[row] : ROW;
      }
      uint8_t *bytes = in.end - size;
      random_bytes(bytes, (size_t)size);
      probe->load_ended64(bytes, size, begin, left, quarters);
      for (size_t row = 0; row < lanes; row++) {
        const bool gone = left[row] >> 63 != 0;
        const size_t count = gone ? 0 : left[row] < ROW ? (size_t)left[row] : ROW;
        memset(wanted, 0, sizeof wanted);
        memcpy(wanted, bytes + begin[row], count);
        if (!gone && count < ROW) wanted[count] = 0x80;
        for (size_t i = 0; i < 4; i++)
          CHECK(memcmp(quarters + (i * lanes + row) * DIGEST, wanted + i * DIGEST, DIGEST) == 0,
                "v32_load_ended64 on %s: row %zu, quarter %zu, %lld bytes left", probe->name, row, i,
                (long long)left[row]);
      }
      size = lanes * ROW;
      bytes = round % 2 == 0 ? in.begin : in.end - size;
      random_bytes(bytes, (size_t)size);
      for (size_t i = 0; i < lanes; i++) begin[(i * 5 + round) % lanes] = ROW * i;
      probe->load_rows64(bytes, begin, quarters);
      for (size_t row = 0; row < lanes; row++)
        for (size_t i = 0; i < 4; i++)
          CHECK(memcmp(quarters + (i * lanes + row) * DIGEST, bytes + begin[row] + i * DIGEST, DIGEST) == 0,
                "v32_load_rows64 on %s: row %zu, quarter %zu", probe->name, row, i);
    }
  }
}

static void copies_of_units(void) {
  const struct guarded in = guarded_of(64), second = guarded_of(64), out = guarded_of(64);
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    for (size_t round = 17 * repetitions(100); round-- > 0;) {
      const size_t count = round % 17;
      /* the same byte eight times, as it is used */
      const uint64_t flip = random_below(256) * UINT64_C(0x0101010101010101);
      uint8_t *first = in.end - 16, *other = second.end - 32 - count, wanted[48];
      random_bytes(first, 16);
      for (size_t i = 0; i < 16; i++) first[i] = random_below(4) == 0 ? 0 : first[i];
      random_bytes(other, 32 + count);
      uint32_t zeros = 0;
      for (unsigned i = 0; i < 16; i++) zeros |= (uint32_t)(first[i] == 0) << i;
      CHECK(probe->zero_mask16(first) == zeros, "v8_zero_mask16 on %s: 0x%x, not 0x%x", probe->name,
            probe->zero_mask16(first), zeros);

      for (size_t i = 0; i < 32; i++) wanted[i] = (uint8_t)(other[i] ^ (uint8_t)flip);
      probe->copy32(out.end - 32, other, flip);
      CHECK(memcmp(out.end - 32, wanted, 32) == 0, "v8_copy32 on %s", probe->name);
      probe->copy16(out.end - 16, other, flip);
      CHECK(memcmp(out.end - 16, wanted, 16) == 0, "v8_copy16 on %s", probe->name);

      memcpy(wanted, first, count);
      memcpy(wanted + count, other + count, 32 - count);
      uint8_t *nearer = other + 16; /* 16 + count bytes from the end */
      memcpy(wanted + 32, first, count);
      memcpy(wanted + 32 + count, nearer + count, 16 - count);
      probe->join16(out.end - 16 - count, first, count, nearer);
      CHECK(memcmp(out.end - 16 - count, wanted + 32, 16) == 0, "v8_join16 on %s: %zu bytes", probe->name,
            count);
      probe->join32(out.end - 32 - count, first, count, other);
      CHECK(memcmp(out.end - 32 - count, wanted, 32) == 0, "v8_join32 on %s: %zu bytes", probe->name, count);

      memset(wanted, 0, 16);
      memcpy(wanted, first, count);
      probe->copy_padded16(out.end - 16, first, count);
      CHECK(memcmp(out.end - 16, wanted, 16) == 0, "v8_copy_padded16 on %s: %zu bytes", probe->name, count);
      memset(out.end - 16, 255, 16);
      const bool zero = count > 0 && first[count - 1] == 0;
      CHECK(probe->copy_padded16_last(out.end - 16, first, count) == zero &&
                memcmp(out.end - 16, wanted, 16) == 0,
            "v8_copy_padded16_last on %s: %zu bytes", probe->name, count);
      if (count <= 8)
        CHECK(probe->copy_padded8_last(out.end - 8, first, count) == zero &&
                  memcmp(out.end - 8, wanted, 8) == 0,
              "v8_copy_padded8_last on %s: %zu bytes", probe->name, count);
      for (size_t i = 0; i < count; i++) wanted[i] = first[count - 1 - i];
      probe->reverse16(out.end - 16, first, count);
      CHECK(memcmp(out.end - 16, wanted, count) == 0, "v8_reverse16 on %s: %zu bytes", probe->name, count);
    }
  }
}

/* Padded texts side by side, each in bytes of its own and with another length: some of them empty, and now
 * and then one that ends in 0x00. */
static void padded_texts(void) {
  enum { UNIT = 16 };
  const struct guarded in = guarded_of(LANES_MAX * UNIT), out = guarded_of(LANES_MAX * 3 * UNIT);
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    for (size_t round = 0; round < repetitions(500); round++) {
      const bool whole = random_below(2) == 0;
      const size_t unit = whole ? UNIT : 8, stride = unit + random_below(UNIT), texts = probe->texts;
      uint8_t *bytes = in.end - texts * UNIT, *to = out.end - (texts - 1) * stride - unit;
      uint64_t begin[LANES_MAX], end[LANES_MAX];
      bool zero = false;
      random_bytes(bytes, texts * UNIT);
      for (size_t i = 0; i < texts; i++) {
        const size_t place = (i + round) % texts * UNIT;
        begin[i] = place;
        end[i] = place + random_below(unit + 1);
        if (end[i] > place && random_below(2 * texts) == 0) bytes[end[i] - 1] = 0;
        zero = zero || (end[i] > place && bytes[end[i] - 1] == 0);
      }
      memset(to, 255, (size_t)(out.end - to));
      CHECK(probe->copy_padded_texts(to, stride, bytes, begin, end, whole) == zero,
            "v8_copy_padded_texts on %s: a text ends in 0x00: %d", probe->name, zero);
      for (size_t i = 0; i < texts; i++) {
        uint8_t wanted[2 * UNIT];
        const size_t length = (size_t)(end[i] - begin[i]), gap = i + 1 < texts ? stride - unit : 0;
        memset(wanted, 0, unit);
        memset(wanted + unit, 255, gap);
        memcpy(wanted, bytes + begin[i], length);
        CHECK(memcmp(to + i * stride, wanted, unit + gap) == 0, "v8_copy_padded_texts on %s: text %zu",
              probe->name, i);
      }
    }
  }
}

/* Strings of 1 to 20 digits wherever they may end, between bytes that are none; then one of their characters
 * is none either, the nearest to a digit among them. */
static void numbers_from_text(void) {
  enum { SIZE = 600, LENGTH_MAX = 20, COUNTED = 16 };
  const struct guarded arena = guarded_of(SIZE);
  EACH_ISA(kernels) {
    const struct lanes_probe *probe = probe_of(kernels);
    const size_t lanes = probe->lanes64;
    for (size_t round = repetitions(2000); round-- > 0;) {
      uint8_t *bytes = round % 2 == 0 ? arena.begin : arena.end - SIZE;
      memset(bytes, "\n/:\xff"[random_below(4)], SIZE);
      uint64_t end[LANES_MAX], length[LANES_MAX], wanted[LANES_MAX], numbers[LANES_MAX];
      for (size_t i = 0, at = COUNTED - 1; i < lanes; i++) {
        length[i] = 1 + random_below(LENGTH_MAX);
        at += length[i] + random_below(3);
        if (at > SIZE || (i == lanes - 1 && round % 3 == 0)) at = SIZE;
        end[i] = at;
      }
      for (size_t i = 0; i < lanes; i++) {
        wanted[i] = 0;
        for (size_t j = length[i] < COUNTED ? length[i] : COUNTED; j-- > 0;) {
          const uint64_t digit = random_below(10);
          bytes[end[i] - 1 - j] = (uint8_t)('0' + digit);
          wanted[i] = 10 * wanted[i] + digit;
        }
      }
      CHECK(probe->join_text16(bytes, end, length, numbers), "v64_join_text16 on %s refuses digits",
            probe->name);
      for (size_t i = 0; i < lanes; i++)
        CHECK(numbers[i] == wanted[i], "v64_join_text16 on %s: lane %zu gives %llu, not %llu", probe->name, i,
              (unsigned long long)numbers[i], (unsigned long long)wanted[i]);
      const size_t lane = random_below(lanes);
      const uint64_t counted = length[lane] < COUNTED ? length[lane] : COUNTED;
      const uint8_t near[4] = {'/', ':', 0xb0, 0xb9};
      const uint8_t no_digit = round % 2 == 0 ? near[round / 2 % 4] : (uint8_t)(random_u64() | 0x40);
      bytes[end[lane] - 1 - random_below(counted)] = no_digit;
      CHECK(!probe->join_text16(bytes, end, length, numbers),
            "v64_join_text16 on %s takes 0x%02x for a digit", probe->name, no_digit);
    }
  }
}

static const struct test tests[] = {
    {"every operation does to each lane what plain C does", operations_on_lanes},
    {"digits over their domain", digits_over_their_domain},
    {"words keep their rows", words_keep_their_rows},
    {"tests see every lane", tests_see_every_lane},
    {"searches see every lane", searches_see_every_lane},
    {"CRC32C of eight bytes", crc32c_of_eight_bytes},
    {"products without carries", carry_less_products},
    {"wide loads and stores", wide_loads_and_stores},
    {"first lanes", first_lanes},
    {"numbers from text", numbers_from_text},
    {"bytes of 64", bytes_of_64},
    {"words of 64 bytes", words_of_64_bytes},
    {"copies of units", copies_of_units},
    {"padded texts", padded_texts},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
