#pragma once
#include <stdint.h>

/// A C face for ICU that shows none of its types: they collide with Foundation's own copy.

/// Kinds of text boundary.
enum { UNICODE_LINE = 0, UNICODE_GRAPHEME = 1, UNICODE_WORD = 2, UNICODE_SENTENCE = 3 };

/// Opens a break iterator of `kind` for an ICU locale such as "en@lb=strict"; null on failure.
void *unicode_breaker_open(int kind, const char *locale);
void unicode_breaker_close(void *breaker);
/// Writes the boundaries of `text` (UTF-16) to `boundaries`, without 0; returns how many there are.
int32_t unicode_breaker_boundaries(void *breaker, const uint16_t *text, int32_t length,
                                   int32_t *boundaries, int32_t capacity);

/// ISO 15924 tag of a scalar's script as four bytes, big end first ("Zyyy" for common).
uint32_t unicode_script(int32_t scalar);
/// Whether a scalar's script extensions hold the script with this tag.
int unicode_has_script(int32_t scalar, uint32_t tag);
/// How a scalar joins its neighbours (UAX #44, Joining_Type): bit 0 with what follows in the text, bit 1
/// with what precedes it, bit 2 for one that joining passes over.
int unicode_joining(int32_t scalar);
/// General category as ICU numbers it; see unicode_is_*.
int unicode_is_punctuation_open(int32_t scalar);
int unicode_is_punctuation_close(int32_t scalar);
int unicode_is_punctuation(int32_t scalar);
int unicode_is_wide(int32_t scalar);
/// Whether `word-break: break-all` breaks around it as around an ideograph (CSS Text 3, section 5.2).
int unicode_breaks_as_letter(int32_t scalar);
/// Writes the ISO 639-1 code of a language, if it has one, or else the code that is given (at most 11
/// characters); returns its length, 0 on failure.
int32_t unicode_short_language(const char *code, char *result, int32_t capacity);
const char *unicode_library_version(void);
const char *unicode_version(void);
/// The version of CLDR, from which ICU has its data about languages; valid until the next call in this thread.
const char *unicode_locale_data_version(void);
/// Where a pattern ceases to be a regular expression, in UTF-16 units; -1 for one that is.
int32_t unicode_regex_error(const uint16_t *pattern, int32_t length);
/// CLDR's quotation mark of a locale (0 and 1: the outer pair, 2 and 3: the inner one) as UTF-16;
/// returns how long it is, 0 where there is none.
int32_t unicode_quotation_mark(const char *locale, int which, uint16_t *mark, int32_t capacity);
