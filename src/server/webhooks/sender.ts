import { unlessAborted } from '../../base/abort.ts';
import type { DeliveryView } from '../../db/repositories/webhook-deliveries.ts';
import type { WebhookRow } from '../../db/schema.ts';
import { failed, type PostOutcome, post } from './post.ts';
import { signatureHeaders } from './signature.ts';
import { type Resolve, resolveTarget, TargetError, type TargetRules } from './target.ts';

/** Limit of one attempt, from resolving the name to the end of the response. */
const ATTEMPT_TIMEOUT_MS = 15_000;

export interface SenderOptions {
  /** Replaces the name server; for tests. */
  resolve?: Resolve;
  /** Limit of one attempt; for tests. */
  timeoutMs?: number;
}

export interface SenderParts extends SenderOptions {
  /** Version of the application. */
  version: string;
  isOffline(): boolean;
  ownPorts(): readonly number[];
}

export type Sender = ReturnType<typeof createSender>;

/** Makes single attempts: resolves and checks the target, signs the body, and posts it. */
export function createSender(parts: SenderParts) {
  const rulesOf = (allowsPublic: boolean): TargetRules => ({
    allowsPublic,
    isOffline: parts.isOffline(),
    ownPorts: parts.ownPorts(),
  });
  const limit = () => AbortSignal.timeout(parts.timeoutMs ?? ATTEMPT_TIMEOUT_MS);

  return {
    /** Checks a target before anything is sent. @throws TargetError */
    async check(url: string, allowsPublic: boolean): Promise<void> {
      await unlessAborted(resolveTarget(new URL(url), rulesOf(allowsPublic), parts.resolve), limit());
    },

    /**
     * Makes one attempt.
     * @param secrets of the webhook, newest first
     * @param closing ends the attempt without an outcome
     * @throws CanceledError when `closing` is aborted
     */
    async send(
      webhook: WebhookRow,
      { eventId, payload: body }: DeliveryView,
      secrets: readonly string[],
      closing: AbortSignal,
    ): Promise<PostOutcome> {
      const timeout = limit();
      const signal = AbortSignal.any([closing, timeout]);
      try {
        const url = new URL(webhook.url);
        const rules = rulesOf(webhook.allowsPublic === 1);
        const addresses = await unlessAborted(resolveTarget(url, rules, parts.resolve), signal);
        const timestamp = Math.floor(Date.now() / 1000);
        const headers = {
          'content-type': 'application/json',
          'user-agent': `Reelscope/${parts.version}`,
          ...signatureHeaders({ id: eventId, timestamp, body }, secrets),
        };
        return await post({ url, addresses, headers, body }, signal);
      } catch (error) {
        if (timeout.aborted && !closing.aborted) return failed('timeout', 'The receiver did not answer in time.');
        if (error instanceof TargetError) return failed(error.code, error.message);
        throw error;
      }
    },
  };
}
