#ifndef DNK_CGMIME_H
#define DNK_CGMIME_H
#include <gmime/gmime.h>
#endif
