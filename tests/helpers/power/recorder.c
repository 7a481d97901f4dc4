/* Records what a program does to the files of one folder, in the order in which it takes effect.

   Loaded before the C library (LD_PRELOAD). POWER_ROOT is the folder, POWER_LOG the file to write;
   words to the standard output are recorded, too: with them the program says what it has promised.
   What changes a file past these functions (a mapping, a copy inside the kernel) is not seen: such
   copies are refused, so that callers fall back, and the judge compares its picture with the disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST_FDS = 4096, MOST_FILES = 16384, MOST_PATH = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[MOST_PATH];
static size_t root_length;
static int log_fd = -1;
static uint32_t id_of_fd[MOST_FDS];                /* 0 for none */
static char *folder_of_fd[MOST_FDS];
static struct { dev_t device; ino_t inode; uint32_t id; } known[MOST_FILES];
static uint32_t n_known, last_id;

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static void all_of(const void *data, size_t n) {
    while (n) {
        ssize_t done = REAL(write)(log_fd, data, n);
        if (done <= 0) abort();
        data = (const char *)data + done;
        n -= (size_t)done;
    }
}

static void note(char kind, uint32_t id, uint64_t at, const char *path, const char *other,
                 const void *data, uint64_t n) {
    struct __attribute__((packed)) {
        char kind; uint32_t id; uint64_t at; uint32_t n_path, n_other; uint64_t n_data;
    } head = {kind, id, at, path ? strlen(path) : 0, other ? strlen(other) : 0, n};
    all_of(&head, sizeof head);
    all_of(path, head.n_path);
    all_of(other, head.n_other);
    all_of(data, n);
}

__attribute__((constructor)) static void begin(void) {
    const char *folder = getenv("POWER_ROOT"), *path = getenv("POWER_LOG");
    if (!folder || !path || !realpath(folder, root)) return;
    root_length = strlen(root);
    log_fd = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The whole path, in `whole`; NULL for one that is outside of the folder. */
static const char *inside(int folder, const char *path, char *whole) {
    if (log_fd < 0) return NULL;
    if (path[0] == '/') {
        snprintf(whole, MOST_PATH, "%s", path);
    } else {
        char base[MOST_PATH], link[64];
        ssize_t n;
        if (folder == AT_FDCWD) {
            if (!getcwd(base, sizeof base)) return NULL;
        } else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
            n = readlink(link, base, sizeof base - 1);
            if (n < 0) return NULL;
            base[n] = 0;
        }
        if (snprintf(whole, MOST_PATH, "%s/%s", base, path) >= MOST_PATH) return NULL;
    }
    if (strncmp(whole, root, root_length) || (whole[root_length] && whole[root_length] != '/'))
        return NULL;
    return whole;
}

static uint32_t id_of(int fd, int is_new) {
    struct stat facts;
    uint32_t at;
    if (fstat(fd, &facts)) abort();
    for (at = 0; at < n_known; at++)
        if (known[at].device == facts.st_dev && known[at].inode == facts.st_ino) break;
    if (at == n_known) {
        if (n_known == MOST_FILES) abort();
        n_known++;
        is_new = 1;
    }
    if (is_new) {
        known[at].device = facts.st_dev;
        known[at].inode = facts.st_ino;
        known[at].id = ++last_id;
    }
    return known[at].id;
}

static int opened(int fd, const char *path, int flags, int was_there) {
    struct stat facts;
    if (fd < 0 || !path) return fd;
    if (fd >= MOST_FDS) abort();
    if (fstat(fd, &facts)) abort();
    if (S_ISDIR(facts.st_mode)) {
        folder_of_fd[fd] = strdup(path);
        return fd;
    }
    if (!S_ISREG(facts.st_mode)) return fd;
    if ((flags & O_ACCMODE) == O_RDONLY && was_there) return fd;
    id_of_fd[fd] = id_of(fd, !was_there);
    if (!was_there) note('C', id_of_fd[fd], 0, path, NULL, NULL, 0);
    else note('O', id_of_fd[fd], facts.st_size, path, NULL, NULL, 0);
    if (was_there && flags & O_TRUNC) note('T', id_of_fd[fd], 0, NULL, NULL, NULL, 0);
    return fd;
}

static int open_at(int folder, const char *name, int flags, mode_t mode) {
    char whole[MOST_PATH];
    const char *path = inside(folder, name, whole);
    int was_there = 1, fd;
    if (!path) return REAL(openat)(folder, name, flags, mode);
    pthread_mutex_lock(&lock);
    was_there = REAL(access)(path, F_OK) == 0;
    fd = opened(REAL(openat)(folder, name, flags, mode), path, flags, was_there);
    pthread_mutex_unlock(&lock);
    return fd;
}

int open(const char *path, int flags, ...) {
    va_list more; mode_t mode;
    va_start(more, flags); mode = va_arg(more, int); va_end(more);
    return open_at(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    va_list more; mode_t mode;
    va_start(more, flags); mode = va_arg(more, int); va_end(more);
    return open_at(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
    va_list more; mode_t mode;
    va_start(more, flags); mode = va_arg(more, int); va_end(more);
    return open_at(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
    va_list more; mode_t mode;
    va_start(more, flags); mode = va_arg(more, int); va_end(more);
    return open_at(folder, path, flags, mode);
}

int close(int fd) {
    int code;
    pthread_mutex_lock(&lock);
    if (fd >= 0 && fd < MOST_FDS && fd != log_fd) {
        id_of_fd[fd] = 0;
        free(folder_of_fd[fd]);
        folder_of_fd[fd] = NULL;
    }
    code = fd == log_fd ? 0 : REAL(close)(fd);
    pthread_mutex_unlock(&lock);
    return code;
}

static uint32_t recorded(int fd) {
    return log_fd >= 0 && fd >= 0 && fd < MOST_FDS ? id_of_fd[fd] : 0;
}

ssize_t write(int fd, const void *data, size_t n) {
    ssize_t done;
    off_t at;
    struct stat facts;
    if (fd == 1 && log_fd >= 0) {
        pthread_mutex_lock(&lock);
        note('P', 0, 0, NULL, NULL, data, n);
        pthread_mutex_unlock(&lock);
        return (ssize_t)n;
    }
    if (!recorded(fd)) return REAL(write)(fd, data, n);
    pthread_mutex_lock(&lock);
    at = lseek(fd, 0, SEEK_CUR);
    if (fcntl(fd, F_GETFL) & O_APPEND) {
        if (fstat(fd, &facts)) abort();
        at = facts.st_size;
    }
    done = REAL(write)(fd, data, n);
    if (done > 0) note('W', id_of_fd[fd], (uint64_t)at, NULL, NULL, data, (uint64_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}

static ssize_t write_at(int fd, const void *data, size_t n, off_t at) {
    ssize_t done;
    if (!recorded(fd)) return REAL(pwrite)(fd, data, n, at);
    pthread_mutex_lock(&lock);
    done = REAL(pwrite)(fd, data, n, at);
    if (done > 0) note('W', id_of_fd[fd], (uint64_t)at, NULL, NULL, data, (uint64_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t n, off_t at) { return write_at(fd, data, n, at); }
ssize_t pwrite64(int fd, const void *data, size_t n, off_t at) { return write_at(fd, data, n, at); }

ssize_t writev(int fd, const struct iovec *parts, int n_parts) {
    ssize_t done = 0;
    if (!recorded(fd)) return REAL(writev)(fd, parts, n_parts);
    for (int i = 0; i < n_parts; i++) {
        ssize_t one = write(fd, parts[i].iov_base, parts[i].iov_len);
        if (one < 0) return done ? done : one;
        done += one;
        if ((size_t)one < parts[i].iov_len) break;
    }
    return done;
}

static int cut(int fd, off_t size) {
    int code;
    pthread_mutex_lock(&lock);
    code = REAL(ftruncate)(fd, size);
    if (!code && recorded(fd)) note('T', id_of_fd[fd], (uint64_t)size, NULL, NULL, NULL, 0);
    pthread_mutex_unlock(&lock);
    return code;
}
int ftruncate(int fd, off_t size) { return cut(fd, size); }
int ftruncate64(int fd, off_t size) { return cut(fd, size); }

/* What was synchronised is on the disk when the call returns, and nothing is sooner. */
static int synced(int fd, int code) {
    pthread_mutex_lock(&lock);
    if (!code && recorded(fd)) note('F', id_of_fd[fd], 0, NULL, NULL, NULL, 0);
    else if (!code && log_fd >= 0 && fd >= 0 && fd < MOST_FDS && folder_of_fd[fd])
        note('D', 0, 0, folder_of_fd[fd], NULL, NULL, 0);
    pthread_mutex_unlock(&lock);
    return code;
}
int fsync(int fd) { return synced(fd, REAL(fsync)(fd)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)(fd)); }

static int renamed(int from, const char *old, int to, const char *new, unsigned flags) {
    char whole[MOST_PATH], other[MOST_PATH];
    const char *path = inside(from, old, whole), *target = inside(to, new, other);
    int code;
    pthread_mutex_lock(&lock);
    code = flags ? REAL(renameat2)(from, old, to, new, flags) : REAL(renameat)(from, old, to, new);
    if (!code && path && target) note('R', 0, 0, path, target, NULL, 0);
    else if (!code && (path || target)) abort();  /* across the edge of what is judged */
    pthread_mutex_unlock(&lock);
    return code;
}
int rename(const char *old, const char *new) { return renamed(AT_FDCWD, old, AT_FDCWD, new, 0); }
int renameat(int from, const char *old, int to, const char *new) {
    return renamed(from, old, to, new, 0);
}
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    return renamed(from, old, to, new, flags);
}

int unlinkat(int folder, const char *name, int flags) {
    char whole[MOST_PATH];
    const char *path = inside(folder, name, whole);
    int code;
    pthread_mutex_lock(&lock);
    code = REAL(unlinkat)(folder, name, flags);
    if (!code && path && !(flags & AT_REMOVEDIR)) note('U', 0, 0, path, NULL, NULL, 0);
    pthread_mutex_unlock(&lock);
    return code;
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }

static int refused(void) { errno = ENOSYS; return -1; }
ssize_t sendfile(int to, int from, off_t *at, size_t n) {
    (void)to, (void)from, (void)at, (void)n;
    return refused();
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t n) {
    (void)to, (void)from, (void)at, (void)n;
    return refused();
}
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *to_at, size_t n, unsigned flags) {
    (void)from, (void)at, (void)to, (void)to_at, (void)n, (void)flags;
    return refused();
}
int link(const char *old, const char *new) { (void)old, (void)new; return refused(); }
