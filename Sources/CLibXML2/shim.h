#pragma once
// Debian builds libxml2 with ICU, whose types collide with Foundation's own copy.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

/// libxml2 reports through a structured handler; this sets it without a varargs callback.
static inline void shim_set_structured_error(xmlSAXHandler *sax, xmlStructuredErrorFunc handler) {
  sax->serror = handler;
}

static inline void shim_ignore_report(void *context, const char *format, ...) {
  (void)context;
  (void)format;
}

/// The HTML parser prints an id that is used twice by itself, with the source around it.
static inline void shim_silence_validity(xmlParserCtxt *parser) {
  parser->vctxt.error = shim_ignore_report;
  parser->vctxt.warning = shim_ignore_report;
}

static inline const char *shim_xml_version(void) { return LIBXML_DOTTED_VERSION; }
