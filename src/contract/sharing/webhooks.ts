import { z } from 'zod';
import { Timestamp } from '../library/video.ts';
import { listQuery } from '../lists.ts';
import { Name } from '../text.ts';

/** Events that webhooks can subscribe to. */
export const WEBHOOK_EVENT_TYPES = [
  'job.started',
  'job.completed',
  'job.failed',
  'job.cancelled',
  'export.created',
  'share.created',
  'share.revoked',
  'video.deleted',
  'search.matched',
] as const;
export const WebhookEventType = z.enum(WEBHOOK_EVENT_TYPES);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Type of the event that the test button sends; every webhook receives it. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** Start of a secret, as Standard Webhooks defines it; base64 follows. */
export const WEBHOOK_SECRET_START = 'whsec_';
/** Hours for which the secret before a rotation signs beside the new one. */
export const SECRET_OVERLAP_HOURS = 24;
/** Days for which finished deliveries are listed, and for which a paused webhook keeps its events. */
export const DELIVERY_DAYS = 30;

const WEBHOOK_STATES = ['active', 'paused', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
const STATE_REASONS = ['user', 'failing', 'gone', 'secret_lost'] as const;
export type WebhookStateReason = (typeof STATE_REASONS)[number];
const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed before a response was received, or although one was. */
const ATTEMPT_ERRORS = [
  'status',
  'redirect',
  'timeout',
  'unresolved',
  'unreachable',
  'tls',
  'target_blocked',
  'target_public',
  'offline',
  'secret_lost',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

const MAX_URL_LENGTH = 2000;

const TargetUrl = z
  .string()
  .trim()
  .max(MAX_URL_LENGTH)
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an address with http or https')
  .refine((text) => !/^https?:[\\/]*[^\\/?#]*@/i.test(text), 'must not contain a user name or password')
  .meta({ description: 'Where events are posted to: an address of this machine or its network.', format: 'uri' });

const Events = z
  .array(WebhookEventType)
  .min(1)
  .transform((types) => [...new Set(types)]);

const AllowPublic = z.boolean().meta({
  description: 'Permits addresses outside of this machine and its network; they need https.',
});

export const Webhook = z
  .object({
    id: z.string().describe('ID of the webhook.'),
    name: z.string().nullable().describe('Name of the webhook; null for none.'),
    url: z.string().describe('URL that events are sent to.'),
    events: z.array(WebhookEventType).describe('Names of the events that are sent.'),
    allow_public: z.boolean().describe('Whether addresses outside of this network are allowed.'),
    status: z.enum(WEBHOOK_STATES).meta({
      description: 'paused: events wait, up to 30 days; disabled: the receiver answered 410, and gets no events.',
    }),
    status_reason: z.enum(STATE_REASONS).nullable().meta({ description: 'Null while active.' }),
    pending: z.number().int().meta({ description: 'Deliveries that wait for an attempt.' }),
    failing_since: Timestamp.nullable().meta({ description: 'First of the failed attempts in a row; null without.' }),
    last_success_at: Timestamp.nullable().describe('When it last succeeded; null for never.'),
    previous_secret_until: Timestamp.nullable().meta({
      description: 'Until when the secret before the last rotation signs as well; null without.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({ description: '`whsec_` and base64; never shown again.' }),
}).meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const CreateWebhookRequest = z
  .object({
    url: TargetUrl,
    name: Name.nullable().optional().describe('Name of the webhook; null for none.'),
    events: Events.default([...WEBHOOK_EVENT_TYPES]).meta({ description: 'Default: all.' }),
    allow_public: AllowPublic.default(false),
  })
  .meta({ id: 'CreateWebhookRequest' });
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>;

export const UpdateWebhookRequest = z
  .object({
    url: TargetUrl.optional(),
    name: Name.nullable().optional().describe('Name of the webhook; null for none.'),
    events: Events.optional().describe('Names of the events that are sent.'),
    allow_public: AllowPublic.optional(),
    status: z.enum(['active', 'paused']).optional().meta({ description: 'Pauses or resumes.' }),
  })
  .meta({ id: 'UpdateWebhookRequest' });
export type UpdateWebhookRequest = z.infer<typeof UpdateWebhookRequest>;

const DeliveryAttempt = z
  .object({
    at: Timestamp,
    duration_ms: z.number().int().describe('Milliseconds.'),
    response_status: z.number().int().nullable().describe('Status of the response; null without one.'),
    response_body: z.string().nullable().meta({ description: 'Start of the response, at most 2 kB.' }),
    error: z.enum(ATTEMPT_ERRORS).nullable().meta({ description: 'Null for a successful attempt.' }),
    error_detail: z.string().nullable().describe('Why it failed; null if it did not.'),
  })
  .meta({ id: 'DeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const WebhookDelivery = z
  .object({
    id: z.string().describe('ID of the delivery.'),
    webhook_id: z.string().describe('ID of the webhook.'),
    event_id: z.string().meta({ description: '`webhook-id` of every attempt.' }),
    type: z.string().describe('Name of the event.'),
    status: z.enum(DELIVERY_STATES).describe('State of the delivery.'),
    request_body: z.string().describe('Body that is sent, as JSON text.'),
    attempts: z.array(DeliveryAttempt).meta({ description: 'Oldest first.' }),
    next_attempt_at: Timestamp.nullable().describe('When the next attempt is made; null for none.'),
    created_at: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const DELIVERIES_LIMITS = { byDefault: 50, max: 200 };
const DELIVERY_SORTS = ['created_at', 'type', 'status'] as const;
export type DeliverySort = (typeof DELIVERY_SORTS)[number];

export const DeliveriesQuery = listQuery(DELIVERY_SORTS, DELIVERIES_LIMITS).extend({
  status: z.enum(DELIVERY_STATES).optional().describe('Only deliveries in this state.'),
});
