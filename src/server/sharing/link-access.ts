import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { SharedItem } from '../../db/repositories/reports.ts';
import type { SharedReportRow } from '../../db/schema.ts';
import { notFound } from '../errors/lookup.ts';
import { RateLimiter } from './lan/rate-limiter.ts';
import { isPassword } from './passwords.ts';
import type { ShareTokens } from './share-tokens.ts';

/** Passwords per minute and link; those that are right don't count. */
const PASSWORDS_PER_MINUTE = 10;

/** Decides whether a share link opens: its hash, expiry, and password. */
export function createLinkAccess({
  store,
  tokens,
  clock,
  compare = isPassword,
}: {
  store: Pick<Store, 'reports'>;
  tokens: Pick<ShareTokens, 'hash'>;
  clock: Clock;
  /** Compares a password with a stored hash. */
  compare?: typeof isPassword;
}) {
  const attempts = new RateLimiter(clock, PASSWORDS_PER_MINUTE);
  /**
   * MACs of passwords that were right, by link: an open page sends its own every few seconds, and scrypt takes 50 ms.
   * The key never leaves the memory of this process.
   */
  const verified = new Map<number, Buffer>();
  const key = randomBytes(32);
  const macOf = (passwordHash: string, password: string): Buffer =>
    createHmac('sha256', key).update(`${passwordHash}\n${password}`).digest();

  /**
   * Returns what a link leads to. @throws ReelscopeError `not_found` (unknown, revoked, or in the trash),
   * `share_expired`
   */
  const open = (hash: string): SharedItem => {
    const stored = tokens.hash(hash);
    const shared = stored === undefined ? undefined : store.reports.findByHash(stored);
    if (!shared?.report.isActive) throw notFound('shared-report');
    if (shared.report.expiresAt !== null && shared.report.expiresAt <= clock.now()) {
      throw new ReelscopeError('share_expired', sentence('share.expired'));
    }
    if ((shared.story ?? shared.video).deletedAt !== null) throw notFound('shared-report');
    return shared;
  };

  /**
   * Checks the password of a link that has one. Wrong ones are counted per link, and before the check, so that
   * parallel attempts count as well.
   * @throws ReelscopeError `password_required` (absent or wrong), `rate_limited` after too many wrong passwords
   */
  const requirePassword = async (
    { id, passwordHash }: SharedReportRow,
    password: string | undefined,
  ): Promise<void> => {
    if (passwordHash === null) return;
    if (password === undefined) throw new ReelscopeError('password_required', sentence('share.password'));
    const waitSeconds = attempts.take(String(id));
    if (waitSeconds > 0) {
      throw new ReelscopeError('rate_limited', sentence('share.password-attempts', { seconds: waitSeconds }));
    }
    const mac = macOf(passwordHash, password);
    const known = verified.get(id);
    const isKnown = known !== undefined && timingSafeEqual(known, mac);
    if (!isKnown && !(await compare(password, passwordHash))) {
      throw new ReelscopeError('password_required', sentence('share.password-wrong'));
    }
    verified.set(id, mac);
    attempts.refund(String(id));
  };

  return {
    open,
    requirePassword,

    /**
     * Opens a link with its password, if it has one.
     * @throws ReelscopeError like `open`, also if the link ended during the check, and like `requirePassword`
     */
    async openWith(hash: string, password: string | undefined): Promise<SharedItem> {
      await requirePassword(open(hash).report, password);
      return open(hash);
    },

    /** HTTP status of a link's page, for previews and crawlers, which read the status only. */
    status(hash: string): 200 | 404 | 410 {
      try {
        open(hash);
        return 200;
      } catch (error) {
        if (error instanceof ReelscopeError && (error.status === 404 || error.status === 410)) return error.status;
        throw error;
      }
    },
  };
}
