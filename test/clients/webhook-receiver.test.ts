import { join } from 'node:path';
import { test } from 'vitest';
import { expectReceiver } from '../fixtures/webhook-example.ts';

test('the receiver of docs/webhooks.md in Python accepts signed events once, and refuses others', async () => {
  await expectReceiver('python3', join(import.meta.dirname, '../../docs/examples/webhook-receiver.py'));
});
