// SPDX-License-Identifier: Apache-2.0

const lines = (...texts) => texts.join("\n") + "\n";

export const samples = [
  {
    name: "Sign-up (NDJSON)",
    format: "ndjson",
    rules: lines(
      "assay: 1",
      "fields:",
      "  username: required, length(3...20), regex(/^[a-z][a-z0-9_]*$/)",
      "  email: required, email",
      "  password: { rules: \"required, length(8...24)\", sensitive: true }",
      "  passwordConfirm: { rules: \"required, sameAs(password)\", sensitive: true }",
      "  age: required, integer, range(18...120)",
      "  tags[*]: length(...10)"),
    data: lines(
      '{"username":"ann","email":"ann@example.com","password":"correct horse","passwordConfirm":"correct horse","age":33}',
      '{"username":"B","email":"bob@","password":"short","passwordConfirm":"other","age":17,"tags":["a","much too long a tag"]}',
      '{"username":"carol","email":"carol@example.com","password":"battery staple","passwordConfirm":"battery staple","age":"old"}'),
  },
  {
    name: "Order (JSON)",
    format: "json",
    rules: lines(
      "assay: 1",
      "unknownFields: warn",
      "fields:",
      "  id: required, uuid",
      "  placed: required, date",
      "  country: required, oneOf(\"DE\", \"FR\", \"JP\")",
      "  vat:",
      "    - rule: required",
      "      when:",
      "        country: oneOf(\"DE\", \"FR\")",
      "  items: required, minItems(1), maxItems(3)",
      "  items[*].sku: required, regex(/^[A-Z]{3}-\\d{4}$/)",
      "  items[*].price: required, number, range(0.01...)"),
    data: lines(
      "{",
      '  "id": "6f1b0c1e-8f2d-4b63-9d38-1f0a2c9a7d11",',
      '  "placed": "2026-02-30",',
      '  "country": "DE",',
      '  "items": [',
      '    { "sku": "ABC-1234", "price": 9.5 },',
      '    { "sku": "abc-12", "price": 0 }',
      "  ],",
      '  "coupon": "SPRING"',
      "}"),
  },
  {
    name: "Contacts (CSV)",
    format: "csv",
    rules: lines(
      "assay: 1",
      "fields:",
      "  name: required, length(...40)",
      "  email: required, email",
      "  iban: iban",
      "  born: date"),
    data: lines(
      "name,email,iban,born",
      "Ann,ann@example.com,DE89370400440532013000,1990-04-01",
      '"Bob ""B"" Brown",bob@@example.com,DE00370400440532013000,',
      ",carol@example.com,,1990-13-01"),
  },
];
