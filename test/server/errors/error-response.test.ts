import { expect, test } from 'vitest';
import { createLogger, type LogFields } from '../../../src/base/logger.ts';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { sentence } from '../../../src/core/texts/sentence.ts';
import { logError } from '../../../src/server/errors/error-response.ts';

function logged(error: ReelscopeError) {
  const lines: { level: string; message: string; fields: LogFields }[] = [];
  logError(
    createLogger((line) => lines.push(line)),
    error,
    'request',
  );
  return lines;
}

test('logs faults as errors with their stack', () => {
  const error = new ReelscopeError('internal', sentence('error.internal'), { cause: new Error('insides') });
  expect(logged(error)).toMatchObject([{ level: 'error', fields: { cause: 'insides', stack: expect.any(String) } }]);
});

test('logs states of the computer, such as a full disk, as warnings without a stack', () => {
  const cause = new Error('ENOSPC: no space left on device');
  const [line, ...more] = logged(new ReelscopeError('storage_full', 'Full.', { cause }));
  expect(more).toEqual([]);
  expect(line).toMatchObject({ level: 'warn', message: 'Full.' });
  expect(line?.fields).toEqual({ request_id: 'request', code: 'storage_full', cause: cause.message });
});

test('does not log refusals, which the request log has', () => {
  expect(logged(new ReelscopeError('conflict', 'Taken.'))).toEqual([]);
});
