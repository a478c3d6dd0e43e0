import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { createClient } from '../fixtures/client.ts';
import { startServe } from '../fixtures/command.ts';
import { startReceiver } from '../fixtures/receiver.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';
import { plainWav } from '../fixtures/wav.ts';

const KILLS = 4;
const LINKS = 5;

it('every event arrives, whenever the server is killed', { timeout: 300_000 }, async () => {
  const data = join(await tempFolder(), 'data');
  const tone = plainWav(new Float32Array(8000).fill(0.1), 8000, 1, 's16');
  const receiver = await startReceiver();
  let secret = '';
  let jobId = '';
  const expected: string[] = [];

  for (let round = 0; round <= KILLS; round++) {
    const { child, ready, result } = await startServe(data);
    const client = createClient({ apiUrl: ready.api_url }, `Bearer ${ready.token}`);
    if (round === 0) {
      ({ jobId } = await client.upload('tone.wav', new Uint8Array(tone)));
      ({ secret } = (await client.post('/webhooks', { url: receiver.url, events: ['share.created'] })).body);
    }
    // Kills at a delivery: before its response in even rounds, after it in odd ones.
    const before = receiver.received.length;
    const killAt = before + 1 + round;
    receiver.answer = (response, _, number) => {
      if (round === KILLS || number < killAt) return void response.end();
      if (round % 2 === 1) response.end();
      child.kill('SIGKILL');
    };
    for (let i = 0; i < LINKS; i++) {
      const link = await client.post('/shared-reports', { video_id: jobId }).catch(() => undefined);
      if (link?.status === 201) expected.push(link.body.id);
    }
    if (round < KILLS) await result;
  }
  const ids = () => receiver.received.map(({ event }) => event.data['share_id'] as string);
  await waitUntil(() => expected.every((id) => ids().includes(id)), { timeout: 120_000, interval: 50 });

  const byEvent = new Map(receiver.received.map(({ id, body }) => [id, body]));
  for (const { id, body, headers } of receiver.received) {
    expect(byEvent.get(id)).toBe(body);
    new Webhook(secret).verify(body, headers);
  }
  // One id for each event, however often it was sent.
  expect(byEvent.size).toBe(new Set(ids()).size);
  expect(receiver.received.length).toBeGreaterThan(byEvent.size);
});
