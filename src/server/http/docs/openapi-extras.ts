import { z } from 'zod';
import { AskEvents } from '../../../contract/chat.ts';
import { ENTERPRISE_ACTIONS } from '../../../contract/enterprise.ts';
import { JOB_EVENT_BODIES } from '../../../contract/events.ts';
import { LIBRARY_EVENT_BODIES } from '../../../contract/library-events.ts';
import { ModelStatus } from '../../../contract/models.ts';
import { PICTURE_TYPES } from '../../../contract/visual.ts';
import type { JsonSchema } from './schema-set.ts';

/** Parts of operations that their routes do not declare. */

/** Data of the server-sent events of an operation, by name of the event. */
export const EVENTS: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  'get /processing/{job_id}/events': JOB_EVENT_BODIES,
  'get /events': LIBRARY_EVENT_BODIES,
  'post /chat/ask/stream': AskEvents,
  'get /models/{model_id}/events': {
    status: ModelStatus,
    progress: ModelStatus,
    installed: ModelStatus,
    paused: ModelStatus,
    failed: ModelStatus,
  },
};

const binary: JsonSchema = { type: 'string', format: 'binary' };

const actions = Object.entries(ENTERPRISE_ACTIONS);

/** Bodies and responses of an operation that are selected by a parameter, by its value. */
export const ACTIONS: Readonly<Record<string, Readonly<Record<string, { body: z.ZodType; response: z.ZodType }>>>> = {
  'post /enterprise': ENTERPRISE_ACTIONS,
};

/** Bodies that routes read without a validator, or with one that is chosen by the request. */
export const OTHER_BODIES: Readonly<
  Record<string, { required?: boolean; content: Record<string, { schema: JsonSchema | z.ZodType }> }>
> = {
  'post /enterprise': {
    content: { 'application/json': { schema: z.union(actions.map(([, { body }]) => body)) } },
  },
  'post /verify': {
    required: false,
    content: {
      'text/html': { schema: {} },
      'text/markdown': { schema: {} },
      'application/json': { schema: { description: 'A report as it was received.' } },
    },
  },
  'post /search/visual': {
    required: false,
    content: {
      ...Object.fromEntries(PICTURE_TYPES.map((type) => [type, { schema: binary }])),
      'application/octet-stream': { schema: binary },
    },
  },
  'post /settings/reference-logos': {
    content: {
      'image/png': { schema: binary },
      'image/jpeg': { schema: binary },
      'image/webp': { schema: binary },
      'image/svg+xml': { schema: binary },
      'application/octet-stream': { schema: binary },
    },
  },
};
