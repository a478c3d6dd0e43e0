import { z } from 'zod';
import { dictionary } from '../../base/dictionary.ts';
import {
  type DeliveryAttempt,
  WEBHOOK_EVENT_TYPES,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from '../../contract/sharing/webhooks.ts';
import { Ok } from '../../contract/text.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { actionOf } from '../arguments/actions.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  type ExitCode,
  has,
  list,
  note,
  print,
  printList,
  refuseMore,
  row,
  text,
  UsageError,
} from '../command.ts';
import { withLibrary } from '../connection/with-library.ts';
import { printSecret } from '../output/print-secret.ts';

type Action = (api: ApiClient, input: CommandInput, args: string[]) => Promise<ExitCode | undefined>;

/** Actions of `reelscope webhooks` on the remaining arguments. */
const ACTIONS: Readonly<Record<string, Action>> = dictionary({
  async list(api, input, args) {
    refuseMore('webhooks list', args);
    const webhooks = await api.get('/webhooks', Webhook.array());
    const line = ({ id, status, status_reason, pending, url, name, events }: Webhook) =>
      row(
        id,
        status_reason ? `${status} (${status_reason})` : status,
        `${pending} pending`,
        url,
        events.join(','),
        name,
      );
    printList(input, webhooks, webhooks.map(line).join(''), 'No webhooks.');
    return undefined;
  },

  async add(api, input, [url, ...more]) {
    refuseMore('webhooks add', more);
    if (url === undefined) throw new UsageError('webhooks add requires a URL.');
    const [events, name] = [list(input, 'events', WEBHOOK_EVENT_TYPES), text(input, 'name')];
    const body = {
      url,
      allow_public: has(input, 'allow-public'),
      ...(events && { events }),
      ...(name && { name }),
    };
    const made = await api.send('POST', '/webhooks', body, WebhookWithSecret);
    const place = { kind: 'webhook', saved: 'secret', path: `/webhooks/${made.id}` } as const;
    await printSecret(api, input, place, made, row(made.id, made.secret));
    return undefined;
  },

  async test(api, input, args) {
    const delivery = await api.send('POST', `/webhooks/${idOf('test', args)}/test`, {}, WebhookDelivery);
    print(input, delivery, `${outcomeOf(delivery.attempts.at(-1))}\n`);
    return delivery.status === 'delivered' ? EXIT.done : EXIT.failed;
  },

  async delete(api, input, args) {
    const done = await api.send('DELETE', `/webhooks/${idOf('delete', args)}`, undefined, Ok);
    print(input, done, 'Webhook deleted.\n');
    return undefined;
  },

  pause: (api, input, args) => setStatus(api, input, idOf('pause', args), 'paused'),
  resume: (api, input, args) => setStatus(api, input, idOf('resume', args), 'active'),

  async rotate(api, input, args) {
    const made = await api.send('POST', `/webhooks/${idOf('rotate', args)}/rotate-secret`, {}, WebhookWithSecret);
    print(input, made, row(made.id, made.secret));
    note(input, 'Save this secret now. It won’t be shown again. The previous one also signs events for 24 hours.');
    return undefined;
  },

  async deliveries(api, input, args) {
    const id = idOf('deliveries', args);
    const deliveries = await api.get(`/webhooks/${id}/deliveries`, z.array(WebhookDelivery));
    const line = ({ id, created_at, type, status, attempts, next_attempt_at: next }: WebhookDelivery) =>
      row(id, created_at, type, status, outcomeOf(attempts.at(-1)), next && `next ${next}`);
    printList(input, deliveries, deliveries.map(line).join(''), 'No deliveries.');
    return undefined;
  },
});

function idOf(action: string, [id, ...more]: string[]): string {
  refuseMore(`webhooks ${action}`, more);
  if (id === undefined) throw new UsageError(`webhooks ${action} requires a webhook ID. Run webhooks list to find it.`);
  return encodeURIComponent(id);
}

async function setStatus(
  api: ApiClient,
  input: CommandInput,
  id: string,
  status: 'active' | 'paused',
): Promise<undefined> {
  const webhook = await api.send('PATCH', `/webhooks/${id}`, { status }, Webhook);
  print(input, webhook, status === 'paused' ? 'Webhook paused.\n' : 'Webhook resumed.\n');
}

function outcomeOf(attempt: DeliveryAttempt | undefined): string {
  if (!attempt) return 'not sent yet';
  const { error, error_detail, response_status, duration_ms } = attempt;
  const answer = response_status === null ? 'no response' : `HTTP ${response_status}`;
  return [answer, error && error !== 'status' && error, error_detail, `${duration_ms} ms`].filter(Boolean).join(', ');
}

/** `reelscope webhooks`: manages webhooks, which tell other programs what happens. */
export const webhooksCommand: Command = {
  usage: [
    'webhooks [list]',
    'webhooks add URL',
    'webhooks test ID',
    'webhooks deliveries ID',
    'webhooks pause ID',
    'webhooks resume ID',
    'webhooks rotate ID',
    'webhooks delete ID',
  ],
  actions: Object.keys(ACTIONS),
  creates: ['add'],
  options: {
    events: { type: 'string', value: 'LIST', choices: WEBHOOK_EVENT_TYPES, help: 'add: events to send (default: all)' },
    name: { type: 'string', value: 'NAME', help: 'add: name in lists' },
    'allow-public': { type: 'boolean', help: 'add: permit an address outside this machine and its network (https)' },
  },
  notes: ['The exit code of webhooks test states whether the event was delivered.'],
  examples: [
    ['webhooks add http://127.0.0.1:9000/hook --events job.completed,job.failed', 'Its secret is printed once.'],
    ['webhooks test 1', 'Send a test event now.'],
  ],

  async run(input) {
    const { action, args } = actionOf('webhooks', ACTIONS, input);
    return (await withLibrary(input, (api) => action(api, input, args))) ?? EXIT.done;
  },
};
