import { expect, test } from 'vitest';
import { z } from 'zod';
import { invalidRequest } from '../../../src/server/errors/error-response.ts';

const Body = z.strictObject({
  name: z.string().min(1).max(5),
  tags: z.array(z.string()).max(2),
  limit: z.int().positive().max(50),
  mode: z.enum(['a', 'b']),
  url: z.url(),
  code: z.string().regex(/^[a-z]+$/, 'must be letters such as en'),
});
const VALID = { name: 'x', tags: [], limit: 1, mode: 'a', url: 'http://a.example', code: 'en' };

test.each([
  [{ name: 7 }, 'issue.type', 'body.name must be of type string'],
  [{ name: undefined }, 'issue.required', 'body.name is required'],
  [{ name: '' }, 'issue.min-length', 'body.name is too short (minimum length: 1)'],
  [{ name: 'longer' }, 'issue.max-length', 'body.name is too long (maximum length: 5)'],
  [{ tags: ['a', 'b', 'c'] }, 'issue.max-items', 'body.tags has too many entries (maximum: 2)'],
  [{ limit: 0 }, 'issue.above', 'body.limit must be greater than 0'],
  [{ limit: 51 }, 'issue.max', 'body.limit must be at most 50'],
  [{ mode: 'c' }, 'issue.value', 'body.mode must be one of a, b'],
  [{ url: 'no' }, 'issue.format', 'body.url has a wrong format (url)'],
  [{ code: '5' }, 'issue.other', 'body.code: must be letters such as en'],
  [{ other: 1 }, 'issue.unknown', 'body has unknown fields: other'],
])('describes %j by key', (change, key, details) => {
  const { error } = Body.safeParse({ ...VALID, ...change });
  const failure = invalidRequest(error!, 'body');
  expect(failure.message).toBe(`Invalid request: ${details}.`);
  expect(failure.text).toMatchObject({ key: 'request.invalid', params: { details: { key } } });
});
