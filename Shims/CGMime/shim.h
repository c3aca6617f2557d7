#ifndef DNK_CGMIME_H
#define DNK_CGMIME_H
#include "../CGio/shim.h"
#include <gmime/gmime.h>
#endif
