#include "dnk_curl.h"

#include <dlfcn.h>
#include <stdarg.h>

/* What is used of libcurl, which is loaded for the first connection: with it come some twenty libraries, whose loading a window that only
 * shows mail would wait for. Whoever uses libcurl calls curl_global_init first. The functions are hidden, so that libcurl itself never
 * calls them in place of its own. */

static void *_Atomic library;

#define HIDDEN __attribute__((visibility("hidden")))
#define FOUND(name, type, parameters) ((type(*) parameters)dlsym(library, "curl_" #name))
#define FORWARD(name, type, parameters, arguments) \
  HIDDEN type curl_##name parameters { return FOUND(name, type, parameters) arguments; }

HIDDEN CURLcode
curl_global_init(long flags)
{
  /* Debian has it by the second name where it is built with GnuTLS. */
  if (!library) library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  return library ? FOUND(global_init, CURLcode, (long))(flags) : CURLE_FAILED_INIT;
}

FORWARD(easy_init, CURL *, (void), ())
FORWARD(easy_cleanup, void, (CURL *curl), (curl))
FORWARD(easy_perform, CURLcode, (CURL *curl), (curl))
FORWARD(easy_recv, CURLcode, (CURL *curl, void *bytes, size_t count, size_t *read), (curl, bytes, count, read))
FORWARD(easy_send, CURLcode, (CURL *curl, const void *bytes, size_t count, size_t *sent), (curl, bytes, count, sent))
FORWARD(easy_strerror, const char *, (CURLcode code), (code))

/* The third argument of each call that is used is a long or a pointer. */
#define FORWARD_VALUE(name, key_type)                                              \
  HIDDEN CURLcode curl_##name(CURL *curl, key_type key, ...)                       \
  {                                                                                \
    va_list list;                                                                  \
    void *value;                                                                   \
                                                                                   \
    va_start(list, key);                                                           \
    value = va_arg(list, void *);                                                  \
    va_end(list);                                                                  \
    return FOUND(name, CURLcode, (CURL *, key_type, ...))(curl, key, value);       \
  }

#undef curl_easy_setopt
FORWARD_VALUE(easy_setopt, CURLoption)
#undef curl_easy_getinfo
FORWARD_VALUE(easy_getinfo, CURLINFO)

FORWARD(multi_init, CURLM *, (void), ())
FORWARD(multi_cleanup, CURLMcode, (CURLM *multi), (multi))
FORWARD(multi_add_handle, CURLMcode, (CURLM *multi, CURL *curl), (multi, curl))
FORWARD(multi_remove_handle, CURLMcode, (CURLM *multi, CURL *curl), (multi, curl))
FORWARD(multi_perform, CURLMcode, (CURLM *multi, int *running), (multi, running))
FORWARD(multi_poll, CURLMcode, (CURLM *multi, struct curl_waitfd *extra, unsigned int count, int pause, int *ready),
        (multi, extra, count, pause, ready))
FORWARD(multi_info_read, CURLMsg *, (CURLM *multi, int *left), (multi, left))
