import { createHmac } from 'node:crypto';
import { WEBHOOK_SECRET_START } from '../../contract/sharing/webhooks.ts';

/**
 * Signed content of an attempt: the id of the event, the time of the attempt in seconds since 1970, and the body as
 * sent.
 */
export interface SignedContent {
  id: string;
  timestamp: number;
  body: string;
}

/**
 * Headers of an attempt by Standard Webhooks, with one signature for each secret.
 * @param secrets `whsec_` and base64
 */
export function signatureHeaders({ id, timestamp, body }: SignedContent, secrets: readonly string[]) {
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_START.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
