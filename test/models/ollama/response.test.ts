import { expect, test } from 'vitest';
import { failedResponse } from '../../../src/models/ollama/response.ts';

const URL = 'http://127.0.0.1:11434';

test('reads no more of an error than a message needs', async () => {
  let sent = 0;
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = Buffer.from(sent === 0 ? '{"error":"' : 'no '.repeat(5000));
      sent += chunk.length;
      // Without a limit, memory would fill up.
      if (sent > 4_000_000) controller.error(new Error('read without a limit'));
      else controller.enqueue(chunk);
    },
    cancel: () => {
      isCanceled = true;
    },
  });
  const failure = await failedResponse(URL, new Response(body, { status: 500 }));
  expect(failure).toMatchObject({ kind: 'server_error' });
  expect(isCanceled).toBe(true);
  expect(sent).toBeLessThan(200_000);
});

test('quotes the message of an error', async () => {
  const response = Response.json({ error: 'model runner has unexpectedly stopped' }, { status: 500 });
  expect((await failedResponse(URL, response)).message).toContain('model runner has unexpectedly stopped.');
});
