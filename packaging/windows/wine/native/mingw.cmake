# llama.cpp for Windows by mingw-w64, on Debian 13. What is loaded late keeps the names that it has
# when Microsoft's compiler makes it.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

# _WIN32_WINNT: Windows 10. -fno-tree-dse -fno-dse: see ../../../setup/llama_wheel.py.
# -muse-unaligned-vector-move: GCC does not align the stack for 32-byte stores on Win64 (GCC bug
# 54412), so that the first spilled AVX register would end the program.
set(flags "-fno-tree-dse -fno-dse -D_WIN32_WINNT=0x0A00 -Wa,-muse-unaligned-vector-move")
set(CMAKE_C_FLAGS_INIT "${flags}")
set(CMAKE_CXX_FLAGS_INIT "${flags}")
