/* What a table of kernels is called in C, after its kind and the instruction set: table_name(kernels, avx2)
 * is rowkey_kernels_avx2. Both arguments may be macros. */
#ifndef ROWKEY_SIMD_TABLE_NAME_H
#define ROWKEY_SIMD_TABLE_NAME_H

#define ROWKEY_JOINED(kind, isa) rowkey_##kind##_##isa
#define ROWKEY_TABLE_NAME(kind, isa) ROWKEY_JOINED(kind, isa)
#define ROWKEY_QUOTED(text) #text
#define ROWKEY_TEXT_OF(macro) ROWKEY_QUOTED(macro)

#endif
