import { expect, test } from 'vitest';
import { checkedBody, failedResponse } from '../../../src/models/ollama/response.ts';
import { countScans } from '../../fixtures/count-scans.ts';

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

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const streamed = (parts: Iterable<Uint8Array>) =>
  checkedBody(
    URL,
    new Response(ReadableStream.from(parts), { headers: { 'content-type': 'application/x-ndjson' } }),
    () => {},
  );

test('passes on whole lines only, whatever the parts in which they arrive', async () => {
  const content = Buffer.from('{"a":"zwölf"}\n{"b":2}\n{"c":3}');
  for (const bytes of [1, 5, 20, 100]) {
    const parts = Array.from({ length: Math.ceil(content.length / bytes) }, (_, i) =>
      content.subarray(i * bytes, (i + 1) * bytes),
    );
    const received = await collect(streamed(parts).body!);
    expect(Buffer.concat(received).equals(content)).toBe(true);
    for (const line of received.slice(0, -1)) expect(line.at(-1)).toBe(0x0a);
  }
});

test('ends an answer with a line without an end, and searches each of its bytes once', async () => {
  function* endless() {
    yield Buffer.from('{"a":"');
    for (let i = 0; i < 40_000; i++) yield Buffer.alloc(512, 'a');
  }
  const reading = countScans(() => collect(streamed(endless()).body!), 2 * 40_000 * 512);
  await expect(reading).rejects.toMatchObject({ kind: 'invalid_output' });
});

test('refuses lines that are not JSON, and an answer that breaks off', async () => {
  await expect(collect(streamed([Buffer.from('<html>\n')]).body!)).rejects.toMatchObject({
    kind: 'not_ollama',
  });
  await expect(collect(streamed([Buffer.from('{"a":1}\n{"b"')]).body!)).rejects.toMatchObject({
    kind: 'cut_off',
  });
});
