import { z } from 'zod';
import { ErrorBody } from '../../../contract/error-body.ts';

/** Shared parts of route definitions. */

/** JSON request body; optional if its schema accepts `{}`. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } }, required: true } as const;
}

const ERROR = {
  description: 'An error with one of the documented codes.',
  content: { 'application/json': { schema: ErrorBody } },
} as const;

const LINK_HEADER = {
  Link: {
    description:
      'The first page, and the next one if there is one, as RFC 8288 writes them: `rel="first"`, `rel="next"`.',
    schema: { type: 'string' },
  },
} as const;

/** Response with status 200. */
export function okResponse<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { 200: { description, content: { 'application/json': { schema } } }, default: ERROR } as const;
}

/** Response with a list, with status 200. */
export function listResponse<Schema extends z.ZodType>(schema: Schema, description: string) {
  const { 200: ok, ...rest } = okResponse(schema, description);
  return { 200: { ...ok, headers: LINK_HEADER }, ...rest } as const;
}

/** Response with status 201. */
export function createdResponse<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { 201: { description, content: { 'application/json': { schema } } }, default: ERROR } as const;
}

/** Response with media types other than JSON documents of the API: text or files. */
export function mediaResponse(mediaTypes: readonly string[], description: string) {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: fileSchema(type) }]));
  return { 200: { description, content }, default: ERROR };
}

/** The same responses, with headers of the one with status 200. */
export function withHeaders<Responses extends { 200: object }>(responses: Responses, headers: Record<string, object>) {
  return { ...responses, 200: { ...responses[200], headers } } as Responses;
}

/** Response with a file to save, whose name is in a header. */
export function downloadResponse(mediaTypes: readonly string[], description: string) {
  return withHeaders(mediaResponse(mediaTypes, description), {
    'Content-Disposition': { $ref: '#/components/headers/Content-Disposition' },
  });
}

function fileSchema(mediaType: string): z.ZodType {
  if (mediaType === 'application/json') return z.unknown();
  return mediaType.startsWith('text/') ? z.string() : z.string().meta({ format: 'binary' });
}

export const JobParam = z.object({ job_id: z.string().toLowerCase().describe('ID of the video.') });
