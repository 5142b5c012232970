# xxHash is one header that is compiled into the library: nothing depends on it at run time. Cross compilers do not
# search this machine's own headers, so a copy of that single one stands in the build tree.
find_file(ROWKEY_XXHASH_HEADER xxhash.h NO_CMAKE_FIND_ROOT_PATH DOC "The header of xxHash, 0.8 or later")
if(NOT ROWKEY_XXHASH_HEADER)
  message(FATAL_ERROR "xxhash.h is missing: install xxHash's header (Debian: libxxhash-dev), or name it with "
    "-DROWKEY_XXHASH_HEADER=PATH")
endif()
if(NOT EXISTS ${ROWKEY_XXHASH_HEADER} OR IS_DIRECTORY ${ROWKEY_XXHASH_HEADER})
  message(FATAL_ERROR "ROWKEY_XXHASH_HEADER is ${ROWKEY_XXHASH_HEADER}, which is not a file: expected the path of xxhash.h")
endif()
file(STRINGS ${ROWKEY_XXHASH_HEADER} xxhash_version REGEX "^#define XXH_VERSION_(MAJOR|MINOR) ")
if(NOT xxhash_version MATCHES "MAJOR +[1-9]|MINOR +[8-9]|MINOR +[1-9][0-9]")
  message(FATAL_ERROR "${ROWKEY_XXHASH_HEADER} is older than xxHash 0.8, which fixed the results of XXH3")
endif()
set(rowkey_xxhash_dir ${PROJECT_BINARY_DIR}/xxhash)
configure_file(${ROWKEY_XXHASH_HEADER} ${rowkey_xxhash_dir}/xxhash.h COPYONLY)
