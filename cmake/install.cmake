# What an installation holds: headers, both libraries, the tool, the benchmarks where they were asked for, and what
# find_package and pkg-config read.
include(CMakePackageConfigHelpers)

set(library rowkey_static)
if(TARGET rowkey_shared)
  add_library(rowkey::rowkey_shared ALIAS rowkey_shared)
  if(BUILD_SHARED_LIBS OR NOT DEFINED BUILD_SHARED_LIBS)
    set(library rowkey_shared)
  endif()
endif()
add_library(rowkey::rowkey_static ALIAS rowkey_static)
add_library(rowkey::rowkey ALIAS ${library})

# All of the libraries is the component `rowkey`. Without ROWKEY_INSTALL it is installed only when it is named: a
# project that exports a target of its own which links rowkey can do so either way.
set(rowkey_component COMPONENT rowkey)
if(NOT ROWKEY_INSTALL)
  list(APPEND rowkey_component EXCLUDE_FROM_ALL)
endif()

install(TARGETS rowkey_static EXPORT rowkey ${rowkey_component})
if(ROWKEY_PREFIX)
  install(FILES ${PROJECT_BINARY_DIR}/src/prefixed/rowkey/prefix.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rowkey
    ${rowkey_component})
  set(pc_cflags " -DROWKEY_PREFIXED")
elseif(TARGET rowkey_shared)
  install(TARGETS rowkey_shared EXPORT rowkey ${rowkey_component})
endif()
install(DIRECTORY include/rowkey TYPE INCLUDE ${rowkey_component})
if(ROWKEY_INSTALL AND ROWKEY_BUILD_TOOL)
  install(TARGETS rowkey)
endif()
if(ROWKEY_INSTALL AND ROWKEY_BUILD_BENCH)
  install(TARGETS rowkey-bench)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rowkey)
install(EXPORT rowkey NAMESPACE rowkey:: FILE rowkeyTargets.cmake DESTINATION ${package_dir}
  ${rowkey_component})
write_basic_package_version_file(rowkeyConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES cmake/rowkeyConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/rowkeyConfigVersion.cmake
  DESTINATION ${package_dir} ${rowkey_component})

# Paths relative to the file itself, so that an installation can be moved.
file(RELATIVE_PATH pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
file(RELATIVE_PATH pc_libdir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH pc_includedir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(cmake/rowkey.pc.in rowkey.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rowkey.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  ${rowkey_component})
