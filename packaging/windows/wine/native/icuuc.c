/* Stands in for Windows 10's icuuc.dll, which Wine lacks and Qt6Core is linked with.
   It knows no encoding: opening one fails with U_FILE_ACCESS_ERROR, as ICU says it. Qt has UTF-8 and
   UTF-16 of its own. Source: ICU's ucnv.h. */
#define EXPORTED __declspec(dllexport)
#define U_FILE_ACCESS_ERROR 4

EXPORTED void *ucnv_open(const char *name, int *error) {
    (void)name;
    if (error) *error = U_FILE_ACCESS_ERROR;
    return 0;
}
EXPORTED const char *ucnv_getName(void *converter, int *error) {
    (void)converter;
    if (error) *error = U_FILE_ACCESS_ERROR;
    return 0;
}
EXPORTED const char *ucnv_getStandardName(const char *name, const char *standard, int *error) {
    (void)name;
    (void)standard;
    if (error) *error = U_FILE_ACCESS_ERROR;
    return 0;
}
EXPORTED const char *ucnv_getAvailableName(int index) { (void)index; return 0; }
EXPORTED int ucnv_countAvailable(void) { return 0; }
EXPORTED int ucnv_toUCountPending(void *converter, int *error) { (void)converter; (void)error; return 0; }
EXPORTED int ucnv_fromUCountPending(void *converter, int *error) { (void)converter; (void)error; return 0; }
EXPORTED signed char ucnv_getMaxCharSize(void *converter) { (void)converter; return 1; }

/* Never called without a converter, and there is none. */
#define NOTHING(name) EXPORTED void name(void) {}
NOTHING(UCNV_FROM_U_CALLBACK_SUBSTITUTE)
NOTHING(UCNV_TO_U_CALLBACK_SUBSTITUTE)
NOTHING(ucnv_cbFromUWriteUChars)
NOTHING(ucnv_cbToUWriteUChars)
NOTHING(ucnv_close)
NOTHING(ucnv_fromUnicode)
NOTHING(ucnv_getFromUCallBack)
NOTHING(ucnv_getToUCallBack)
NOTHING(ucnv_reset)
NOTHING(ucnv_setFromUCallBack)
NOTHING(ucnv_setToUCallBack)
NOTHING(ucnv_toUnicode)
