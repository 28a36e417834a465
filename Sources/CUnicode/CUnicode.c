#include "CUnicode.h"

#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/uregex.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

void *unicode_breaker_open(int kind, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIteratorType type = kind == UNICODE_LINE       ? UBRK_LINE
                            : kind == UNICODE_GRAPHEME ? UBRK_CHARACTER
                            : kind == UNICODE_WORD     ? UBRK_WORD
                                                       : UBRK_SENTENCE;
  UBreakIterator *breaker = ubrk_open(type, locale, NULL, 0, &status);
  return U_FAILURE(status) ? NULL : breaker;
}

void unicode_breaker_close(void *breaker) { ubrk_close(breaker); }

int32_t unicode_breaker_boundaries(void *breaker, const uint16_t *text, int32_t length,
                                   int32_t *boundaries, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(breaker, (const UChar *)text, length, &status);
  if (U_FAILURE(status)) return 0;
  int32_t count = 0;
  ubrk_first(breaker);
  for (int32_t at = ubrk_next(breaker); at != UBRK_DONE && count < capacity;
       at = ubrk_next(breaker))
    boundaries[count++] = at;
  return count;
}

static uint32_t tag_of(UScriptCode code) {
  const char *name = uscript_getShortName(code);
  if (!name || strlen(name) != 4) return 0;
  return (uint32_t)(unsigned char)name[0] << 24 | (uint32_t)(unsigned char)name[1] << 16 |
         (uint32_t)(unsigned char)name[2] << 8 | (uint32_t)(unsigned char)name[3];
}

uint32_t unicode_script(int32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  return tag_of(uscript_getScript(scalar, &status));
}

int unicode_joining(int32_t scalar) {
  switch (u_getIntPropertyValue(scalar, UCHAR_JOINING_TYPE)) {
    case U_JT_DUAL_JOINING:
    case U_JT_JOIN_CAUSING: return 3;
    case U_JT_LEFT_JOINING: return 1;
    case U_JT_RIGHT_JOINING: return 2;
    case U_JT_TRANSPARENT: return 4;
    default: return 0;
  }
}

int unicode_has_script(int32_t scalar, uint32_t tag) {
  UScriptCode codes[64];
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = uscript_getScriptExtensions(scalar, codes, 64, &status);
  for (int32_t i = 0; i < count; i++)
    if (tag_of(codes[i]) == tag) return 1;
  return 0;
}

int unicode_is_punctuation_open(int32_t scalar) {
  int8_t category = u_charType(scalar);
  return category == U_START_PUNCTUATION || category == U_INITIAL_PUNCTUATION ||
         category == U_FINAL_PUNCTUATION || scalar == '\'' || scalar == '"';
}

int unicode_is_punctuation_close(int32_t scalar) {
  int8_t category = u_charType(scalar);
  return category == U_END_PUNCTUATION || category == U_INITIAL_PUNCTUATION ||
         category == U_FINAL_PUNCTUATION || scalar == '\'' || scalar == '"';
}

int unicode_is_punctuation(int32_t scalar) { return u_ispunct(scalar); }

int unicode_is_wide(int32_t scalar) {
  int width = u_getIntPropertyValue(scalar, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_FULLWIDTH || width == U_EA_WIDE;
}

const char *unicode_library_version(void) { return U_ICU_VERSION; }
const char *unicode_version(void) { return U_UNICODE_VERSION; }

const char *unicode_locale_data_version(void) {
  static _Thread_local char text[U_MAX_VERSION_STRING_LENGTH];
  UErrorCode status = U_ZERO_ERROR;
  UVersionInfo version = {0};
  ulocdata_getCLDRVersion(version, &status);
  u_versionToString(version, text);
  return text;
}

int32_t unicode_regex_error(const uint16_t *pattern, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError where = {0};
  URegularExpression *expression =
      uregex_open((const UChar *)pattern, length, 0, &where, &status);
  if (expression) uregex_close(expression);
  return U_FAILURE(status) ? (where.offset < 0 ? 0 : where.offset) : -1;
}

int32_t unicode_quotation_mark(const char *locale, int which, uint16_t *mark, int32_t capacity) {
  static const ULocaleDataDelimiterType types[] = {ULOCDATA_QUOTATION_START, ULOCDATA_QUOTATION_END,
                                                   ULOCDATA_ALT_QUOTATION_START,
                                                   ULOCDATA_ALT_QUOTATION_END};
  UErrorCode status = U_ZERO_ERROR;
  ULocaleData *data = ulocdata_open(locale, &status);
  if (U_FAILURE(status)) return 0;
  int32_t length = ulocdata_getDelimiter(data, types[which], (UChar *)mark, capacity, &status);
  ulocdata_close(data);
  return U_FAILURE(status) || length > capacity ? 0 : length;
}

int unicode_breaks_as_letter(int32_t scalar) {
  switch (u_charType(scalar)) {
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK: return 0;
    default: break;
  }
  switch (u_getIntPropertyValue(scalar, UCHAR_LINE_BREAK)) {
    case U_LB_ALPHABETIC:
    case U_LB_NUMERIC:
    case U_LB_COMPLEX_CONTEXT:
    case U_LB_AMBIGUOUS:
    case U_LB_HEBREW_LETTER: return 1;
    default: return 0;
  }
}

int32_t unicode_short_language(const char *code, char *result, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uloc_getLanguage(code, result, capacity, &status);
  return U_FAILURE(status) || length >= capacity ? 0 : length;
}
