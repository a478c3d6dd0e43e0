import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { Clock } from '../../base/time.ts';
import { LOCAL_ISSUER } from '../../contract/account/tokens.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { SecretStore } from '../hosting/host.ts';
import { epochMs, type Identity, type IdentityProvider, type TokenUse, toIdentity, unauthorized } from './identity.ts';

const LOCAL_AUDIENCE = 'reelscope';
/** Subject of the local user. */
export const LOCAL_SUBJECT = 'local';
/** Lifetime of a local token in seconds: a working day, since a script may hold it that long. */
const LOCAL_TOKEN_SECONDS = 12 * 3600;

/**
 * Time after its expiry for which a token can still be renewed, within its session: a computer that was suspended for
 * longer than a token is valid must not sign its user out.
 */
const RENEWAL_GRACE_MS = 7 * 24 * 3600 * 1000;
/** Maximum age of a session, renewals included. A stolen token is of no use after it, however often it is renewed. */
const MAX_SESSION_MS = 30 * 24 * 3600 * 1000;
/**
 * Claims of a session: its start (OpenID Connect Core, section 2), and the API key that started it, with its creation.
 */
const STARTED_CLAIM = 'auth_time';
const KEY_CLAIM = 'key_id';
const KEY_CREATED_CLAIM = 'key_created';

const ALGORITHM = 'ES256';
const SECRET_NAME = 'identity-key';

/** Session of a token: renewed tokens belong to the session of the first. */
export interface TokenSession {
  startedMs?: number | undefined;
  /** API key whose deletion ends the session. */
  keyId?: number | undefined;
  /** Creation of that key in epoch milliseconds. */
  keyCreatedMs?: number | undefined;
}

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

  /**
   * Issues a token for a user of this provider, which expires with its session at the latest.
   * @throws ReelscopeError `unauthorized` for a session that is over
   */
  async issue(
    sub: string = LOCAL_SUBJECT,
    seconds = LOCAL_TOKEN_SECONDS,
    session: TokenSession = {},
  ): Promise<{ token: string; expiresMs: number }> {
    const now = Math.floor(this.#clock.now() / 1000);
    const started = Math.floor((session.startedMs ?? this.#clock.now()) / 1000);
    const ends = Math.min(now + seconds, started + MAX_SESSION_MS / 1000);
    if (session.startedMs !== undefined && ends <= now) {
      throw unauthorized(sentence('auth.session-over'));
    }
    const token = await new SignJWT({
      [STARTED_CLAIM]: started,
      ...(session.keyId !== undefined && { [KEY_CLAIM]: session.keyId, [KEY_CREATED_CLAIM]: session.keyCreatedMs }),
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: this.#kid })
      .setIssuer(LOCAL_ISSUER)
      .setAudience(LOCAL_AUDIENCE)
      .setSubject(sub)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(ends)
      .sign(this.#privateKey);
    return { token, expiresMs: ends * 1000 };
  }

  async verify(token: string, use: TokenUse = 'access'): Promise<Identity> {
    try {
      const { payload } = await jwtVerify(token, this.#findKey, {
        algorithms: [ALGORITHM],
        issuer: LOCAL_ISSUER,
        audience: LOCAL_AUDIENCE,
        typ: 'JWT',
        requiredClaims: ['exp', 'nbf', 'iat', 'sub'],
        currentDate: new Date(this.#verificationMs(token, use)),
      });
      const { [KEY_CLAIM]: keyId, [KEY_CREATED_CLAIM]: keyCreated } = payload;
      return {
        ...toIdentity(LOCAL_ISSUER, payload),
        // Tokens of earlier versions have no session; it started when they were issued.
        signedInMs: epochMs(payload[STARTED_CLAIM] ?? payload.iat),
        keyId: typeof keyId === 'number' ? keyId : undefined,
        keyCreatedMs: typeof keyCreated === 'number' ? keyCreated : undefined,
      };
    } catch (cause) {
      throw unauthorized(sentence('auth.invalid-token'), cause);
    }
  }

  /**
   * Returns the time for which the claims of a token are checked. This clock issued the token, so one that is not valid
   * yet means that the clock was set back.
   */
  #verificationMs(token: string, use: TokenUse): number {
    const now = this.#clock.now();
    const { nbf = 0, exp = 0 } = decodeJwt(token);
    if (now < nbf * 1000) return nbf * 1000;
    const isRenewable = use === 'renewal' && now >= exp * 1000 && now < exp * 1000 + RENEWAL_GRACE_MS;
    return isRenewable ? exp * 1000 - 1000 : now;
  }
}

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return exportJWK(privateKey);
}
