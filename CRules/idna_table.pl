#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Writes idna_table.c, by the derivation of RFC 5892 section 3, from the Unicode data of this perl:
#     perl idna_table.pl > idna_table.c
use strict;
use warnings;
use Unicode::Normalize qw(NFKC);
use Unicode::UCD qw(charprop);

my %allowed = map { $_ => 1 } (0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007, 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB,
    0x660 .. 0x669, 0x6F0 .. 0x6F9, 0x200C, 0x200D);
my %disallowed = map { $_ => 1 } (0x640, 0x7FA, 0x302E, 0x302F, 0x3031 .. 0x3035, 0x303B);

sub is_allowed {
    my ($point, $char) = @_;
    return 1 if $allowed{$point} || $point == 0x2D || $char =~ /^[a-z0-9]$/;
    return 0 if $disallowed{$point} || $point < 0x80 || $char !~ /^[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]$/;
    return 0 if $char =~ /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}]$/;
    return 0 if ($point >= 0x20D0 && $point <= 0x20FF) || ($point >= 0x1D100 && $point <= 0x1D24F);
    return 0 if $char =~ /^[\p{Hangul_Syllable_Type=L}\p{Hangul_Syllable_Type=V}\p{Hangul_Syllable_Type=T}]$/;
    return NFKC(CORE::fc(NFKC($char))) eq $char;
}

my %direction = (L => 1, R => 2, AL => 3, AN => 4, EN => 5, NSM => 6);
sub properties {
    my ($char) = @_;
    my $bits = 0;
    $bits |= 0x001 if $char =~ /\p{M}/;
    $bits |= 0x002 if $char =~ /\p{Canonical_Combining_Class=9}/;
    $bits |= 0x004 if $char =~ /[\p{Joining_Type=L}\p{Joining_Type=D}]/;
    $bits |= 0x008 if $char =~ /[\p{Joining_Type=R}\p{Joining_Type=D}]/;
    $bits |= 0x010 if $char =~ /\p{Joining_Type=T}/;
    $bits |= 0x020 if $char =~ /\p{Script=Greek}/;
    $bits |= 0x040 if $char =~ /\p{Script=Hebrew}/;
    $bits |= 0x080 if $char =~ /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/;
    for my $class (keys %direction) {
        $bits |= $direction{$class} << 8 if $char =~ /\p{Bidi_Class=$class}/;
    }
    return $bits;
}

my @ranges; # [first, last, properties, step]
for my $point (0x2D .. 0xD7FF, 0xE000 .. 0x3FFFF) {
    my $char = chr $point;
    next unless is_allowed($point, $char);
    my $bits = properties($char);
    my $range = $ranges[-1];
    if ($range && $range->[2] == $bits && $point - $range->[1] <= 2) {
        my $step = $point - $range->[1];
        if ($range->[0] == $range->[1] || $range->[3] == $step) {
            ($range->[1], $range->[3]) = ($point, $step);
            next;
        }
    }
    push @ranges, [$point, $point, $bits, 1];
}

print "/* SPDX-License-Identifier: Apache-2.0\n *\n * Written by idna_table.pl from Unicode ",
    Unicode::UCD::UnicodeVersion(), ". */\n#include \"idna_table.h\"\n\n/* clang-format off */\n",
    "const idna_range assay_idna_ranges[] = {\n";
while (my @line = splice @ranges, 0, 5) {
    print "    ", join(" ", map { sprintf "{0x%X, 0x%X, 0x%X},", $_->[0], $_->[1], $_->[2] | ($_->[3] == 2 ? 0x800 : 0) }
        @line), "\n";
}
print "};\n/* clang-format on */\nconst uint32_t assay_idna_range_count = sizeof assay_idna_ranges / sizeof assay_idna_ranges[0];\n";
