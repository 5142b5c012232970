/* What every file of the C library is compiled with here: its CMake build says the same by flags, which cgo
 * does not allow. */
#ifndef ROWKEY_GO_FLAT_ROWKEY_H
#define ROWKEY_GO_FLAT_ROWKEY_H

/* A product and a sum are two roundings on every CPU. gcc does so with -std=c11. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#elif defined(__i386__)
#pragma GCC optimize("no-dse") /* with -O3 gcc 12 removes stores that are needed */
#endif

#endif
