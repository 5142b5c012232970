#include "dictionary/file.h"

#ifdef _WIN32
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <stdlib.h>
#include <sys/stat.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static HANDLE handle_of(int file) { return (HANDLE)_get_osfhandle(file); }

/* errno for what the last call of Windows has failed with. */
static bool failed(void) {
  switch (GetLastError()) {
    case ERROR_ACCESS_DENIED:
    case ERROR_LOCK_VIOLATION:
    case ERROR_SHARING_VIOLATION:
      errno = EACCES;
      break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      errno = ENOSPC;
      break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
      errno = ENOMEM;
      break;
    default:
      errno = EIO;
  }
  return false;
}

/* Paths are UTF-8 as everywhere, whatever the code page is. */
static wchar_t *widen(const char *path) {
  const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
  wchar_t *wide = length <= 0 ? NULL : malloc((size_t)length * sizeof *wide);
  if (length <= 0) errno = EILSEQ;
  if (wide != NULL) MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, length);
  return wide;
}

int rowkey_file_open(const char *path, enum file_use use) {
  static const int flags[] = {
      [FILE_READ] = _O_RDONLY, [FILE_GROW] = _O_RDWR, [FILE_MAKE] = _O_RDWR | _O_CREAT};
  wchar_t *wide = widen(path);
  int file = -1;
  if (wide == NULL) return -1;
  const errno_t error_number =
      _wsopen_s(&file, wide, flags[use] | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, _S_IREAD | _S_IWRITE);
  free(wide);
  errno = error_number;
  return file;
}

/* Nobody reads or writes what another handle has locked: the lock is of a byte where no file has one. */
static OVERLAPPED locked_byte(void) { return (OVERLAPPED){.Offset = UINT32_MAX, .OffsetHigh = INT32_MAX}; }

bool rowkey_file_lock(int file) {
  OVERLAPPED where = locked_byte();
  return LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &where) || failed();
}

void rowkey_file_close(int file) {
  OVERLAPPED where = locked_byte();
  UnlockFileEx(handle_of(file), 0, 1, 0, &where);
  _close(file);
}

bool rowkey_file_identify(int file, struct file_identity *identity) {
  BY_HANDLE_FILE_INFORMATION found;
  *identity = (struct file_identity){.is_regular = GetFileType(handle_of(file)) == FILE_TYPE_DISK};
  if (!identity->is_regular) return true;
  if (!GetFileInformationByHandle(handle_of(file), &found)) return failed();
  identity->device = found.dwVolumeSerialNumber;
  identity->number = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
  return true;
}

static OVERLAPPED place(uint64_t at) {
  return (OVERLAPPED){.Offset = (DWORD)(at & UINT32_MAX), .OffsetHigh = (DWORD)(at >> 32)};
}

/* What one call takes of `size` bytes. */
static DWORD at_once(size_t size) { return size < 1 << 30 ? (DWORD)size : 1 << 30; }

ptrdiff_t rowkey_file_read(int file, uint8_t *bytes, size_t size, uint64_t at) {
  size_t done = 0;
  while (done < size) {
    OVERLAPPED where = place(at + done);
    DWORD count = 0;
    if (!ReadFile(handle_of(file), bytes + done, at_once(size - done), &count, &where) &&
        GetLastError() != ERROR_HANDLE_EOF) {
      failed();
      return -1;
    }
    if (count == 0) break;
    done += count;
  }
  return (ptrdiff_t)done;
}

bool rowkey_file_write(int file, const uint8_t *bytes, size_t size, uint64_t at) {
  for (size_t done = 0; done < size;) {
    OVERLAPPED where = place(at + done);
    DWORD count = 0;
    if (!WriteFile(handle_of(file), bytes + done, at_once(size - done), &count, &where)) return failed();
    done += count;
  }
  return true;
}

bool rowkey_file_synchronise(int file) { return FlushFileBuffers(handle_of(file)) || failed(); }

bool rowkey_file_synchronise_folder(const char *path) {
  (void)path; /* the file system's journal has it */
  return true;
}
#endif
