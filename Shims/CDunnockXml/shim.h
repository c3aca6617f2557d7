#ifndef DNK_CXML_H
#define DNK_CXML_H
#include <libxml/xmlversion.h>
// Else ICU's headers come along, which Foundation has too, of another version.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#endif
