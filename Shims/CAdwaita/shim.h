#ifndef DNK_CADWAITA_H
#define DNK_CADWAITA_H
#include "../CGtk/shim.h"
#include <adwaita.h>
#include <libintl.h>
#endif
