# The manual and the completions of shells, which the tool itself prints. Where it cannot run, as in a cross build without
# an emulator, they are left out.
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "The manual and the completions are left out: the tool, which prints them, does not run here")
  return()
endif()

function(rowkey_generate output)
  set(path ${CMAKE_CURRENT_BINARY_DIR}/manual/${output})
  add_custom_command(OUTPUT ${path} COMMAND rowkey --generate ${ARGN} > ${path} DEPENDS rowkey VERBATIM)
  set(generated ${generated} ${path} PARENT_SCOPE)
endfunction()

set(generated)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/manual)
file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/commands/commands.def command_lines REGEX "^COMMAND")
list(TRANSFORM command_lines REPLACE "COMMAND\\((.*)\\)" "rowkey-\\1")
set(man1)
foreach(page IN ITEMS rowkey LISTS command_lines)
  rowkey_generate(${page}.1 man ${page})
  list(APPEND man1 ${CMAKE_CURRENT_BINARY_DIR}/manual/${page}.1)
endforeach()
rowkey_generate(rowkey-layout.7 man rowkey-layout)
rowkey_generate(rowkey complete-bash) # shells find them by these names
rowkey_generate(_rowkey complete-zsh)
rowkey_generate(rowkey.fish complete-fish)
add_custom_target(rowkey_manual ALL DEPENDS ${generated})

set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual)
install(FILES ${man1} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/rowkey-layout.7 DESTINATION ${CMAKE_INSTALL_MANDIR}/man7)
install(FILES ${manual}/rowkey DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${manual}/_rowkey DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${manual}/rowkey.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
