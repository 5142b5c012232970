/* The powers of ten that 64 bits hold. */
#ifndef ROWKEY_SRC_SHARED_DECIMAL_POWERS_H
#define ROWKEY_SRC_SHARED_DECIMAL_POWERS_H

#include <stdint.h>

static const uint64_t decimal_powers[20] = {UINT64_C(1),
                                            UINT64_C(10),
                                            UINT64_C(100),
                                            UINT64_C(1000),
                                            UINT64_C(10000),
                                            UINT64_C(100000),
                                            UINT64_C(1000000),
                                            UINT64_C(10000000),
                                            UINT64_C(100000000),
                                            UINT64_C(1000000000),
                                            UINT64_C(10000000000),
                                            UINT64_C(100000000000),
                                            UINT64_C(1000000000000),
                                            UINT64_C(10000000000000),
                                            UINT64_C(100000000000000),
                                            UINT64_C(1000000000000000),
                                            UINT64_C(10000000000000000),
                                            UINT64_C(100000000000000000),
                                            UINT64_C(1000000000000000000),
                                            UINT64_C(10000000000000000000)};

#endif
