import { expect, it } from 'vitest';
import { alreadyRunningQuestion } from '../../../src/main/policies/message-boxes.ts';

it('names the library and the URL of the server that owns it', () => {
  const question = alreadyRunningQuestion((key) => key, '/data', 'http://127.0.0.1:8471');
  expect(question.detail.split('\n')).toEqual(['alreadyRunningDetail', '', '/data', 'http://127.0.0.1:8471']);
  expect(question.buttons[question.cancelId ?? -1]).toBe('quit');
});
