import { WEBHOOK_EVENT_DATA } from '../../../contract/sharing/webhook-events.ts';
import type { SchemaSet } from './schema-set.ts';

/** Headers of Standard Webhooks 1.0. */
const HEADERS = [
  ['webhook-id', 'Id of the event, the same in repetitions.'],
  ['webhook-timestamp', 'Time of this attempt, in seconds since 1970.'],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64; several with spaces between them.',
  ],
] as const;

/** The `webhooks` of the document: one request for each type of event. */
export function webhookOperations(schemas: SchemaSet): Record<string, object> {
  const parameters = HEADERS.map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  return Object.fromEntries(
    Object.entries(WEBHOOK_EVENT_DATA).map(([type, data]) => {
      const schema = {
        type: 'object',
        properties: {
          type: { type: 'string', const: type, description: 'Name of the event.' },
          timestamp: { type: 'string', format: 'date-time', description: 'Time of the event.' },
          data: schemas.of(data, 'output'),
        },
        required: ['type', 'timestamp', 'data'],
      };
      const post = {
        summary: `Event ${type}`,
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'The event is taken.' }, 410: { description: 'No more events, please.' } },
      };
      return [type, { post }];
    }),
  );
}
