# The libraries that the tool reads compressed files and JSON with. None is needed: what is not there, the tool refuses to read, and
# says which command converts it. The library librowkey uses none of them.
#
#   rowkey_inputs            what those link with who compile the tool's sources
#   rowkey_tool_sources(OUT) sets OUT to the tool's sources

set(rowkey_inputs_default ON)
if(rowkey_sanitizers MATCHES "memory" OR CMAKE_EXE_LINKER_FLAGS MATCHES "-static")
  set(rowkey_inputs_default OFF) # MemorySanitizer knows nothing of what they write; and they are shared libraries
endif()
option(ROWKEY_INPUT_LIBRARIES "Read gzip, zstd and JSON lines with zlib, libzstd and simdjson, where they are installed"
  ${rowkey_inputs_default})

add_library(rowkey_inputs INTERFACE)
if(ROWKEY_INPUT_LIBRARIES)
  find_package(ZLIB QUIET)
  find_package(zstd CONFIG QUIET)
  find_package(simdjson CONFIG QUIET)
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

# simdjson is used through functions that it does not promise to keep: another version may lack them.
include(CheckLanguage)
check_language(CXX)
if(TARGET simdjson::simdjson AND CMAKE_CXX_COMPILER)
  enable_language(CXX)
  if(simdjson_VERSION VERSION_EQUAL 3.0.1)
    set(ROWKEY_SIMDJSON_FITS TRUE) # Debian 12 has this one, and the trial takes as long as the rest of the configuration
  else()
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
    try_compile(ROWKEY_SIMDJSON_FITS ${PROJECT_BINARY_DIR}/simdjson_fits
      SOURCES ${PROJECT_SOURCE_DIR}/src/cli/records/json/index.cc
      CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}/src/cli
      LINK_LIBRARIES simdjson::simdjson CXX_STANDARD 17)
    unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
  endif()
  if(ROWKEY_SIMDJSON_FITS)
    add_library(rowkey_json_index STATIC ${PROJECT_SOURCE_DIR}/src/cli/records/json/index.cc)
    target_include_directories(rowkey_json_index PRIVATE ${PROJECT_SOURCE_DIR}/src/cli ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(rowkey_json_index PRIVATE simdjson::simdjson)
    set_target_properties(rowkey_json_index PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON
      CXX_VISIBILITY_PRESET hidden)
    if(rowkey_sanitizers MATCHES "undefined")
      # Debian's libsimdjson hides the types of its objects, which the check of virtual calls compares.
      target_compile_options(rowkey_json_index PRIVATE -fno-sanitize=vptr)
    endif()
    target_compile_definitions(rowkey_inputs INTERFACE ROWKEY_HAS_JSONL)
    target_link_libraries(rowkey_inputs INTERFACE rowkey_json_index)
  endif()
endif()

get_target_property(rowkey_inputs_found rowkey_inputs INTERFACE_COMPILE_DEFINITIONS)
if(NOT rowkey_inputs_found)
  set(rowkey_inputs_found "")
endif()
string(REPLACE "ROWKEY_HAS_" "" rowkey_inputs_names "${rowkey_inputs_found}")
string(TOLOWER "${rowkey_inputs_names}" rowkey_inputs_names)
message(STATUS "The tool reads, besides plain text and binary records: ${rowkey_inputs_names}")

include(cmake/embed.cmake)

function(rowkey_tool_sources out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.c)
  foreach(codec IN ITEMS gzip zstd)
    string(TOUPPER ROWKEY_HAS_${codec} definition)
    if(NOT definition IN_LIST rowkey_inputs_found)
      list(FILTER sources EXCLUDE REGEX "/codecs/${codec}\\.c$")
    endif()
  endforeach()
  if(NOT "ROWKEY_HAS_JSONL" IN_LIST rowkey_inputs_found)
    list(FILTER sources EXCLUDE REGEX "/json/")
  endif()
  rowkey_embed(sources embedded_layouts ${PROJECT_SOURCE_DIR}/doc/layouts.md)
  foreach(shell IN ITEMS bash zsh fish)
    rowkey_embed(sources embedded_${shell} ${PROJECT_SOURCE_DIR}/src/cli/completion/rowkey.${shell})
  endforeach()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()
