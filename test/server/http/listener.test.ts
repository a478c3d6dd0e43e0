import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/server/http/listener.ts';

test('streams end when the library was reopened, and the request that reopened it is answered', async () => {
  const gate = new EventTarget();
  const listening = await listen(
    async ({ url }) => {
      if (url.endsWith('/stream'))
        return new Response(new ReadableStream({ start: (c) => c.enqueue(Buffer.from(':')) }));
      const opened = once(gate, 'open');
      gate.dispatchEvent(new Event('waiting'));
      await opened;
      return new Response('restored');
    },
    0,
    [],
  );
  onTestFinished(() => listening.close());
  const url = `http://127.0.0.1:${listening.port}`;
  const stream = await fetch(`${url}/stream`);
  const waiting = once(gate, 'waiting');
  const restore = fetch(`${url}/restore`, { method: 'POST' });
  await waiting;
  listening.endResponses(performance.now());
  await expect(stream.text()).rejects.toThrow();
  gate.dispatchEvent(new Event('open'));
  expect(await (await restore).text()).toBe('restored');
});
