#ifndef RECORD_READER_H
#define RECORD_READER_H
#include "assay_plugin.h"
#endif
