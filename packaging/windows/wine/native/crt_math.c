/* The complex functions of Windows' C library, which Wine's leaves out and NumPy calls.
   Numbers come and go as structures, as Microsoft's compiler passes _Fcomplex and _Dcomplex; the
   names that they are found by are in the .def file, without the S_. */
#include <complex.h>

typedef struct { float real, imag; } single;
typedef struct { double real, imag; } twofold;

static float complex in_f(single z) { return __builtin_complex(z.real, z.imag); }
static double complex in_d(twofold z) { return __builtin_complex(z.real, z.imag); }
static single out_f(float complex z) { return (single){__real__ z, __imag__ z}; }
static twofold out_d(double complex z) { return (twofold){__real__ z, __imag__ z}; }

#define REAL(name) \
    float S_##name##f(single z) { return name##f(in_f(z)); } \
    double S_##name(twofold z) { return name(in_d(z)); }
#define COMPLEX(name) \
    single S_##name##f(single z) { return out_f(name##f(in_f(z))); } \
    twofold S_##name(twofold z) { return out_d(name(in_d(z))); }

REAL(cabs)
REAL(carg)
REAL(cimag)
REAL(creal)
COMPLEX(cacos)
COMPLEX(cacosh)
COMPLEX(casin)
COMPLEX(casinh)
COMPLEX(catan)
COMPLEX(catanh)
COMPLEX(ccos)
COMPLEX(ccosh)
COMPLEX(cexp)
COMPLEX(clog)
COMPLEX(conj)
COMPLEX(cproj)
COMPLEX(csin)
COMPLEX(csinh)
COMPLEX(csqrt)
COMPLEX(ctan)
COMPLEX(ctanh)

single S_cpowf(single z, single power) { return out_f(cpowf(in_f(z), in_f(power))); }
twofold S_cpow(twofold z, twofold power) { return out_d(cpow(in_d(z), in_d(power))); }
