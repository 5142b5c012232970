# The functions that the headers declare. An experimental header is one that refuses to be included without its macro.
file(GLOB rowkey_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/rowkey/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rowkey_headers})
set(rowkey_stable_functions)
set(rowkey_experimental_functions)
foreach(header IN LISTS rowkey_headers)
  file(READ ${header} text)
  set(tier stable)
  if(text MATCHES "#ifndef ROWKEY_EXPERIMENTAL\n#error")
    set(tier experimental)
  endif()
  string(REGEX MATCHALL "\nROWKEY_(API|CHECKED)[^;(]*\\(" declared "${text}")
  list(TRANSFORM declared REPLACE ".*[ *]([a-z0-9_]+)\\($" "\\1")
  list(APPEND rowkey_${tier}_functions ${declared})
endforeach()

# rowkey_version_symbols(LIBRARY): where the linker has symbol versions, stable functions get that of the SONAME, and
# experimental ones a version that each minor version renews. scripts/checks/symbols reads it from the library. Calls within
# the library stay there, whatever else a process has loaded. Windows has no versions, and a list of what a library exports.
function(rowkey_version_symbols library)
  if(WIN32)
    set(functions ${rowkey_stable_functions} ${rowkey_experimental_functions})
    list(JOIN functions "\n  " functions)
    set(definition ${CMAKE_CURRENT_BINARY_DIR}/${library}.def)
    file(CONFIGURE OUTPUT ${definition} @ONLY CONTENT "EXPORTS
  @functions@
")
    target_sources(${library} PRIVATE ${definition})
  endif()
  if(NOT UNIX OR APPLE)
    return()
  endif()
  list(JOIN rowkey_stable_functions ";\n    " stable)
  list(JOIN rowkey_experimental_functions ";\n    " experimental)
  get_target_property(soversion ${library} SOVERSION)
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${library}.map)
  file(CONFIGURE OUTPUT ${script} @ONLY CONTENT "ROWKEY_@soversion@ {
  global:
    @stable@;
  local:
    *;
};
ROWKEY_EXPERIMENTAL_@PROJECT_VERSION_MAJOR@.@PROJECT_VERSION_MINOR@ {
  global:
    @experimental@;
};
")
  # It exports functions alone, so this is -Bsymbolic-functions, which Zig's compiler does not know.
  target_link_options(${library} PRIVATE LINKER:--version-script=${script} LINKER:-Bsymbolic)
  set_target_properties(${library} PROPERTIES LINK_DEPENDS ${script})
endfunction()

# rowkey_prefix_symbols(LIBRARY): all names of the static library begin with ROWKEY_PREFIX, those that it does not show as well:
# another copy can be linked into the same program. rowkey/prefix.h gives the headers the same names.
function(rowkey_prefix_symbols library)
  if(NOT ROWKEY_PREFIX MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "ROWKEY_PREFIX is ${ROWKEY_PREFIX}, which no name can begin with (expected such as ours_)")
  endif()
  if(NOT CMAKE_OBJCOPY OR NOT CMAKE_NM)
    message(FATAL_ERROR "ROWKEY_PREFIX needs objcopy and nm (binutils, or llvm-objcopy in CMAKE_OBJCOPY)")
  endif()
  if(CMAKE_INTERPROCEDURAL_OPTIMIZATION OR CMAKE_C_FLAGS MATCHES "-flto")
    message(FATAL_ERROR "ROWKEY_PREFIX renames what is compiled: objects that wait to be optimised as a whole keep their names")
  endif()
  set(names ${rowkey_stable_functions} ${rowkey_experimental_functions})
  list(TRANSFORM names REPLACE "(.+)" "#define \\1 ${ROWKEY_PREFIX}\\1\n")
  list(JOIN names "" names)
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/prefixed)
  file(CONFIGURE OUTPUT ${directory}/rowkey/prefix.h @ONLY CONTENT
    "/* The names of a library that was built with ROWKEY_PREFIX=${ROWKEY_PREFIX}. */\n@names@")
  target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${directory}>)
  target_compile_definitions(${library} INTERFACE ROWKEY_PREFIXED)
  add_custom_command(TARGET ${library} POST_BUILD VERBATIM COMMAND ${CMAKE_COMMAND} -DARCHIVE=$<TARGET_FILE:${library}>
    -DPREFIX=${ROWKEY_PREFIX} -DNM=${CMAKE_NM} -DOBJCOPY=${CMAKE_OBJCOPY} -P ${PROJECT_SOURCE_DIR}/cmake/rename_symbols.cmake)
endfunction()
