#ifndef DNK_CADWAITA_H
#define DNK_CADWAITA_H
#include "../CDunnockGtk/shim.h"
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2
#include <adwaita.h>
#endif
