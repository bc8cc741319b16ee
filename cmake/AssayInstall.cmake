# What `cmake --install` puts where. The program finds its worker and plugins relative to itself
# (orchestrator/host/paths.h), so bin and lib/assay/plugins keep the shape of the build tree and the
# prefix may be moved. Included last, when all targets are known.
include(CMakePackageConfigHelpers)

foreach(PROGRAM assay assay-worker assay-supervisor assay-echo-server)
  if(TARGET ${PROGRAM})
    install(TARGETS ${PROGRAM} RUNTIME DESTINATION bin)
  endif()
endforeach()

# A plugin's own helpers, such as a server program, are installed by the plugin's CMakeLists.txt.
get_property(PLUGINS GLOBAL PROPERTY ASSAY_INSTALLED_PLUGINS)
if(PLUGINS)
  install(TARGETS ${PLUGINS} LIBRARY DESTINATION lib/assay/plugins)
endif()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/orchestrator/sdk/include/ DESTINATION include)
install(FILES ${PROJECT_BINARY_DIR}/orchestrator/sdk/generated/assay/abi.h DESTINATION include/assay)
install(TARGETS assay_sdk EXPORT assay_targets)
install(EXPORT assay_targets NAMESPACE assay:: FILE assay-targets.cmake DESTINATION lib/cmake/assay)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/assay-config.cmake.in
  ${PROJECT_BINARY_DIR}/assay-config.cmake INSTALL_DESTINATION lib/cmake/assay)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/assay-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/assay-config.cmake
  ${PROJECT_BINARY_DIR}/assay-config-version.cmake
  ${PROJECT_SOURCE_DIR}/cmake/AssayPlugin.cmake DESTINATION lib/cmake/assay)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/matrices DESTINATION share/assay OPTIONAL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION share/doc/assay OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/orchestrator/sdk/README.md DESTINATION share/doc/assay/sdk)
