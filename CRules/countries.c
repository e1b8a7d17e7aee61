/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by countries.py from iso-codes 4.15.0: 250 codes. */
#include "countries.h"

/* clang-format off */
const uint32_t assay_countries[26] = {
    0x2DF5978, /* A: DEFGILMOQRSTUWXZ */
    0x36F7BFB, /* B: ABDEFGHIJLMNOQRSTVWYZ */
    0x3F27DED, /* C: ACDFGHIKLMNORUVWXYZ */
    0x2005610, /* D: EJKMOZ */
    0x00E00D4, /* E: CEGHRST */
    0x0025700, /* F: IJKMOR */
    0x15FB9FB, /* G: ABDEFGHILMNPQRSTUWY */
    0x01A3400, /* H: KMNRTU */
    0x00F7818, /* I: DELMNOQRST */
    0x000D010, /* J: EMOP */
    0x342B1D0, /* K: EGHIMNPRWYZ */
    0x13E0507, /* L: ABCIKRSTUVY */
    0x3FFFCFD, /* M: ACDEFGHKLMNOPQRSTUVWXYZ */
    0x212C975, /* N: ACEFGILOPRUZ */
    0x0001000, /* O: M */
    0x14E3CF1, /* P: AEFGHKLMNRSTWY */
    0x0000001, /* Q: A */
    0x0544010, /* R: EOSUW */
    0x3AE7FDF, /* S: ABCDEGHIJKLMNORSTVXYZ */
    0x26A7EEC, /* T: CDFGHJKLMNORTVWZ */
    0x3041041, /* U: AGMSYZ */
    0x0102155, /* V: ACEGINU */
    0x0040020, /* W: FS */
    0x0000400, /* X: K */
    0x0080010, /* Y: ET */
    0x0401001, /* Z: AMW */
};
/* clang-format on */
