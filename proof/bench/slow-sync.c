/*
 * A disk that takes a millisecond (SLOW_SYNC_US microseconds) to say that something is durable, for benchmarks on machines
 * whose disk says so at once:
 *
 *   cc -shared -fPIC -o /tmp/slow-sync.so bench/slow-sync.c -ldl
 *   LD_PRELOAD=/tmp/slow-sync.so npm run bench -- --store sqlite:/tmp/bench.db
 *
 * For PostgreSQL and MariaDB it is preloaded into a server of one's own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int synced(const char *name, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  const char *us = getenv("SLOW_SYNC_US");
  long ns = (us == NULL ? 1000 : atol(us)) * 1000L;
  struct timespec pause = {ns / 1000000000L, ns % 1000000000L};
  nanosleep(&pause, NULL);
  return real(fd);
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }
