import { createHmac, timingSafeEqual } from 'node:crypto';

/** Claims of a signed URL; changing any of them invalidates the signature. */
export interface SignedClaims {
  method: 'GET' | 'PUT';
  /** Decoded path, or a path ending in `/` for everything below it. */
  path: string;
  /** Required media type of an upload; empty for downloads. */
  contentType: string;
  /** Requesting user; empty for public links. */
  user: string;
  /** Expiry in seconds since the Unix epoch. */
  expires: number;
}

/** HMAC-SHA-256 over the claims, as lowercase hexadecimal. */
export class UrlSigner {
  readonly #secret: Buffer;

  /** @param secret at least 32 random bytes, stored by the host */
  constructor(secret: Buffer) {
    if (secret.length < 32) throw new RangeError('The secret for signing URLs must have at least 32 bytes.');
    this.#secret = secret;
  }

  sign(claims: SignedClaims): string {
    // A JSON array separates the claims unambiguously, whatever they contain.
    const text = JSON.stringify([1, claims.method, claims.path, claims.contentType, claims.user, claims.expires]);
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }

  /** Compares in constant time. The caller checks the expiry, since it may report that only for a valid signature. */
  verify(claims: SignedClaims, signature: string): boolean {
    const given = Buffer.from(signature, 'hex');
    const expected = Buffer.from(this.sign(claims), 'hex');
    return (
      signature.length === expected.length * 2 && given.length === expected.length && timingSafeEqual(given, expected)
    );
  }
}
