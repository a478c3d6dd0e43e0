import { expect, test } from 'vitest';
import { headerOf, readCredential, tokenExpiryMs } from '../../../src/renderer/api/credential.ts';

const key = `svc_live_${'0a'.repeat(32)}`;
// The name yields both characters that base64url uses instead of + and /.
const payload = btoa(JSON.stringify({ exp: 1_800_000_000, name: '\u00ff\u00fe>>>???' }));
const token = `e30.${payload.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`;

test('parses a link, a token, and a key, with surrounding whitespace', () => {
  expect(readCredential(`http://127.0.0.1:8471/#token=${token}`)).toEqual({ kind: 'token', value: token });
  expect(readCredential(`  ${key}\n`)).toEqual({ kind: 'key', value: key });
  expect(readCredential('a.b.c')).toEqual({ kind: 'token', value: 'a.b.c' });
});

test.each(['', 'hello', `${key}0`, 'a.b', 'Bearer a.b.c'])('rejects %j as a credential', (text) => {
  expect(readCredential(text)).toBeNull();
});

test('sends a key as is and a token with its scheme', () => {
  expect(headerOf({ kind: 'key', value: key })).toBe(key);
  expect(headerOf({ kind: 'token', value: 'a.b.c' })).toBe('Bearer a.b.c');
});

test('returns the expiry of a token', () => {
  expect(tokenExpiryMs(token)).toBe(1_800_000_000_000);
  expect(tokenExpiryMs('a.b.c')).toBeUndefined();
  expect(tokenExpiryMs(key)).toBeUndefined();
});
