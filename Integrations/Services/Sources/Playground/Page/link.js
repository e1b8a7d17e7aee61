// SPDX-License-Identifier: Apache-2.0

// Both texts in the fragment of an address, which browsers keep to themselves: JSON, deflated, in base64url.
const prefix = "#1.";
const mostCharacters = 1 << 20;

async function through(bytes, transform) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > 4 * mostCharacters) throw new Error("too large");
    parts.push(value);
  }
}

export async function fragment(state) {
  const text = new TextEncoder().encode(JSON.stringify(state));
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return prefix + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The state of a fragment; null for an address without one.
export async function state(hash) {
  if (!hash.startsWith(prefix)) return null;
  const text = hash.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const read = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  const { rules = "", data = "", format = "", language = "en" } = read;
  if ([rules, data, format, language].some((text) => typeof text !== "string")) throw new Error("not a state");
  return { rules, data, format, language };
}
