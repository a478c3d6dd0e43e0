import { createHmac, timingSafeEqual } from 'node:crypto';

/** Claims of a signed URL; changing any of them invalidates the signature. */
export interface SignedClaims {
  method: 'GET' | 'PUT';
  /** Decoded path, or a path that ends in `/` for everything below it. */
  path: string;
  /** Media type that an upload must have; empty for downloads. */
  contentType: string;
  /** Who asked for it; empty for public links. */
  user: string;
  /** Seconds since the Unix epoch at which it stops working. */
  expires: number;
}

/** HMAC-SHA-256 over the claims, as lower-case hexadecimal. */
export class UrlSigner {
  readonly #secret: Buffer;

  /** @param secret at least 32 random bytes, kept by the host */
  constructor(secret: Buffer) {
    if (secret.length < 32) throw new RangeError('The secret for signing URLs must have at least 32 bytes.');
    this.#secret = secret;
  }

  sign(claims: SignedClaims): string {
    // JSON of an array keeps the parts apart whatever they contain.
    const text = JSON.stringify([1, claims.method, claims.path, claims.contentType, claims.user, claims.expires]);
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }

  /** Compares in constant time. Expiry is for the caller to check, since only then it may say so. */
  verify(claims: SignedClaims, signature: string): boolean {
    const given = Buffer.from(signature, 'hex');
    const expected = Buffer.from(this.sign(claims), 'hex');
    return (
      signature.length === expected.length * 2 && given.length === expected.length && timingSafeEqual(given, expected)
    );
  }
}
