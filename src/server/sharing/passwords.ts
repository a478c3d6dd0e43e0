import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost parameters of OWASP for scrypt: 32 MB and some 50 ms per attempt. */
const COST = { log2: 15, blockSize: 8, parallel: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_MEMORY_BYTES = 256 * 1024 ** 2;

/**
 * Hashes a password for storage: `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`, binary parts in Base64.
 * @param cost stored with the hash, so that a comparison takes as long
 */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { log2, blockSize, parallel } = cost;
  const hash = await derive(password, salt, { N: 2 ** log2, r: blockSize, p: parallel });
  return ['scrypt', log2, blockSize, parallel, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Compares a password with a stored hash in constant time. False for a hash of another form. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, log2, blockSize, parallel, salt, hash] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64');
  const options = { N: 2 ** Number(log2), r: Number(blockSize), p: Number(parallel) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), options);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** The same text can be typed in several encodings. */
function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, { ...options, maxmem: MAX_MEMORY_BYTES }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
