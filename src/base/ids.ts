/** Generates a random UUID version 7 (RFC 9562, section 5.7); its text sorts by creation time. */
export function uuidV7(epochMs: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(epochMs / 2 ** (8 * (5 - i))) & 0xff;
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Returns the creation time of a UUID version 7 in epoch milliseconds, or undefined for other text. */
export function uuidV7Time(text: string): number | undefined {
  if (!isUuid(text) || text[14] !== '7') return undefined;
  return Number.parseInt(text.replaceAll('-', '').slice(0, 12), 16);
}

// Uint8Array.prototype.toHex needs Node 25.
function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns `bytes` cryptographically random bytes as lowercase hexadecimal. */
export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether `text` is a UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
