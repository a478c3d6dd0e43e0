import { randomBytes } from 'node:crypto';
import { WEBHOOK_SECRET_START } from '../../contract/sharing/webhooks.ts';
import type { WebhookRow } from '../../db/schema.ts';
import type { SecretStore } from '../hosting/host.ts';
import { openSealer } from '../hosting/sealer.ts';

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

export type WebhookSecrets = Awaited<ReturnType<typeof openWebhookSecrets>>;

/** Secrets of webhooks, stored encrypted: a copy of the database signs no event. */
export async function openWebhookSecrets(secrets: SecretStore) {
  const sealer = await openSealer(secrets, 'webhook-secret-key');
  const textOf = (sealed: Uint8Array): string | undefined => {
    const key = sealer.open(sealed);
    return key && WEBHOOK_SECRET_START + key.toString('base64');
  };
  return {
    /** Creates a secret with its stored form. */
    create(): { secret: string; sealedSecret: Uint8Array } {
      const key = randomBytes(SECRET_BYTES);
      return { secret: WEBHOOK_SECRET_START + key.toString('base64'), sealedSecret: sealer.seal(key) };
    },

    /** Secrets that sign at `nowMs`, the newest first; empty if the secret store lost their key. */
    signing({ sealedSecret, previousSecret, previousUntil }: WebhookRow, nowMs: number): string[] {
      const current = textOf(sealedSecret);
      if (current === undefined) return [];
      const overlaps = previousSecret !== null && previousUntil !== null && previousUntil > nowMs;
      const previous = overlaps ? textOf(previousSecret) : undefined;
      return previous === undefined ? [current] : [current, previous];
    },
  };
}
