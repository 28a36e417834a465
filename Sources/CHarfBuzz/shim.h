#pragma once
#include <hb-ot.h>
#include <hb-subset.h>
#include <hb.h>

static inline hb_tag_t shim_hb_tag(unsigned char a, unsigned char b, unsigned char c,
                                   unsigned char d) {
  return HB_TAG(a, b, c, d);
}
static inline hb_feature_t shim_hb_feature(hb_tag_t tag, uint32_t value) {
  hb_feature_t feature = {tag, value, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END};
  return feature;
}
static inline int shim_hb_unsafe_to_break(const hb_glyph_info_t *info) {
  return (hb_glyph_info_get_glyph_flags(info) & HB_GLYPH_FLAG_UNSAFE_TO_BREAK) != 0;
}
/// Replaces the buffer's content by one scalar after another, each with its own cluster. Where the
/// text joins on to what stands before or behind it, U+200D is its context there.
static inline void shim_hb_add(hb_buffer_t *buffer, const uint32_t *scalars,
                               const uint32_t *clusters, int count, int joins_before,
                               int joins_after) {
  static const uint32_t joiner[1] = {0x200D};
  hb_buffer_clear_contents(buffer);
  hb_buffer_pre_allocate(buffer, count);
  hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE);
  if (joins_before) hb_buffer_add_utf32(buffer, joiner, 1, 1, 0);
  for (int i = 0; i < count; i++) hb_buffer_add(buffer, scalars[i], clusters[i]);
  if (joins_after) hb_buffer_add_utf32(buffer, joiner, 1, 0, 0);
}
static inline const char *shim_hb_version(void) { return hb_version_string(); }
