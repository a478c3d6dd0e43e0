import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Logger } from '../../base/logger.ts';
import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { type Identity, type IdentityProvider, toIdentity, unauthorized } from './identity.ts';

/** Accepted signature algorithms; never symmetric ones, since the published key would then sign tokens. */
const ALGORITHMS = ['ES256', 'RS256'];

export const OidcSettings = z.object({
  issuer: z.string().min(1).max(2000),
  audience: z.string().min(1).max(2000),
  /** Determined by OpenID Connect discovery if absent. */
  jwksUri: z.string().max(2000).optional(),
});
export type OidcSettings = z.infer<typeof OidcSettings>;

/**
 * Returns the configured external issuer, if any; the environment overrides the stored settings.
 * @throws ReelscopeError `invalid_request` when the environment sets only part of it
 */
export function oidcSettings(stored: unknown, env: NodeJS.ProcessEnv): OidcSettings | undefined {
  const { REELSCOPE_OIDC_ISSUER: issuer, REELSCOPE_OIDC_AUDIENCE: audience, REELSCOPE_OIDC_JWKS_URI: jwksUri } = env;
  if (issuer && audience) return { issuer, audience, ...(jwksUri && { jwksUri }) };
  if (issuer || audience) {
    throw new ReelscopeError('invalid_request', sentence('auth.provider-incomplete'));
  }
  return stored == null ? undefined : OidcSettings.parse(stored);
}

/** Difference to the provider's clock within which a new token is accepted. */
const CLOCK_LEEWAY_MS = 30_000;

/** External OpenID Connect issuer whose tokens are accepted. */
export class OidcIdentity implements IdentityProvider {
  readonly issuer: string;
  readonly #settings: OidcSettings;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #fetch: typeof fetch;
  #keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;

  /** @throws ReelscopeError `invalid_request` for a URL that is neither https nor loopback http */
  constructor(settings: OidcSettings, clock: Clock, log: Logger, outgoing: typeof fetch) {
    this.#settings = settings;
    this.issuer = settings.issuer;
    this.#clock = clock;
    this.#log = log;
    this.#fetch = outgoing;
    if (settings.jwksUri !== undefined) checkAddress(settings.jwksUri);
    else checkAddress(settings.issuer);
  }

  async verify(token: string): Promise<Identity> {
    try {
      this.#keys ??= this.#openKeys();
      const keys = await this.#keys;
      const verifyAt = (nowMs: number) =>
        jwtVerify(token, keys, {
          algorithms: ALGORITHMS,
          issuer: this.#settings.issuer,
          audience: this.#settings.audience,
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(nowMs),
        });
      const nowMs = this.#clock.now();
      const { payload } = await verifyAt(nowMs).catch((error: unknown) => {
        if (!isNotValidYet(error)) throw error;
        return verifyAt(nowMs + CLOCK_LEEWAY_MS);
      });
      return toIdentity(this.issuer, payload);
    } catch (cause) {
      if (cause instanceof errors.JOSEError && cause.code !== 'ERR_JWKS_TIMEOUT' && cause.code !== 'ERR_JOSE_GENERIC') {
        throw unauthorized(sentence('auth.invalid-token'), cause);
      }
      if (cause instanceof ReelscopeError) throw cause;
      this.#keys = undefined;
      this.#log.warn('identity provider keys could not be read', {
        issuer: this.issuer,
        reason: String(cause),
      });
      throw unauthorized(sentence('auth.provider-unreachable'), cause);
    }
  }

  async #openKeys(): Promise<ReturnType<typeof createRemoteJWKSet>> {
    return createRemoteJWKSet(checkAddress(this.#settings.jwksUri ?? (await discover(this.issuer, this.#fetch))), {
      timeoutDuration: 5000,
      [customFetch]: this.#fetch,
    });
  }
}

/** OpenID Connect Discovery 1.0, section 4. */
async function discover(issuer: string, outgoing: typeof fetch): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await outgoing(address, { signal: AbortSignal.timeout(5000), redirect: 'error' });
  const document = z.object({ issuer: z.literal(issuer), jwks_uri: z.string() }).parse(await response.json());
  return document.jwks_uri;
}

function checkAddress(text: string): URL {
  const url = URL.parse(text);
  const isLoopback = url !== null && /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) return url;
  throw new ReelscopeError('invalid_request', sentence('auth.provider-insecure'));
}

/** Whether a token is rejected because it is not valid yet. */
function isNotValidYet(error: unknown): boolean {
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' && error.reason === 'check_failed';
}
