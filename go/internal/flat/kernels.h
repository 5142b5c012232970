/* The same for the kernels. gcc's reassociation lengthens the dependency chains of MD5 by a tenth; its
 * scheduling before it assigns registers keeps more values alive than there are registers; and where long
 * straight code begins in a cache line must not depend on what stands before it. */
#ifndef ROWKEY_GO_FLAT_KERNELS_H
#define ROWKEY_GO_FLAT_KERNELS_H

#include "rowkey.h"

#if !defined(__clang__) && defined(__GNUC__)
#pragma GCC optimize("no-tree-reassoc", "no-schedule-insns", "align-functions=64")
#endif

#endif
