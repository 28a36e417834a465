#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_SFNT_NAMES_H
#include FT_TRUETYPE_TABLES_H
#include FT_TRUETYPE_IDS_H

static inline int shim_ft_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face); }
static inline int shim_ft_has_multiple_masters(FT_Face face) {
  return FT_HAS_MULTIPLE_MASTERS(face);
}
static inline FT_Int32 shim_ft_load_flags(void) {
  return FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
}
static inline FT_Error shim_ft_load_table(FT_Face face, unsigned char a, unsigned char b,
                                          unsigned char c, unsigned char d, FT_Byte *buffer,
                                          FT_ULong *length) {
  return FT_Load_Sfnt_Table(face, FT_MAKE_TAG(a, b, c, d), 0, buffer, length);
}
static inline TT_OS2 *shim_ft_os2(FT_Face face) {
  return (TT_OS2 *)FT_Get_Sfnt_Table(face, FT_SFNT_OS2);
}
static inline TT_HoriHeader *shim_ft_hhea(FT_Face face) {
  return (TT_HoriHeader *)FT_Get_Sfnt_Table(face, FT_SFNT_HHEA);
}
static inline TT_Header *shim_ft_head(FT_Face face) {
  return (TT_Header *)FT_Get_Sfnt_Table(face, FT_SFNT_HEAD);
}
static inline TT_Postscript *shim_ft_post(FT_Face face) {
  return (TT_Postscript *)FT_Get_Sfnt_Table(face, FT_SFNT_POST);
}
