#include "CColor.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

/* What is used of Little CMS 2 and of libjpeg-turbo 2. */
static struct {
  void *(*profile_open)(const void *bytes, uint32_t count);
  void *(*profile_sRGB)(void);
  int (*profile_close)(void *);
  void *(*transform_create)(void *, uint32_t, void *, uint32_t, uint32_t intent, uint32_t flags);
  void (*transform_apply)(void *, const void *from, void *to, uint32_t pixels);
  void (*transform_delete)(void *);
  void *(*jpeg_create)(void);
  int (*jpeg_header)(void *, const unsigned char *, unsigned long, int *, int *, int *, int *);
  int (*jpeg_decode)(void *, const unsigned char *, unsigned long, unsigned char *, int, int, int, int,
                     int);
  int (*jpeg_warning)(void *);
  int (*jpeg_destroy)(void *);
} library;
static int is_open;
static pthread_once_t opened = PTHREAD_ONCE_INIT;

static void open_library(void) {
  void *color = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL);
  void *jpeg = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!color || !jpeg) return;
  is_open = 1;
#define FIND(field, from, name) is_open &= (*(void **)&library.field = dlsym(from, name)) != NULL
  FIND(profile_open, color, "cmsOpenProfileFromMem");
  FIND(profile_sRGB, color, "cmsCreate_sRGBProfile");
  FIND(profile_close, color, "cmsCloseProfile");
  FIND(transform_create, color, "cmsCreateTransform");
  FIND(transform_apply, color, "cmsDoTransform");
  FIND(transform_delete, color, "cmsDeleteTransform");
  FIND(jpeg_create, jpeg, "tjInitDecompress");
  FIND(jpeg_header, jpeg, "tjDecompressHeader3");
  FIND(jpeg_decode, jpeg, "tjDecompress2");
  FIND(jpeg_warning, jpeg, "tjGetErrorCode");
  FIND(jpeg_destroy, jpeg, "tjDestroy");
}

int ccolor_is_open(void) {
  pthread_once(&opened, open_library);
  return is_open;
}

/* The pixel formats of lcms2.h: the color space, the number of channels, the bytes of a sample. With two
   bytes, the more significant one is the first. */
static uint32_t format(uint32_t space, uint32_t channels, int depth) {
  uint32_t is_swapped = depth == 2;
  return space << 16 | is_swapped << 11 | channels << 3 | (uint32_t)depth;
}

ccolor_transform *ccolor_transform_create(const unsigned char *device, size_t device_count, int components,
                                          const unsigned char *source, size_t source_count, int depth) {
  enum { gray = 3, rgb = 4, cmyk = 6 };
  enum { relative_colorimetric = 1, no_cache = 0x40, black_point_compensation = 0x2000 };
  if (!ccolor_is_open() || device_count > UINT32_MAX || source_count > UINT32_MAX) return NULL;
  void *to = library.profile_open(device, (uint32_t)device_count);
  void *from = source ? library.profile_open(source, (uint32_t)source_count) : library.profile_sRGB();
  void *transform = NULL;
  /* Without the cache of the last pixel, threads can share it. */
  if (to && from)
    transform = library.transform_create(from, format(rgb, 3, depth), to,
                                         components == 4 ? format(cmyk, 4, depth) : format(gray, 1, depth),
                                         relative_colorimetric, no_cache | black_point_compensation);
  if (to) library.profile_close(to);
  if (from) library.profile_close(from);
  return transform;
}

void ccolor_transform_apply(const ccolor_transform *transform, const unsigned char *from, unsigned char *to,
                            size_t pixels) {
  library.transform_apply((void *)transform, from, to, (uint32_t)pixels);
}

void ccolor_transform_free(ccolor_transform *transform) { library.transform_delete(transform); }

unsigned char *ccolor_jpeg(const unsigned char *bytes, size_t count, size_t most, int *width, int *height) {
  enum { rgb = 0, fatal = 1 };
  if (!ccolor_is_open()) return NULL;
  void *decoder = library.jpeg_create();
  if (!decoder) return NULL;
  int sampling, space;
  unsigned char *pixels = NULL;
  if (library.jpeg_header(decoder, bytes, count, width, height, &sampling, &space) == 0 && *width > 0 &&
      *height > 0 && (size_t)*width <= most / 3 / (size_t)*height)
    pixels = malloc((size_t)*width * (size_t)*height * 3);
  /* A warning, such as one of superfluous bytes, is no failure: the pixels are there. */
  if (pixels &&
      library.jpeg_decode(decoder, bytes, count, pixels, *width, 0, *height, rgb, 0) != 0 &&
      library.jpeg_warning(decoder) == fatal) {
    free(pixels);
    pixels = NULL;
  }
  library.jpeg_destroy(decoder);
  return pixels;
}
