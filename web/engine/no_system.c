/* The page has no system: what the C library would ask one for is answered here, so that the module imports
 * nothing and runs in every browser. Nothing is printed, and no file is opened. */
#include <stdint.h>
#include <stdnoreturn.h>

/* The names that wasi-libc imports the calls by. */
#define SYSTEM_CALL(name) __imported_wasi_snapshot_preview1_##name

enum { BAD_FILE = 8 }; /* __WASI_ERRNO_BADF */

int32_t SYSTEM_CALL(fd_write)(int32_t file, int32_t pieces, int32_t count, int32_t written);
int32_t SYSTEM_CALL(fd_write)(int32_t file, int32_t pieces, int32_t count, int32_t written) {
  (void)file, (void)pieces, (void)count, (void)written;
  return BAD_FILE;
}

int32_t SYSTEM_CALL(fd_seek)(int32_t file, int64_t offset, int32_t whence, int32_t place);
int32_t SYSTEM_CALL(fd_seek)(int32_t file, int64_t offset, int32_t whence, int32_t place) {
  (void)file, (void)offset, (void)whence, (void)place;
  return BAD_FILE;
}

int32_t SYSTEM_CALL(fd_close)(int32_t file);
int32_t SYSTEM_CALL(fd_close)(int32_t file) {
  (void)file;
  return BAD_FILE;
}

/* No environment. */
int32_t SYSTEM_CALL(environ_sizes_get)(uint32_t *count, uint32_t *bytes);
int32_t SYSTEM_CALL(environ_sizes_get)(uint32_t *count, uint32_t *bytes) {
  *count = *bytes = 0;
  return 0;
}

int32_t SYSTEM_CALL(environ_get)(int32_t list, int32_t bytes);
int32_t SYSTEM_CALL(environ_get)(int32_t list, int32_t bytes) {
  (void)list, (void)bytes;
  return 0;
}

noreturn void SYSTEM_CALL(proc_exit)(int32_t status);
noreturn void SYSTEM_CALL(proc_exit)(int32_t status) {
  (void)status;
  __builtin_trap();
}
