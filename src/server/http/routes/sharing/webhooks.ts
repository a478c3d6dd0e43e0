import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  CreateWebhookRequest,
  DELIVERIES_LIMITS,
  DeliveriesQuery,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from '../../../../contract/sharing/webhooks.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { pageOf } from '../../lists/page.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Webhooks'];
const params = z.object({ webhook_id: z.string().describe('ID of the webhook.') });
const deliveryParams = z.object({
  webhook_id: z.string().describe('ID of the webhook.'),
  delivery_id: z.string().describe('ID of the delivery.'),
});

const LIST = shortList<Webhook>({
  id: 'id',
  names: ['name', 'url'],
  sorts: ['created_at', 'name', 'url', 'status', 'last_success_at'],
  own: 'created_at',
});

const list = defineRoute({
  method: 'get',
  path: '/webhooks',
  access: { scope: 'admin', localUser: true },
  tags,
  summary: 'List webhooks',
  request: { query: LIST.query },
  responses: listResponse(z.array(Webhook), 'Oldest first.'),
});

const create = defineRoute({
  method: 'post',
  path: '/webhooks',
  access: { scope: 'admin', localUser: true },
  tags,
  summary: 'Create a webhook',
  request: { body: jsonBody(CreateWebhookRequest) },
  responses: createdResponse(WebhookWithSecret, 'The webhook; its secret is never shown again.'),
});

const get = defineRoute({
  method: 'get',
  path: '/webhooks/{webhook_id}',
  access: { scope: 'admin', localUser: true },
  tags,
  summary: 'Get a webhook',
  request: { params },
  responses: okResponse(Webhook, 'The webhook.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/webhooks/{webhook_id}',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'updateWebhook',
  summary: 'Change, pause, or resume a webhook',
  request: { params, body: jsonBody(UpdateWebhookRequest) },
  responses: okResponse(Webhook, 'The webhook; resuming makes all waiting deliveries due.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/webhooks/{webhook_id}',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook and its deliveries',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

const rotateSecret = defineRoute({
  method: 'post',
  path: '/webhooks/{webhook_id}/rotate-secret',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the secret of a webhook',
  request: { params },
  responses: okResponse(WebhookWithSecret, 'The new secret; the previous one also signs events for 24 hours.'),
});

const test = defineRoute({
  method: 'post',
  path: '/webhooks/{webhook_id}/test',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'testWebhook',
  summary: 'Send a test event',
  request: { params },
  responses: okResponse(WebhookDelivery, 'The delivery after its only attempt, whatever its outcome.'),
});

const deliveries = defineRoute({
  method: 'get',
  path: '/webhooks/{webhook_id}/deliveries',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'listDeliveries',
  summary: 'List deliveries of a webhook',
  request: { params, query: DeliveriesQuery },
  responses: listResponse(z.array(WebhookDelivery), 'Newest first; finished ones for 30 days, at most 1,000.'),
});

const delivery = defineRoute({
  method: 'get',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'getDelivery',
  summary: 'Get a delivery',
  request: { params: deliveryParams },
  responses: okResponse(WebhookDelivery, 'The delivery with its attempts.'),
});

const redeliver = defineRoute({
  method: 'post',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'redeliver',
  summary: 'Send an event again',
  request: { params: deliveryParams },
  responses: okResponse(WebhookDelivery, 'The delivery after an attempt; retries follow if it failed.'),
});

export const webhookRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) =>
    c.json(LIST.page(c, c.req.valid('query'), c.var.services.webhooks.list(c.var.caller.userId)), 200),
  )
  .openapi(create, async (c) =>
    c.json(await c.var.services.webhooks.create(c.var.caller.userId, c.req.valid('json')), 201),
  )
  .openapi(get, (c) => c.json(c.var.services.webhooks.get(c.var.caller.userId, c.req.valid('param').webhook_id), 200))
  .openapi(update, async (c) => {
    const { webhook_id } = c.req.valid('param');
    return c.json(await c.var.services.webhooks.update(c.var.caller.userId, webhook_id, c.req.valid('json')), 200);
  })
  .openapi(remove, (c) => {
    c.var.services.webhooks.delete(c.var.caller.userId, c.req.valid('param').webhook_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(rotateSecret, (c) =>
    c.json(c.var.services.webhooks.rotateSecret(c.var.caller.userId, c.req.valid('param').webhook_id), 200),
  )
  .openapi(test, async (c) =>
    c.json(await c.var.services.webhookDeliveries.test(c.var.caller.userId, c.req.valid('param').webhook_id), 200),
  )
  .openapi(deliveries, (c) => {
    const { webhook_id } = c.req.valid('param');
    const query = c.req.valid('query');
    const page = pageOf(c, query, DELIVERIES_LIMITS);
    return c.json(c.var.services.webhookDeliveries.list(c.var.caller.userId, webhook_id, query.status, page), 200);
  })
  .openapi(delivery, (c) => {
    const { webhook_id, delivery_id } = c.req.valid('param');
    return c.json(c.var.services.webhookDeliveries.get(c.var.caller.userId, webhook_id, delivery_id), 200);
  })
  .openapi(redeliver, async (c) => {
    const { webhook_id, delivery_id } = c.req.valid('param');
    return c.json(await c.var.services.webhookDeliveries.redeliver(c.var.caller.userId, webhook_id, delivery_id), 200);
  });
