#include "assay_plugin.h"
