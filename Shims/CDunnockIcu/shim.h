#ifndef DNK_CICU_H
#define DNK_CICU_H
#include <stdint.h>
/* This one has macros alone: ICU's other headers declare what Foundation's own ICU does, of another version. */
#include <unicode/uvernum.h>

void *U_ICU_ENTRY_POINT_RENAME(uspoof_open)(int *status);
int32_t U_ICU_ENTRY_POINT_RENAME(uspoof_getSkeletonUTF8)(
    const void *checker, uint32_t type, const char *text, int32_t length, char *skeleton,
    int32_t capacity, int *status);
void *U_ICU_ENTRY_POINT_RENAME(uidna_openUTS46)(uint32_t options, int *status);
void U_ICU_ENTRY_POINT_RENAME(uidna_close)(void *names);
struct dnk_icu_name_information {
  int16_t size;
  int8_t is_transitional, reserved;
  uint32_t errors;
  int32_t more[2];
};
int32_t U_ICU_ENTRY_POINT_RENAME(uidna_nameToASCII_UTF8)(
    const void *names, const char *name, int32_t length, char *ascii, int32_t capacity,
    struct dnk_icu_name_information *information, int *status);
int U_ICU_ENTRY_POINT_RENAME(ubidi_getBaseDirection)(const uint16_t *text, int32_t length);
int32_t U_ICU_ENTRY_POINT_RENAME(ucal_getTimeZoneIDForWindowsID)(
    const uint16_t *name, int32_t length, const char *region, uint16_t *zone, int32_t capacity, int *status);

void *U_ICU_ENTRY_POINT_RENAME(udat_open)(
    int time_style, int date_style, const char *locale, const uint16_t *zone, int32_t zone_length,
    const uint16_t *pattern, int32_t pattern_length, int *status);
void U_ICU_ENTRY_POINT_RENAME(udat_close)(void *format);
int32_t U_ICU_ENTRY_POINT_RENAME(udat_getSymbols)(
    const void *format, int type, int32_t index, uint16_t *symbol, int32_t capacity, int *status);

/* Writes the abbreviated name of a month, counted from 0, as it stands in a date of a locale, without an end, and returns
   its length in UTF-16; 0 where there is none. */
static inline int32_t dnk_icu_short_month(const char *locale, int32_t month, uint16_t *name, int32_t capacity) {
  /* With a zone of its own ICU does not look for that of the computer. */
  static const uint16_t utc[] = {'U', 'T', 'C'};
  int status = 0;
  void *format = U_ICU_ENTRY_POINT_RENAME(udat_open)(-1, -1, locale, utc, 3, (void *)0, 0, &status);
  if (status > 0) return 0;
  int32_t count = U_ICU_ENTRY_POINT_RENAME(udat_getSymbols)(format, 2, month, name, capacity, &status);
  U_ICU_ENTRY_POINT_RENAME(udat_close)(format);
  return status > 0 || count > capacity ? 0 : count;
}

/* The direction of the first letter of a text (Unicode Standard Annex 9, P2 and P3): 0 from left to right, 1 from right
   to left, another number without a letter. */
static inline int dnk_icu_base_direction(const uint16_t *text, int32_t length) {
  return U_ICU_ENTRY_POINT_RENAME(ubidi_getBaseDirection)(text, length);
}

/* Writes the zone of the tz database for a zone of Windows, such as "W. Europe Standard Time", without an end, and
   returns its length; 0 for another name. */
static inline int32_t dnk_icu_zone_of_windows(const char *name, int32_t length, char *zone, int32_t capacity) {
  uint16_t wide_name[64], wide_zone[64];
  if (length > 64 || capacity < 64) return 0;
  for (int32_t i = 0; i < length; i++) {
    if ((unsigned char)name[i] > 0x7E) return 0;
    wide_name[i] = (uint16_t)name[i];
  }
  int status = 0;
  int32_t count = U_ICU_ENTRY_POINT_RENAME(ucal_getTimeZoneIDForWindowsID)(wide_name, length, (void *)0, wide_zone,
                                                                           64, &status);
  if (status > 0 || count > 64) return 0;
  for (int32_t i = 0; i < count; i++) zone[i] = (char)wide_zone[i];
  return count;
}

/* Writes the name of a host as the network knows it (Unicode Technical Standard 46, non-transitional) without an
   end, and returns its length; -1 for what can be no name, or takes more than the capacity. */
static inline int32_t dnk_icu_host_name(const char *name, int32_t length, char *ascii, int32_t capacity) {
  int status = 0;
  /* Letters, digits and hyphens alone; right-to-left and joined letters in order; ß stays ß. */
  void *names = U_ICU_ENTRY_POINT_RENAME(uidna_openUTS46)(2 | 4 | 8 | 16, &status);
  if (status > 0) return -1;
  struct dnk_icu_name_information information = {sizeof information};
  int32_t count = U_ICU_ENTRY_POINT_RENAME(uidna_nameToASCII_UTF8)(names, name, length, ascii, capacity,
                                                                    &information, &status);
  U_ICU_ENTRY_POINT_RENAME(uidna_close)(names);
  return status > 0 || information.errors != 0 ? -1 : count;
}

/* What knows which characters look alike; NULL where ICU lacks its data. Any thread may use it. */
static inline void *dnk_icu_open_spoof_checker(void) {
  int status = 0;
  void *checker = U_ICU_ENTRY_POINT_RENAME(uspoof_open)(&status);
  return status > 0 ? (void *)0 : checker;
}

/* Writes the skeleton of UTF-8 (Unicode Technical Standard 39, section 4) without an end, and returns its
   length; -1 where it takes more than the capacity. */
static inline int32_t dnk_icu_skeleton(const void *checker, const char *text, int32_t length,
                                       char *skeleton, int32_t capacity) {
  int status = 0;
  int32_t count = U_ICU_ENTRY_POINT_RENAME(uspoof_getSkeletonUTF8)(checker, 0, text, length,
                                                                   skeleton, capacity, &status);
  return status > 0 ? -1 : count;
}
#endif
