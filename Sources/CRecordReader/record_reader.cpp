#include "record_reader.h"
