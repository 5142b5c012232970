include(${CMAKE_CURRENT_LIST_DIR}/rowkeyTargets.cmake)

# The library to link when it does not matter which kind.
if(NOT TARGET rowkey::rowkey)
  add_library(rowkey::rowkey INTERFACE IMPORTED)
  set_target_properties(rowkey::rowkey PROPERTIES INTERFACE_LINK_LIBRARIES rowkey::rowkey_shared)
endif()
