#pragma once
#include <png.h>
#include <stdlib.h>

/// The pixels of a PNG file, 8-bit RGBA, in memory that the caller frees; null for a broken file.
static inline unsigned char *shim_png_rgba(const unsigned char *bytes, size_t count,
                                           unsigned int *width, unsigned int *height,
                                           size_t most_bytes) {
  png_image image = {0};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, bytes, count)) return NULL;
  image.format = PNG_FORMAT_RGBA;
  unsigned char *pixels = NULL;
  if ((size_t)image.width * image.height <= most_bytes / 4)
    pixels = (unsigned char *)malloc(PNG_IMAGE_SIZE(image));
  if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
    png_image_free(&image);
    free(pixels);
    return NULL;
  }
  *width = image.width;
  *height = image.height;
  return pixels;
}
