import { timingSafeEqual } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Clock } from '../../base/time.ts';
import { API_KEY_PATTERN, API_KEY_START } from '../../contract/account/keys.ts';
import { LOCAL_ISSUER } from '../../contract/account/tokens.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { ApiKeyRow } from '../../db/schema.ts';
import { actAs } from './acting.ts';
import { hashKey } from './api-key.ts';
import { type Caller, type Identity, type IdentityProvider, type TokenUse, unauthorized } from './identity.ts';
import type { KeyUsage } from './key-usage.ts';
import { LOCAL_SUBJECT, type TokenSession } from './local-identity.ts';

/** Maximum length of an Authorization header. */
const HEADER_LENGTH_MAX = 8 * 1024;
/** Number of keys cached between requests. */
const REMEMBERED_KEYS = 1000;
/** Maximum delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type StoredKey = Pick<ApiKeyRow, 'id' | 'userId' | 'hash' | 'scope' | 'expiresAt' | 'projectIds'>;

/** Parts of an identity that name the user. */
type NamedUser = Pick<Identity, 'issuer' | 'sub'> & Partial<Pick<Identity, 'fullName' | 'email'>>;

/** Authenticates requests by their Authorization header: an API key alone, or `Bearer` and a JWT. */
export class Authenticator {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #uses: KeyUsage;
  readonly #providers: () => readonly IdentityProvider[];
  /** SHA-256 of a key → its row. Only this process writes keys, and calls {@link revokeKey} on each write. */
  readonly #keys = new Map<string, StoredKey>();
  readonly #users = new Map<string, number>();
  /** Listeners of open streams by the API key that opened them. */
  readonly #revocations = new Map<number, Set<() => void>>();

  constructor(parts: { store: Store; clock: Clock; uses: KeyUsage; providers: () => readonly IdentityProvider[] }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#uses = parts.uses;
    this.#providers = parts.providers;
  }

  /** @throws ReelscopeError `unauthorized` */
  async authenticate(header: string | undefined, use: TokenUse = 'access'): Promise<Caller> {
    if (!header) throw unauthorized(sentence('auth.header-missing'));
    if (header.length > HEADER_LENGTH_MAX) throw unauthorized(sentence('auth.header-too-long'));
    const [, scheme, credential = ''] = /^(\S+) +(\S.*)$/.exec(header) ?? [];
    if (scheme === undefined) return this.#byKey(header);
    if (credential.startsWith(API_KEY_START)) {
      throw unauthorized(sentence('auth.bare-key'));
    }
    if (scheme.toLowerCase() !== 'bearer') throw unauthorized(sentence('auth.scheme'));
    const identity = await this.#verify(credential, use);
    const { keyId, signedInMs, expiresMs } = identity;
    const key = keyId === undefined ? undefined : this.#keyOf(keyId, identity);
    return {
      userId: this.#userOf(identity),
      via: 'token',
      keyId,
      scope: key?.scope,
      projects: projectsOf(key),
      signedInMs,
      expiresMs,
    };
  }

  /** Returns the id of the local user, creating the user if needed. */
  localUser(): number {
    return this.#userOf({ issuer: LOCAL_ISSUER, sub: LOCAL_SUBJECT });
  }

  /**
   * Returns the subject and session of a new token for a caller at the local identity provider. A token that was issued
   * for an API key can't be renewed, since it would outlive the intention of whoever handed out the key.
   * @throws ReelscopeError `forbidden` for users of another identity provider, and for tokens of API keys
   */
  renewal({ userId, via, keyId, signedInMs }: Caller): { subject: string; session: TokenSession } {
    const user = this.#store.users.get(userId);
    if (user?.issuer !== LOCAL_ISSUER) {
      throw new ReelscopeError('forbidden', sentence('auth.foreign-issuer'));
    }
    if (via === 'token' && keyId !== undefined) {
      throw new ReelscopeError('forbidden', sentence('auth.key-token-renewal'));
    }
    const keyCreatedMs = keyId === undefined ? undefined : this.#store.apiKeys.findActive(keyId)?.createdAt;
    return { subject: user.sub, session: { startedMs: signedInMs, keyId, keyCreatedMs } };
  }

  /**
   * Calls `listener` once when a caller's credential ends: when its key is deactivated or deleted, or its token
   * expires.
   * @returns a function that stops it
   */
  onEnd({ keyId, expiresMs }: Caller, listener: () => void): () => void {
    const release = () => {
      clearTimeout(timer);
      if (keyId === undefined) return;
      const listeners = this.#revocations.get(keyId);
      listeners?.delete(end);
      if (listeners?.size === 0) this.#revocations.delete(keyId);
    };
    const end = () => {
      release();
      listener();
    };
    let timer: NodeJS.Timeout | undefined;
    const schedule = () => {
      if (expiresMs === undefined) return;
      const leftMs = expiresMs - this.#clock.now();
      timer = setTimeout(leftMs > MAX_TIMER_MS ? schedule : end, Math.min(MAX_TIMER_MS, Math.max(0, leftMs)));
      timer.unref();
    };
    if (keyId !== undefined) {
      this.#revocations.set(keyId, (this.#revocations.get(keyId) ?? new Set()).add(end));
      // It may have been deleted since the request was authenticated.
      if (!this.#store.apiKeys.findActive(keyId)) queueMicrotask(end);
    }
    schedule();
    return release;
  }

  /** Runs the work of a request; histories name the key of its caller, also if it was deleted meanwhile. */
  actAs<Result>({ keyId, scope }: Caller, work: () => Result): Result {
    if (keyId === undefined) return work();
    return actAs(() => {
      const key = this.#store.apiKeys.findActive(keyId);
      return { name: key?.name ?? `#${keyId}`, key_scope: key?.scope ?? scope };
    }, work);
  }

  /** Removes a changed key from the cache; ends the streams of a deactivated or deleted one. */
  revokeKey(id: number): void {
    for (const [hash, key] of this.#keys) if (key.id === id) this.#keys.delete(hash);
    if (this.#store.apiKeys.findActive(id)) return;
    for (const end of [...(this.#revocations.get(id) ?? [])]) end();
  }

  #byKey(rawKey: string): Caller {
    if (!API_KEY_PATTERN.test(rawKey))
      throw unauthorized(sentence(rawKey.startsWith(API_KEY_START) ? 'auth.not-a-key' : 'auth.header-missing'));
    const hash = hashKey(rawKey);
    const key = this.#keys.get(hash) ?? this.#store.apiKeys.findActiveByHash(hash);
    // The timing of a lookup by hash reveals nothing useful about a key; the comparison verifies the row.
    if (!key || !timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) {
      throw unauthorized(sentence('auth.unknown-key'));
    }
    if (!this.#keys.has(hash)) {
      if (this.#keys.size >= REMEMBERED_KEYS) this.#keys.clear();
      const { id, userId, scope, expiresAt, projectIds } = key;
      this.#keys.set(hash, { id, userId, hash, scope, expiresAt, projectIds });
    }
    this.#requireCurrent(key);
    this.#uses.record(key.id, this.#clock.now());
    const expiresMs = key.expiresAt ?? undefined;
    const rights = { scope: key.scope, projects: projectsOf(key) };
    return { userId: key.userId, via: 'key', keyId: key.id, ...rights, signedInMs: undefined, expiresMs };
  }

  /** The key that a token was issued for, not a later one with its id. @throws ReelscopeError `unauthorized` */
  #keyOf(keyId: number, { keyCreatedMs, signedInMs = 0 }: Identity): ApiKeyRow {
    const key = this.#store.apiKeys.findActive(keyId);
    // Tokens of earlier versions don't name the creation of their key, but are not older than it; they count seconds.
    const isOfKey =
      keyCreatedMs === undefined ? signedInMs + 1000 > (key?.createdAt ?? 0) : keyCreatedMs === key?.createdAt;
    if (!key || !isOfKey) throw unauthorized(sentence('auth.key-ended'));
    this.#requireCurrent(key);
    return key;
  }

  /** @throws ReelscopeError `unauthorized` for an expired key */
  #requireCurrent({ expiresAt }: StoredKey): void {
    if (expiresAt !== null && expiresAt <= this.#clock.now()) throw unauthorized(sentence('auth.key-expired'));
  }

  async #verify(token: string, use: TokenUse): Promise<Identity> {
    const provider = this.#providers().find((candidate) => candidate.issuer === issuerOf(token));
    if (!provider) throw unauthorized(sentence('auth.unknown-issuer'));
    return provider.verify(token, use);
  }

  #userOf(identity: NamedUser): number {
    const name = JSON.stringify([identity.issuer, identity.sub]);
    const known = this.#users.get(name);
    if (known !== undefined) return known;
    const userId = this.#provision(identity);
    this.#users.set(name, userId);
    return userId;
  }

  #provision(identity: NamedUser): number {
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

/** Projects that a key is confined to. */
function projectsOf(key: Pick<ApiKeyRow, 'projectIds'> | undefined): number[] | undefined {
  return key?.projectIds == null ? undefined : (JSON.parse(key.projectIds) as number[]);
}

/** Reads the unverified issuer of a token. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
