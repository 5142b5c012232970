/* MARK_AS_DEFINED: MemorySanitizer does not see what the C library writes into the buffers of its streams. */
#ifndef ROWKEY_TESTS_DEFINED_H
#define ROWKEY_TESTS_DEFINED_H

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define MARK_AS_DEFINED(bytes, size) __msan_unpoison(bytes, size)
#endif
#endif
#ifndef MARK_AS_DEFINED
#define MARK_AS_DEFINED(bytes, size) ((void)(bytes), (void)(size))
#endif

#endif
