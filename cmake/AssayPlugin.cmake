# assay_add_plugin(NAME SOURCES file… LIBRARIES target…): the shared library assay-NAME.so, which
# exports the one symbol assay_plugin and is never unloaded. For plugins in this tree and outside it.
#
# ASSAY_PLUGIN_FOLDER, when set, is where the file is put. With ASSAY_PLUGIN_INSTALL on it is also
# installed with Assay; a plugin outside the tree writes its own install() or is used where it is
# built, with --plugin-path.
function(assay_add_plugin name)
  cmake_parse_arguments(PLUGIN "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_library(assay-${name} MODULE ${PLUGIN_SOURCES})
  target_link_libraries(assay-${name} PRIVATE assay::sdk ${PLUGIN_LIBRARIES})
  set_target_properties(assay-${name} PROPERTIES
    PREFIX "" OUTPUT_NAME assay-${name}
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  # All functions are bound at loading: none is looked up inside a timed window.
  target_link_options(assay-${name} PRIVATE -Wl,-z,now,-z,nodelete)
  # A sanitizer's functions are the worker's: undefined in the plugin until it is loaded.
  if(NOT ASSAY_SANITIZE AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
    target_link_options(assay-${name} PRIVATE -Wl,-z,defs)
  endif()
  if(ASSAY_PLUGIN_FOLDER)
    set_target_properties(assay-${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${ASSAY_PLUGIN_FOLDER})
  endif()
  if(ASSAY_PLUGIN_INSTALL)
    set_property(GLOBAL APPEND PROPERTY ASSAY_INSTALLED_PLUGINS assay-${name})
  endif()
endfunction()
