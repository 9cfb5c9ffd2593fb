# Helpers that keep the leaf CMakeLists to a few lines.

set_property(GLOBAL PROPERTY PIPER_LIBS "")
# std::stable_sort of libstdc++ 12 uses a function that it deprecates itself.
set(PIPER_WARNINGS -Wall -Wextra -Werror -Wno-unused-parameter -Wno-deprecated-declarations)

# Settings of the sanitizers, for each program of a sanitizer build.
function(piper_use_sanitizer_defaults target)
  if(PIPER_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/utils/sanitizers/Defaults.cpp)
  endif()
endfunction()

# One precompiled header for everything that includes MLIR.
function(piper_use_mlir_pch target)
  if(TARGET PiperPCH)
    target_precompile_headers(${target} REUSE_FROM PiperPCH)
  endif()
endfunction()

# add_piper_library(Name a.cpp b.cpp [LINK other libs])
# A compiler library; piper-opt and piper-run link all of them.
function(add_piper_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE ${PIPER_WARNINGS})
  target_link_libraries(${name} PUBLIC MLIR ${ARG_LINK})
  add_dependencies(${name} piper-headers)
  piper_use_mlir_pch(${name})
  set_property(GLOBAL APPEND PROPERTY PIPER_LIBS ${name})
endfunction()

# add_piper_tool(name a.cpp [LINK libs]): an executable over all libraries.
function(add_piper_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  get_property(libs GLOBAL PROPERTY PIPER_LIBS)
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE ${PIPER_WARNINGS})
  target_link_libraries(${name} PRIVATE -Wl,--start-group ${libs} -Wl,--end-group MLIR ${ARG_LINK})
  add_dependencies(${name} piper-headers)
  piper_use_sanitizer_defaults(${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endfunction()

# add_piper_dialect(Piper piper): tables for one dialect whose umbrella is <Name>.td.
function(add_piper_dialect name namespace)
  set(LLVM_TARGET_DEFINITIONS ${name}.td)
  mlir_tablegen(${name}Dialect.h.inc -gen-dialect-decls -dialect=${namespace})
  mlir_tablegen(${name}Dialect.cpp.inc -gen-dialect-defs -dialect=${namespace})
  mlir_tablegen(${name}Enums.h.inc -gen-enum-decls)
  mlir_tablegen(${name}Enums.cpp.inc -gen-enum-defs)
  mlir_tablegen(${name}Attrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${namespace})
  mlir_tablegen(${name}Attrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${namespace})
  mlir_tablegen(${name}Types.h.inc -gen-typedef-decls -typedefs-dialect=${namespace})
  mlir_tablegen(${name}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${namespace})
  mlir_tablegen(${name}Ops.h.inc -gen-op-decls -dialect=${namespace})
  mlir_tablegen(${name}Ops.cpp.inc -gen-op-defs -dialect=${namespace})
  add_public_tablegen_target(Piper${name}IncGen)
  add_dependencies(piper-headers Piper${name}IncGen)
  piper_doc(${name}.td ${name}Dialect -gen-dialect-doc -dialect=${namespace})
endfunction()

# add_piper_passes(Group): tables for one group of passes declared in Passes.td.
function(add_piper_passes group)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name Piper${group})
  add_public_tablegen_target(Piper${group}PassIncGen)
  add_dependencies(piper-headers Piper${group}PassIncGen)
  piper_doc(Passes.td ${group}Passes -gen-pass-doc)
endfunction()

# Reference pages; `ninja piper-docs` writes them to build/docs.
function(piper_doc td output)
  set(LLVM_TARGET_DEFINITIONS ${td})
  tablegen(MLIR ${output}.md ${ARGN})
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/docs/${output}.md
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_BINARY_DIR}/${output}.md
            ${CMAKE_BINARY_DIR}/docs/${output}.md
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${output}.md)
  add_custom_target(${output}DocGen DEPENDS ${CMAKE_BINARY_DIR}/docs/${output}.md)
  add_dependencies(piper-docs ${output}DocGen)
endfunction()

add_custom_target(piper-headers)
add_custom_target(piper-docs ALL)
