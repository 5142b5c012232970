# The libraries that the tool reads compressed files with. None is needed: what is not there, the tool refuses to read, and
# says which command converts it. The library librowkey uses none of them.
#
#   rowkey_inputs            what those link with who compile the tool's sources
#   rowkey_tool_sources(OUT) sets OUT to the tool's sources

set(rowkey_inputs_default ON)
if(rowkey_sanitizers MATCHES "memory")
  set(rowkey_inputs_default OFF) # what libraries without instrumentation write would be reported
endif()
option(ROWKEY_INPUT_LIBRARIES "Read gzip and zstd with zlib and libzstd, where they are installed" ${rowkey_inputs_default})

add_library(rowkey_inputs INTERFACE)
if(ROWKEY_INPUT_LIBRARIES)
  find_package(ZLIB QUIET)
  find_package(zstd CONFIG QUIET)
endif()

if(TARGET ZLIB::ZLIB)
  target_compile_definitions(rowkey_inputs INTERFACE ROWKEY_HAS_GZIP)
  target_link_libraries(rowkey_inputs INTERFACE ZLIB::ZLIB)
endif()
foreach(zstd IN ITEMS zstd::libzstd zstd::libzstd_shared zstd::libzstd_static)
  if(TARGET ${zstd})
    target_compile_definitions(rowkey_inputs INTERFACE ROWKEY_HAS_ZSTD)
    target_link_libraries(rowkey_inputs INTERFACE ${zstd})
    break()
  endif()
endforeach()

get_target_property(rowkey_inputs_found rowkey_inputs INTERFACE_COMPILE_DEFINITIONS)
if(NOT rowkey_inputs_found)
  set(rowkey_inputs_found "")
endif()
string(REPLACE "ROWKEY_HAS_" "" rowkey_inputs_names "${rowkey_inputs_found}")
string(TOLOWER "${rowkey_inputs_names}" rowkey_inputs_names)
message(STATUS "The tool reads, besides plain text and binary records: ${rowkey_inputs_names}")

function(rowkey_tool_sources out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.c)
  foreach(codec IN ITEMS gzip zstd)
    string(TOUPPER ROWKEY_HAS_${codec} definition)
    if(NOT definition IN_LIST rowkey_inputs_found)
      list(FILTER sources EXCLUDE REGEX "/codecs/${codec}\\.c$")
    endif()
  endforeach()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()
