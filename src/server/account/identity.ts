import { ReelscopeError } from '../../contract/errors.ts';

/** Who a verified token speaks for. `issuer` and `sub` together name a user. */
export interface Identity {
  issuer: string;
  sub: string;
  fullName: string | undefined;
  email: string | undefined;
}

/** An authenticated caller. */
export interface Caller {
  userId: number;
  /** The credential that was presented. */
  via: 'key' | 'token';
}

/** Somebody whose tokens are accepted. */
export interface IdentityProvider {
  readonly issuer: string;
  /** @throws ReelscopeError `unauthorized` for anything that is not a valid token of this issuer */
  verify(token: string): Promise<Identity>;
}

/** The reason given is for the caller; what exactly was wrong with a token stays in `cause`. */
export function unauthorized(message: string, cause?: unknown): ReelscopeError {
  return new ReelscopeError('unauthorized', message, { cause });
}

/** The claims that make an identity. @throws ReelscopeError `unauthorized` */
export function toIdentity(issuer: string, claims: Record<string, unknown>): Identity {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub.trim() === '' || sub.length > 255) throw unauthorized('The token names no user.');
  return { issuer, sub, fullName: shortText(claims['name']), email: shortText(claims['email']) };
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200 ? value.trim() : undefined;
}
