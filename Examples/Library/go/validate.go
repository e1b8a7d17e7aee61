// SPDX-License-Identifier: Apache-2.0

// validate RULES RECORD FILE: checks a record, then the records of a file, and prints what is wrong.
package main

/*
#cgo pkg-config: assay
#include <assay.h>
#include <stdlib.h>

static assay_str str(const char *text, uint64_t length) { return (assay_str){(const uint8_t *)text, length}; }

static assay_rc compile(assay_engine *engine, const char *path, uint64_t length, assay_rules **rules, assay_error *error) {
    assay_compile_options options = ASSAY_COMPILE_OPTIONS_INIT;
    options.flags = ASSAY_COMPILE_FILE;
    return assay_rules_compile(engine, str(path, length), &options, rules, error);
}

static assay_rc open_lines(assay_session *session, const char *path, uint64_t length, assay_error *error) {
    assay_lines lines = ASSAY_LINES_INIT;
    lines.path = str(path, length);
    return assay_lines_open(session, &lines, error);
}
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

var failure = C.assay_error{struct_size: C.sizeof_assay_error}
var result = C.assay_result{struct_size: C.sizeof_assay_result}
var found [64]C.assay_finding

func must(rc C.assay_rc) C.assay_rc {
	if rc < 0 {
		fmt.Fprintln(os.Stderr, C.GoString(failure.json))
		os.Exit(2)
	}
	return rc
}

func show(text C.assay_text) string {
	return C.GoStringN((*C.char)(unsafe.Pointer(text.ptr)), C.int(text.len))
}

func print(session *C.assay_session) {
	for first, count := C.uint64_t(0), C.uint64_t(1); count > 0; first += count {
		must(C.assay_findings(session, first, 64, C.ASSAY_FINDING_PLACE, &found[0], &count, &failure))
		for _, f := range found[:count] {
			fmt.Printf("%d %s: %s (%s)\n", f.line, show(f.pointer), show(f.message), show(f.code))
		}
	}
}

func main() {
	var engine *C.assay_engine
	var rules *C.assay_rules
	var session *C.assay_session
	ruleSet, record, file := C.CString(os.Args[1]), C.CString(os.Args[2]), C.CString(os.Args[3])
	must(C.assay_engine_create(nil, &engine, &failure))
	must(C.compile(engine, ruleSet, C.uint64_t(len(os.Args[1])), &rules, &failure))
	must(C.assay_session_create(rules, nil, &session, &failure))
	must(C.assay_check_json(session, unsafe.Pointer(record), C.uint64_t(len(os.Args[2])), &result, &failure))
	fmt.Println("record:", map[bool]string{true: "valid", false: "invalid"}[result.invalid_count == 0])
	print(session)
	records, invalid := 0, 0
	must(C.open_lines(session, file, C.uint64_t(len(os.Args[3])), &failure))
	for must(C.assay_lines_next(session, &result, &failure)) == 0 {
		records, invalid = records+int(result.record_count), invalid+int(result.invalid_count)
		print(session)
	}
	fmt.Printf("file: %d records, %d invalid\n", records, invalid)
}
