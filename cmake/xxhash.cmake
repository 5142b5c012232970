# The header of xxHash, which tests compare with and benchmarks measure: the library does without. Cross compilers do not
# search this machine's own headers, and that single one is for every target, so a copy of it stands in the build tree.
find_path(XXHASH_INCLUDE_DIR xxhash.h PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH)
if(NOT XXHASH_INCLUDE_DIR)
  return()
endif()
file(STRINGS ${XXHASH_INCLUDE_DIR}/xxhash.h xxhash_version REGEX "^#define XXH_VERSION_(MAJOR|MINOR) ")
if(NOT xxhash_version MATCHES "MAJOR +[1-9]|MINOR +[8-9]|MINOR +[1-9][0-9]")
  message(STATUS "${XXHASH_INCLUDE_DIR}/xxhash.h is left out: it is older than xxHash 0.8, which fixed the results of XXH3")
  return()
endif()
set(rowkey_xxhash_dir ${PROJECT_BINARY_DIR}/xxhash)
configure_file(${XXHASH_INCLUDE_DIR}/xxhash.h ${rowkey_xxhash_dir}/xxhash.h COPYONLY)
