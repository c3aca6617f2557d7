#ifndef DNK_CENCHANT_H
#define DNK_CENCHANT_H
#include <dlfcn.h>
#include <stddef.h>
#include <sys/types.h>

/* What is used of Enchant 2, which is looked for at run time: it need not be there. None of it may be called by two threads at once. */
typedef struct {
  void *(*broker_init)(void);
  void (*broker_free)(void *broker);
  int (*broker_dict_exists)(void *broker, const char *tag);
  void *(*broker_request_dict)(void *broker, const char *tag);
  void (*broker_free_dict)(void *broker, void *dict);
  /* 0 for a word that is right, above for one that is wrong, below for an error. */
  int (*dict_check)(void *dict, const char *word, ssize_t length);
  /* NULL where there are none; freed by dict_free_string_list. */
  char **(*dict_suggest)(void *dict, const char *word, ssize_t length, size_t *count);
  void (*dict_free_string_list)(void *dict, char **strings);
  void (*dict_add)(void *dict, const char *word, ssize_t length);
} DnkEnchant;

/* Finds the functions in the library of that name; 0 where it or one of them is not there. The library stays. */
static inline int dnk_enchant_load(const char *library, DnkEnchant *functions) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define DNK_FIND(name) (*(void **)&functions->name = dlsym(handle, "enchant_" #name)) != NULL
  int found = DNK_FIND(broker_init) && DNK_FIND(broker_free) && DNK_FIND(broker_dict_exists) && DNK_FIND(broker_request_dict) && DNK_FIND(broker_free_dict) &&
              DNK_FIND(dict_check) && DNK_FIND(dict_suggest) && DNK_FIND(dict_free_string_list) && DNK_FIND(dict_add);
#undef DNK_FIND
  if (!found) dlclose(handle);
  return found;
}
#endif
