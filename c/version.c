/* SPDX-License-Identifier: MIT */
#include "posenc.h"

int pe_version(void) {
  return PE_VERSION;
}
