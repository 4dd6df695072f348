# Builds the library as ${KIND}, installs it under ${WORK}/prefix, then builds and runs the consumer project against it.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

string(COMPARE EQUAL "${KIND}" "shared" shared)
file(REMOVE_RECURSE ${WORK})
set(common -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER}
           -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/library ${common} -DBUILD_SHARED_LIBS=${shared} -DALCOLE_TESTS=OFF
    -DALCOLE_BENCH=OFF -DALCOLE_EXAMPLES=OFF -DALCOLE_WERROR=ON)
run(${CMAKE_COMMAND} --build ${WORK}/library)
run(${CMAKE_COMMAND} --install ${WORK}/library --prefix ${WORK}/prefix)

file(GLOB_RECURSE headers RELATIVE ${WORK}/prefix ${WORK}/prefix/include/*)
foreach(header ${headers})
  if(NOT header MATCHES "^include/alcole/")
    message(FATAL_ERROR "${header} is installed outside include/alcole")
  endif()
endforeach()

run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/consumer ${common} -DCMAKE_PREFIX_PATH=${WORK}/prefix)
run(${CMAKE_COMMAND} --build ${WORK}/consumer)
run(${WORK}/consumer/consumer)
if(NOT output MATCHES "x = 1.000, price = 2.000")
  message(FATAL_ERROR "the consumer printed: ${output}")
endif()
