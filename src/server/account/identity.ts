import type { KeyScope } from '../../contract/account/keys.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** Identity of a verified token. `issuer` and `sub` together identify a user. */
export interface Identity {
  issuer: string;
  sub: string;
  fullName: string | undefined;
  email: string | undefined;
  /** Expiry of the token in epoch milliseconds. */
  expiresMs: number | undefined;
  /** Start of the session, which renewed tokens keep, in epoch milliseconds. */
  signedInMs: number | undefined;
  /** API key that the token was issued for. */
  keyId: number | undefined;
  /** Creation of that key in epoch milliseconds, since ids are used again; undefined in tokens of earlier versions. */
  keyCreatedMs: number | undefined;
}

/** An authenticated caller. */
export interface Caller {
  userId: number;
  /** Type of the presented credential. */
  via: 'key' | 'token';
  /** The presented API key, or the one that the token was issued for. */
  keyId: number | undefined;
  /** Start of a token's session in epoch milliseconds; undefined if the token does not name it. */
  signedInMs: number | undefined;
  /** Rights of the key; undefined for a user who signed in, who may do everything. */
  scope: KeyScope | undefined;
  /** Ids of the projects that the key is confined to; undefined for a key or user of the whole library. */
  projects: readonly number[] | undefined;
  /** Expiry of a token or key in epoch milliseconds; undefined for never. */
  expiresMs: number | undefined;
}

/** Purpose that a token is presented for: a request, or its own renewal, for which it may have expired. */
export type TokenUse = 'access' | 'renewal';

/** Issuer of accepted tokens. */
export interface IdentityProvider {
  readonly issuer: string;
  /** @throws ReelscopeError `unauthorized` for anything that is not a valid token of this issuer */
  verify(token: string, use?: TokenUse): Promise<Identity>;
}

/** Creates the error for a rejected caller; the details of an invalid token stay in `cause`. */
export function unauthorized(message: LocalizedText, cause?: unknown): ReelscopeError {
  return new ReelscopeError('unauthorized', message, { cause });
}

/** Builds an identity from claims. @throws ReelscopeError `unauthorized` */
export function toIdentity(issuer: string, claims: Record<string, unknown>): Identity {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub.trim() === '' || sub.length > 255) throw unauthorized(sentence('auth.no-subject'));
  return {
    issuer,
    sub,
    fullName: shortText(claims['name']),
    email: shortText(claims['email']),
    expiresMs: epochMs(claims['exp']),
    signedInMs: undefined,
    keyId: undefined,
    keyCreatedMs: undefined,
  };
}

/** Converts a time claim (seconds since the Unix epoch) to milliseconds. */
export function epochMs(claim: unknown): number | undefined {
  return typeof claim === 'number' ? claim * 1000 : undefined;
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200 ? value.trim() : undefined;
}
