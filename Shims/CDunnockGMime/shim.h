#ifndef DNK_CGMIME_H
#define DNK_CGMIME_H
#include "../CDunnockGio/shim.h"
#include <gmime/gmime.h>
#endif
