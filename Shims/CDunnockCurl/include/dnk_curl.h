#ifndef DNK_CCURL_H
#define DNK_CCURL_H
#include <curl/curl.h>

// Their type is another from 8.13 on.
static const long dnk_curl_usessl_none = CURLUSESSL_NONE;
static const long dnk_curl_usessl_all = CURLUSESSL_ALL;

static const long dnk_curl_post_again = CURL_REDIR_POST_ALL;

// What Swift cannot call, for its arguments vary.
static inline CURLcode dnk_curl_set_number(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode dnk_curl_set_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode dnk_curl_set_context(CURL *curl, CURLoption option, void *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode dnk_curl_set_bytes(CURL *curl, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl_easy_setopt(curl, option, &blob);
}

static inline CURLcode dnk_curl_on_traffic(CURL *curl, curl_debug_callback callback) {
  return curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, callback);
}

static inline CURLcode dnk_curl_on_progress(CURL *curl, curl_xferinfo_callback callback) {
  return curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, callback);
}

static inline CURLcode dnk_curl_on_data(CURL *curl, curl_write_callback callback) {
  return curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, callback);
}

static inline CURLcode dnk_curl_on_header(CURL *curl, curl_write_callback callback) {
  return curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, callback);
}

static inline CURLcode dnk_curl_on_socket(CURL *curl, curl_opensocket_callback callback) {
  return curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode dnk_curl_result(const CURLMsg *message) { return message->data.result; }

static inline long dnk_curl_status(CURL *curl) {
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

static inline curl_socket_t dnk_curl_socket(CURL *curl) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  curl_easy_getinfo(curl, CURLINFO_ACTIVESOCKET, &socket);
  return socket;
}

static inline struct curl_certinfo *dnk_curl_certificates(CURL *curl) {
  struct curl_certinfo *chain = NULL;
  curl_easy_getinfo(curl, CURLINFO_CERTINFO, &chain);
  return chain;
}
#endif
