#pragma once
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// The pixels of a PNG file, as it has them: without a palette and without a conversion of colours.
typedef struct {
  /// Rows without padding, samples of 16 bits with the high byte first; the caller frees them.
  unsigned char *bytes;
  unsigned int width, height;
  /// 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha.
  int channels;
  /// 8 or 16 bits a sample.
  int depth;
} shim_png_pixels;

typedef struct {
  const unsigned char *bytes;
  size_t count, at;
} shim_png_source;

static inline void shim_png_read(png_structp png, png_bytep target, size_t count) {
  shim_png_source *source = (shim_png_source *)png_get_io_ptr(png);
  if (count > source->count - source->at) png_error(png, "ends too early");
  memcpy(target, source->bytes + source->at, count);
  source->at += count;
}

static inline void shim_png_ignore(png_structp png, png_const_charp message) {}
static inline void shim_png_fail(png_structp png, png_const_charp message) {
  png_longjmp(png, 1);
}

/// Reads a PNG file; `bytes` is null for a broken file and for one with more than `most_bytes`.
static inline shim_png_pixels shim_png_decode(const unsigned char *bytes, size_t count,
                                              size_t most_bytes) {
  shim_png_source source = {bytes, count, 0};
  shim_png_pixels result = {0};
  // Kept over a jump.
  unsigned char *volatile pixels = NULL;
  png_bytep *volatile rows = NULL;
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, shim_png_fail, shim_png_ignore);
  if (!png) return result;
  png_infop info = png_create_info_struct(png);
  if (!info || setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, info ? &info : NULL, NULL);
    free(pixels);
    free(rows);
    return result;
  }
  png_set_read_fn(png, &source, shim_png_read);
  png_read_info(png, info);
  png_set_expand(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t stride = png_get_rowbytes(png, info);
  png_uint_32 height = png_get_image_height(png, info);
  if (stride == 0 || height == 0 || stride > most_bytes / height) png_error(png, "too large");
  pixels = (unsigned char *)malloc(stride * height);
  rows = (png_bytep *)malloc(sizeof(png_bytep) * height);
  if (!pixels || !rows) png_error(png, "no memory");
  for (png_uint_32 row = 0; row < height; row++) rows[row] = pixels + stride * row;
  png_read_image(png, rows);
  result.bytes = pixels;
  result.width = png_get_image_width(png, info);
  result.height = height;
  result.channels = png_get_channels(png, info);
  result.depth = png_get_bit_depth(png, info);
  png_destroy_read_struct(&png, &info, NULL);
  free(rows);
  return result;
}
