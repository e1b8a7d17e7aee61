// SPDX-License-Identifier: Apache-2.0

// validate RULES RECORD FILE: checks a record, then the records of a file, and prints what is wrong.
const path = require('path');
// validate.c, compiled; in this folder, or where ADDON says.
const assay = require(path.resolve(process.env.ADDON || path.join(__dirname, 'validate.node')));

const [rules, record, file] = process.argv.slice(2);
const session = assay.open(rules, file);

function print(found) {
    for (const f of found) console.log(`${f.line} ${f.pointer}: ${f.message} (${f.code})`);
}

const checked = assay.check(session, Buffer.from(record));
console.log('record:', checked.invalid === 0 ? 'valid' : 'invalid');
print(checked);

let records = 0, invalid = 0;
for (let part; (part = assay.check(session));) {
    records += part.records;
    invalid += part.invalid;
    print(part);
}
console.log(`file: ${records} records, ${invalid} invalid`);
