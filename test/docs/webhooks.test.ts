import { join } from 'node:path';
import { test } from 'vitest';
import { expectReceiver } from '../fixtures/webhook-example.ts';

test('the receiver of docs/webhooks.md in Node accepts signed events once, and refuses others', async () => {
  await expectReceiver(process.execPath, join(import.meta.dirname, '../../docs/examples/webhook-receiver.mjs'));
});
