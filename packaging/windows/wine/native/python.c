/* python.exe and pythonw.exe for a Python that came as a library: what CPython's PC/python.c does. */
#include <stdio.h>
#include <windows.h>

int wmain(int argc, wchar_t **argv) {
    HMODULE python = LoadLibraryW(PYTHON_DLL);
    if (!python) {
        fprintf(stderr, "Python's library cannot be loaded: error %lu\n", GetLastError());
        return 120;
    }
    int (*run)(int, wchar_t **) = (int (*)(int, wchar_t **))(void *)GetProcAddress(python, "Py_Main");
    return run(argc, argv);
}
