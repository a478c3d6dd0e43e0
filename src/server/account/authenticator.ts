import { timingSafeEqual } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { API_KEY_PATTERN, API_KEY_START } from '../../contract/keys.ts';
import type { Store } from '../../db/index.ts';
import { hashKey } from './api-key.ts';
import { type Caller, type Identity, type IdentityProvider, unauthorized } from './identity.ts';
import type { KeyUsage } from './key-usage.ts';
import { LOCAL_ISSUER, LOCAL_SUBJECT } from './local-identity.ts';

/** Maximum length of an Authorization header. */
const HEADER_LENGTH_MAX = 8 * 1024;
/** Number of keys cached between requests. */
const REMEMBERED_KEYS = 1000;

/** Authenticates requests by their Authorization header: an API key alone, or `Bearer` and a JWT. */
export class Authenticator {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #uses: KeyUsage;
  readonly #providers: () => readonly IdentityProvider[];
  /** SHA-256 of a key → its row. Only this process writes keys, and calls {@link forgetKey} on each write. */
  readonly #keys = new Map<string, { id: number; userId: number; hash: string }>();
  readonly #users = new Map<string, number>();

  constructor(parts: { store: Store; clock: Clock; uses: KeyUsage; providers: () => readonly IdentityProvider[] }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#uses = parts.uses;
    this.#providers = parts.providers;
  }

  /** @throws ReelscopeError `unauthorized` */
  async authenticate(header: string | undefined): Promise<Caller> {
    if (!header) throw unauthorized('Send an API key, or Bearer and a token, in the Authorization header.');
    if (header.length > HEADER_LENGTH_MAX) throw unauthorized('The Authorization header is too long.');
    const [, scheme, credential = ''] = /^(\S+) +(\S.*)$/.exec(header) ?? [];
    if (scheme === undefined) return this.#byKey(header);
    if (credential.startsWith(API_KEY_START)) {
      throw unauthorized(
        'Send the API key alone in the Authorization header, without a word such as Bearer before it.',
      );
    }
    if (scheme.toLowerCase() !== 'bearer') throw unauthorized('Only API keys and Bearer tokens are accepted.');
    const identity = await this.#verify(credential);
    return { userId: this.#userOf(identity), via: 'token' };
  }

  /** Returns the id of the local user, creating the user if needed. */
  localUser(): number {
    return this.#userOf({ issuer: LOCAL_ISSUER, sub: LOCAL_SUBJECT, fullName: undefined, email: undefined });
  }

  /**
   * Returns the user's subject at the local identity provider, for signing a token.
   * @throws ReelscopeError `forbidden` for users of another identity provider
   */
  localSubjectOf(userId: number): string {
    const user = this.#store.users.get(userId);
    if (user?.issuer === LOCAL_ISSUER) return user.sub;
    throw new ReelscopeError('forbidden', 'Tokens for this user are issued by their identity provider.');
  }

  /** Removes a deactivated or deleted key from the cache. */
  forgetKey(id: number): void {
    for (const [hash, key] of this.#keys) if (key.id === id) this.#keys.delete(hash);
  }

  #byKey(rawKey: string): Caller {
    if (!API_KEY_PATTERN.test(rawKey)) throw unauthorized('This is not an API key.');
    const hash = hashKey(rawKey);
    const key = this.#keys.get(hash) ?? this.#store.apiKeys.findActiveByHash(hash);
    // The timing of a lookup by hash reveals nothing useful about a key; the comparison verifies the row.
    if (!key || !timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) {
      throw unauthorized('The API key is unknown, inactive or deleted.');
    }
    if (!this.#keys.has(hash)) {
      if (this.#keys.size >= REMEMBERED_KEYS) this.#keys.clear();
      this.#keys.set(hash, { id: key.id, userId: key.userId, hash });
    }
    this.#uses.record(key.id, this.#clock.now());
    return { userId: key.userId, via: 'key' };
  }

  async #verify(token: string): Promise<Identity> {
    const provider = this.#providers().find((candidate) => candidate.issuer === issuerOf(token));
    if (!provider) throw unauthorized('The token is not from an identity provider that is accepted here.');
    return provider.verify(token);
  }

  #userOf(identity: Identity): number {
    const name = JSON.stringify([identity.issuer, identity.sub]);
    const known = this.#users.get(name);
    if (known !== undefined) return known;
    const userId = this.#provision(identity);
    this.#users.set(name, userId);
    return userId;
  }

  #provision(identity: Identity): number {
    const { user } = this.#store.users.findOrCreate(identity.issuer, identity.sub);
    // A crash between the two inserts may have left a user without a profile.
    if (!this.#store.profiles.get(user.id)) {
      const isLocal = identity.issuer === LOCAL_ISSUER && identity.sub === LOCAL_SUBJECT;
      this.#store.profiles.create(user.id, {
        fullName: identity.fullName ?? (isLocal ? 'Local user' : identity.sub.slice(0, 200)),
        email: identity.email ?? '',
        timezone: isLocal ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC',
        isAdmin: isLocal ? 1 : 0,
      });
    }
    return user.id;
  }
}

/** Reads the unverified issuer of a token. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
