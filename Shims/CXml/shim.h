#ifndef DNK_CXML_H
#define DNK_CXML_H
#include <libxml/HTMLparser.h>
#endif
