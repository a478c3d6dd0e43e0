import { z } from 'zod';
import { dictionary } from '../../../base/dictionary.ts';
import { ENTERPRISE_ACTIONS } from '../../../contract/account/enterprise.ts';
import { PICTURE_TYPES } from '../../../contract/search/visual.ts';
import type { JsonSchema } from './schema-set.ts';

/** Parts of operations that their routes do not declare. */

const binary: JsonSchema = { type: 'string', format: 'binary' };

const actions = Object.entries(ENTERPRISE_ACTIONS);

/** Bodies and responses of an operation that are selected by a parameter, by its value. */
export const ACTIONS: Readonly<Record<string, Readonly<Record<string, { body: z.ZodType; response: z.ZodType }>>>> =
  dictionary({
    'post /enterprise': ENTERPRISE_ACTIONS,
  });

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
