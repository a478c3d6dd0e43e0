import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '../../../contract/idempotency.ts';
import type { JsonSchema } from './schema-set.ts';

/** Parts that all operations refer to. */

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API key as the entire header value, without a scheme. Operations name the scope that it needs.',
  },
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
};

export const COMMON_HEADERS = {
  'X-Request-Id': { description: 'Id of the request, also in errors and in the log.', schema: { type: 'string' } },
  'Content-Disposition': {
    description: 'Name of the file, in ASCII and UTF-8 (RFC 6266).',
    schema: { type: 'string' },
  },
  'X-Ignored': {
    description:
      'Unknown parameters and fields of the request, with the nearest known name, as a list of RFC 9651; absent without any.',
    schema: { type: 'string' },
    example: '"lmit";in=query;nearest="limit"',
  },
};

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds, if a later attempt may succeed.', schema: { type: 'integer' } },
};

/** Of a POST with a JSON body. */
export const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: false,
  description:
    'Executes the request once: its repetition with the same key gets the first response, for 24 hours. Files and event streams are made again.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
};

/** Responses of errors by status, and of any other error. */
export function commonResponses(schema: JsonSchema): Record<string, object> {
  const response = (description: string, headers: object = {}) => ({
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...headers },
    content: { 'application/json': { schema } },
  });
  return {
    400: response('The request is invalid.'),
    401: response('The credential is missing or invalid.', { 'WWW-Authenticate': { schema: { type: 'string' } } }),
    403: response('The credential does not permit this operation.'),
    404: response('There is no such record.'),
    409: response('The request conflicts with the present state.', RETRY_AFTER),
    422: response('The request can’t be processed, or its `Idempotency-Key` belongs to another one.'),
    Error: response('An error with one of the documented codes.', RETRY_AFTER),
  };
}
