include(${CMAKE_CURRENT_LIST_DIR}/rowkeyTargets.cmake)

# The library to link when it does not matter which kind. There is no shared one with names that begin otherwise.
if(NOT TARGET rowkey::rowkey)
  add_library(rowkey::rowkey INTERFACE IMPORTED)
  set_target_properties(rowkey::rowkey PROPERTIES INTERFACE_LINK_LIBRARIES
    $<IF:$<TARGET_EXISTS:rowkey::rowkey_shared>,rowkey::rowkey_shared,rowkey::rowkey_static>)
endif()

# There are no components: both libraries are always there.
foreach(component IN LISTS rowkey_FIND_COMPONENTS)
  if(rowkey_FIND_REQUIRED_${component})
    set(rowkey_FOUND FALSE)
    set(rowkey_NOT_FOUND_MESSAGE "rowkey has no component ${component}, nor any other: ask without COMPONENTS")
  endif()
endforeach()
