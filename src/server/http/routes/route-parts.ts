import { z } from 'zod';
import { ErrorBody } from '../../../contract/errors.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { readJsonBody } from '../middleware/json-body.ts';
import { localUser } from '../middleware/local-user.ts';

/** Shared parts of route definitions. */

/** For routes that need a caller and read no body. */
export const SECURED = { security: [{ apiKey: [] }, { token: [] }], middleware: [authenticate] };

/** For routes that need a caller and read a JSON body. */
export const SECURED_BODY = { ...SECURED, middleware: [authenticate, readJsonBody] };

/** For routes that change the installation and read no body: for the user of this machine only. */
export const SECURED_LOCAL = { ...SECURED, middleware: [authenticate, localUser] };

/** For routes that change the installation and read a JSON body: for the user of this machine only. */
export const SECURED_LOCAL_BODY = { ...SECURED, middleware: [authenticate, localUser, readJsonBody] };

/** For routes that anybody may use. */
export const PUBLIC = { security: [] };

/** A JSON body of a request. It may be left out when its schema accepts `{}`. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } }, required: true } as const;
}

const ERROR = {
  description: 'An error with one of the documented codes.',
  content: { 'application/json': { schema: ErrorBody } },
} as const;

/** The answer of a route that returns what it did or found. */
export function answers<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { 200: { description, content: { 'application/json': { schema } } }, default: ERROR } as const;
}

/** The answer of a route that creates. */
export function creates<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { 201: { description, content: { 'application/json': { schema } } }, default: ERROR } as const;
}

/** The answer of a route whose body is not only JSON. */
export function answersOther(mediaTypes: readonly string[], description: string) {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: z.string() }]));
  return { 200: { description, content }, default: ERROR };
}

export const JobParam = z.object({ job_id: z.string() });
