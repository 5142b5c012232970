/* All kernels for one instruction set. The build compiles this file once for each row of simd/isa.def, with
 * ROWKEY_ISA_NAME and ROWKEY_LANES_HEADER set. */
#include "base/bits.h"
#include "kernels/divisor.h"
#include "kernels/kernel_table.h"
#include "kernels/tuning.h"
#include "kernels/xxhash.h"
#include "rounding.h"
#include "search/search.h"
#include "simd/table_name.h"
#include "text/bytes.h"
#include "wide.h"

/* The lanes, and with them the compiler's target: nothing above this line is compiled for more than the
 * baseline. */
#include ROWKEY_LANES_HEADER

/* A small library has the generic kernels alone. */
#ifdef ROWKEY_SMALL
#undef V_DECIMAL_OVERRIDE_HEADER
#undef V_MODULO_DIGESTS_HEADER
#undef V_FIXED_ROWS_HEADER
#endif

#include "simd/kernels/calendar.h"
#include "simd/kernels/decimal.h"
#include "simd/kernels/decimal_u128.h"
#include "simd/kernels/escape.h"
#include "simd/kernels/hash.h"
#include "simd/kernels/hex.h"
#include "simd/kernels/integers.h"
#include "simd/kernels/join.h"
#include "simd/kernels/jump.h"
#include "simd/kernels/made_text.h"
#include "simd/kernels/md5_decimal.h"
#include "simd/kernels/md5_fixed.h"
#include "simd/kernels/md5_strings.h"
#include "simd/kernels/modulo.h"
#include "simd/kernels/pack.h"
#include "simd/kernels/padded_text.h"
#include "simd/kernels/parse.h"
#include "simd/kernels/random.h"
#include "simd/kernels/reverse.h"
#include "simd/kernels/route.h"
#include "simd/kernels/scale.h"
#include "simd/kernels/scan.h"
#include "simd/kernels/separators.h"

#ifdef V_FIXED_ROWS_HEADER
#include V_FIXED_ROWS_HEADER
#endif

extern const struct rowkey_kernels ROWKEY_TABLE_NAME(kernels, ROWKEY_ISA_NAME);
const struct rowkey_kernels ROWKEY_TABLE_NAME(kernels, ROWKEY_ISA_NAME) = {
    .name = ROWKEY_TEXT_OF(ROWKEY_ISA_NAME),
    .lanes = V32_LANES,
    .md5_group = (MD5_MOST_ROWS > MD5_GROUP ? MD5_MOST_ROWS : MD5_GROUP),
    .md5_fixed = md5_fixed,
    .md5_decimal = md5_decimal,
    .md5_strings = md5_strings,
    .hash_fixed = hash_fixed,
    .hash_strings = hash_strings,
    .modulo_u128 = modulo_u128,
    .modulo_u64 = modulo_u64,
    .modulo_u32 = modulo_u32,
    .modulo_i64 = modulo_i64,
    .jump_u64 = jump_u64,
    .reverse_bits = reverse_bits,
    .interleave_bits = interleave_bits,
    .place_bits = place_bits,
    .absolute_i64 = absolute_i64,
    .mask_integers = mask_integers,
    .combine_bits = combine_bits,
    .choose_integers = choose_integers,
    .find_outside = find_outside,
    .calendar = calendar,
    .scale_floats = scale_floats,
    .decimal_padded = decimal_padded,
    .decimal_unpadded = decimal_unpadded,
    .decimal_strings = decimal_strings,
    .decimal_u128 = decimal_u128,
    .parse_u64 = parse_u64,
    .random_u64 = random_u64,
    .big_endian = big_endian,
    .big_endian_coded = big_endian_coded,
    .copy_fixed = copy_fixed,
    .hex_fixed = hex_fixed,
    .hex_padded = hex_padded,
    .reverse_fixed = reverse_fixed,
    .padded_text = padded_text,
    .escape_terminated = escape_terminated,
    .escape_groups = escape_groups,
    .join_rows = join_rows,
    .join_made = join_made,
    .fill_texts = fill_texts,
    .check_strings = check_strings,
    .measure_strings = measure_strings,
    .find_byte = find_byte,
    .count_byte = count_byte,
    .find_in_strings = find_in_strings,
    .find_separators = find_separators,
    .count_records = count_records,
    .route_fixed = route_fixed,
    .route_strings = route_strings,
#ifdef V_FIXED_ROWS_HEADER
    .plan_fixed_rows = plan_fixed_rows,
    .fixed_rows = fixed_rows,
#endif
};

#include "simd/lanes/end_target.h"
