import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { Clock } from '../../base/time.ts';
import type { SecretStore } from '../hosting/host.ts';
import { type Identity, type IdentityProvider, toIdentity, unauthorized } from './identity.ts';

export const LOCAL_ISSUER = 'reelscope:local';
const LOCAL_AUDIENCE = 'reelscope';
/** Subject of the local user. */
export const LOCAL_SUBJECT = 'local';
/** Lifetime of a local token in seconds: a working day, since a script may hold it that long. */
const LOCAL_TOKEN_SECONDS = 12 * 3600;

const ALGORITHM = 'ES256';
const SECRET_NAME = 'identity-key';

/** Built-in identity provider; signs short-lived tokens for the users of this machine. */
export class LocalIdentity implements IdentityProvider {
  readonly issuer = LOCAL_ISSUER;
  /** Public keys, as served by `/.well-known/jwks.json`. */
  readonly jwks: JSONWebKeySet;
  readonly #privateKey: CryptoKey;
  readonly #kid: string;
  readonly #findKey: ReturnType<typeof createLocalJWKSet>;
  readonly #clock: Clock;

  private constructor(privateKey: CryptoKey, publicJwk: JWK & { kid: string }, clock: Clock) {
    this.#privateKey = privateKey;
    this.#kid = publicJwk.kid;
    this.#clock = clock;
    this.jwks = { keys: [publicJwk] };
    this.#findKey = createLocalJWKSet(this.jwks);
  }

  /** Opens the provider with the host's stored key, which is created on first start. */
  static async open(secrets: SecretStore, clock: Clock): Promise<LocalIdentity> {
    const stored = await secrets.get(SECRET_NAME);
    const jwk: JWK = stored ? JSON.parse(stored) : await createKey();
    if (!stored) await secrets.set(SECRET_NAME, JSON.stringify(jwk));
    const privateKey = (await importJWK(jwk, ALGORITHM)) as CryptoKey;
    const { kty, crv, x, y } = jwk as JWK & { crv: string; x: string; y: string };
    const kid = await calculateJwkThumbprint({ kty, crv, x, y } as JWK);
    return new LocalIdentity(
      privateKey,
      { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig' } as JWK & { kid: string },
      clock,
    );
  }

  /** Issues a token for a user of this provider. */
  async issue(
    sub: string = LOCAL_SUBJECT,
    seconds = LOCAL_TOKEN_SECONDS,
  ): Promise<{ token: string; expiresMs: number }> {
    const now = Math.floor(this.#clock.now() / 1000);
    const token = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: this.#kid })
      .setIssuer(LOCAL_ISSUER)
      .setAudience(LOCAL_AUDIENCE)
      .setSubject(sub)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + seconds)
      .sign(this.#privateKey);
    return { token, expiresMs: (now + seconds) * 1000 };
  }

  async verify(token: string): Promise<Identity> {
    try {
      const { payload } = await jwtVerify(token, this.#findKey, {
        algorithms: [ALGORITHM],
        issuer: LOCAL_ISSUER,
        audience: LOCAL_AUDIENCE,
        typ: 'JWT',
        requiredClaims: ['exp', 'nbf', 'iat', 'sub'],
        currentDate: new Date(this.#clock.now()),
      });
      return toIdentity(LOCAL_ISSUER, payload);
    } catch (cause) {
      throw unauthorized('The token is invalid or expired.', cause);
    }
  }
}

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return exportJWK(privateKey);
}
