/* A DLL that consists of its .def file: every function of it lies in another one. */
int __stdcall DllMain(void *module, unsigned reason, void *reserved) {
    (void)module;
    (void)reason;
    (void)reserved;
    return 1;
}
