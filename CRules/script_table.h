/* SPDX-License-Identifier: Apache-2.0
 *
 * script_table.h: the scripts that a code point is used with, and what is asked about characters that hide
 * something. script_table.py writes the table.
 */
#ifndef ASSAY_SCRIPT_TABLE_H
#define ASSAY_SCRIPT_TABLE_H
#include <stdint.h>

#define SCRIPT_INVISIBLE 0x001u    /* Default_Ignorable_Code_Point, and annotations between lines */
#define SCRIPT_BIDI 0x002u         /* Bidi_Control */
#define SCRIPT_NONSPACING 0x004u   /* general category Mn */
#define SCRIPT_DIGIT 0x008u        /* general category Nd; a range has whole tens, each from its zero on */
#define SCRIPT_VIRAMA 0x010u       /* canonical combining class 9 */
#define SCRIPT_JOINS_AFTER 0x020u  /* joining type L or D */
#define SCRIPT_JOINS_BEFORE 0x040u /* joining type R or D */
#define SCRIPT_TRANSPARENT 0x080u  /* joining type T */
#define SCRIPT_PICTOGRAPHIC 0x100u /* Extended_Pictographic */
#define SCRIPT_EMOJI 0x200u        /* Emoji */
#define SCRIPT_IDEOGRAPH 0x400u    /* Unified_Ideograph */
#define SCRIPT_MONGOLIAN 0x800u    /* of the script Mongolian */
#define SCRIPT_HIDES_DOT 0x1000u   /* Soft_Dotted, and letters without a dot that look like one with it */

/* Bits of the first word: Han with Bopomofo, Japanese, Korean, and Latin. */
#define SCRIPTS_EAST_ASIAN 0x7u
#define SCRIPTS_LATIN 0x8u

/* A set of scripts; that of what is common to all has every bit. */
typedef struct {
    uint64_t words[3];
} assay_scripts_of_text;

/* Ascending. What is in no range is unassigned, and of no script. */
typedef struct {
    uint32_t first, last;
    uint16_t set, properties;
} assay_script_range;

extern const assay_script_range assay_script_ranges[];
extern const uint32_t assay_script_range_count;
extern const assay_scripts_of_text assay_script_sets[];

#endif
