#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Writes east_asian_width_table.c from the Unicode data of this perl (UAX 11):
#     perl east_asian_width_table.pl > east_asian_width_table.c
use strict;
use warnings;
use Unicode::UCD qw(prop_invmap);

my ($starts, $values) = prop_invmap('East_Asian_Width');
my %wide = (Wide => 'WIDE', W => 'WIDE', Fullwidth => 'WIDE', F => 'WIDE', Narrow => 'NARROW', Na => 'NARROW',
    Halfwidth => 'NARROW', H => 'NARROW');
my @ranges;
for my $i (0 .. $#$starts) {
    my $width = $wide{ $values->[$i] } or next;
    my $last = $i < $#$starts ? $starts->[ $i + 1 ] - 1 : 0x10FFFF;
    if (@ranges && $ranges[-1][1] == $starts->[$i] - 1 && $ranges[-1][2] eq $width) {
        $ranges[-1][1] = $last;
    } else {
        push @ranges, [$starts->[$i], $last, $width];
    }
}
print "/* SPDX-License-Identifier: Apache-2.0\n *\n";
print " * Written by east_asian_width_table.pl from Unicode ", Unicode::UCD::UnicodeVersion(), ". */\n";
print "#include \"east_asian_width_table.h\"\n\n/* clang-format off */\n";
print "const assay_width_range assay_width_ranges[] = {\n";
printf "    {0x%05X, 0x%05X, WIDTH_%s},\n", @$_ for @ranges;
print "};\nconst uint32_t assay_width_range_count = sizeof assay_width_ranges / sizeof *assay_width_ranges;\n";
