import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { JOB_EVENT_BODIES, type JobEventName } from '../../../src/contract/analysis/events.ts';
import type { JobStatus } from '../../../src/contract/analysis/job.ts';
import { JobEvents } from '../../../src/server/jobs/job-events.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, movableClock, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

interface Frame {
  id: string;
  event: JobEventName;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  data: any;
}

/** Follows a job's stream; validates frames against the contract. */
async function follow(jobId: string, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await fetch(`${server.apiUrl}/processing/${jobId}/events`, {
    headers: { Authorization: `Bearer ${server.token}`, ...headers },
    signal: abort.signal,
  });
  const frames: Frame[] = [];
  const ended = (async () => {
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      rest += chunk;
      const blocks = rest.split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks.filter((text) => !text.startsWith(':'))) {
        const fields = Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        const event = fields['event'] as JobEventName;
        const data = JSON.parse(fields['data']!);
        expect(JOB_EVENT_BODIES[event].parse(data)).toEqual(data);
        frames.push({ id: fields['id']!, event, data });
      }
    }
  })();
  const seen = async (name: JobEventName) => {
    while (!frames.some((frame) => frame.event === name)) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { response, frames, ended, seen, stop: () => abort.abort() };
}

const upload = async () => (await client.upload('a.mp4', fakeMedia())).jobId;
const start = (jobId: string) => client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
const names = (frames: Frame[]) => frames.map((frame) => frame.event);

describe('event stream', () => {
  test('sends the state first, then events, and closes with the job', async () => {
    const jobId = await upload();
    const stream = await follow(jobId);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    await stream.seen('status');
    await start(jobId);
    await stream.ended;
    expect(names(stream.frames)).toEqual(['status', 'status', 'status', 'module', 'module', 'completed']);
    expect(stream.frames.map((frame) => frame.data.status)).toEqual([
      'uploaded',
      'queued',
      'processing',
      'completed',
      'completed',
      'completed',
    ]);
    expect(new Set(stream.frames.map((frame) => frame.id)).size).toBe(6);
  });

  test('of an ended job sends its state and end, and closes', async () => {
    const jobId = await upload();
    await start(jobId);
    await client.settled(jobId);
    const stream = await follow(jobId);
    await stream.ended;
    expect(names(stream.frames)).toEqual(['status', 'completed']);
    expect(stream.frames[1]!.data).toEqual((await client.get(`/processing/${jobId}/status`)).body);
  });

  test('has many listeners, independent of each other and of the job', async () => {
    server.hold.on = true;
    const jobId = await upload();
    const [one, two] = [await follow(jobId), await follow(jobId)];
    await start(jobId);
    await one.seen('status');
    one.stop();
    await one.ended.catch(() => {});
    server.hold.on = false;
    while ((await client.get(`/processing/${jobId}/status`)).body.status !== 'processing');
    server.finish(jobId);
    await two.ended;
    expect(names(two.frames).at(-1)).toBe('completed');
  });

  test('resumes after Last-Event-ID with missed events', async () => {
    server.hold.on = true;
    const jobId = await upload();
    await start(jobId);
    while ((await client.get(`/processing/${jobId}/status`)).body.status !== 'processing');
    const first = await follow(jobId);
    await first.seen('status');
    first.stop();
    await first.ended.catch(() => {});
    const segment = {
      id: '1',
      first_id: '1',
      job_id: jobId,
      module: 'ocr' as const,
      content: 'x',
      start_time: 0,
      end_time: 1,
      data: null,
      engine: null,
    };
    server.services.events.publish(jobId, { name: 'segment', body: segment });
    const second = await follow(jobId, { 'Last-Event-ID': first.frames.at(-1)!.id });
    await second.seen('segment');
    server.hold.on = false;
    server.finish(jobId);
    await second.ended;
    expect(names(second.frames)).toEqual(['status', 'segment', 'module', 'module', 'completed']);
  });

  test('sends reset after the state for an unknown Last-Event-ID', async () => {
    const jobId = await upload();
    await start(jobId);
    await client.settled(jobId);
    for (const id of ['x', 'zzz-1', '-', '99999999']) {
      const stream = await follow(jobId, { 'Last-Event-ID': id });
      await stream.ended;
      expect(names(stream.frames)).toEqual(['status', 'reset', 'completed']);
      expect(stream.frames[1]!.data).toEqual({ job_id: jobId });
    }
    const first = await follow(jobId, { 'Last-Event-ID': '' });
    await first.ended;
    expect(names(first.frames)).toEqual(['status', 'completed']);
  });

  test('sends reset to a client that followed the job at a server that was replaced', async () => {
    const jobId = await upload();
    await start(jobId);
    await client.settled(jobId);
    const before = await follow(jobId);
    await before.ended;
    const lastId = before.frames.at(-1)!.id;
    const known = await follow(jobId, { 'Last-Event-ID': lastId });
    await known.ended;
    expect(names(known.frames)).toEqual(['status', 'completed']);

    const other = await startTestServer();
    const otherClient = localClient(other);
    const { jobId: otherId } = await otherClient.upload('a.mp4', fakeMedia());
    const response = await fetch(`${other.apiUrl}/processing/${otherId}/events`, {
      headers: { Authorization: `Bearer ${other.token}`, 'Last-Event-ID': lastId },
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('event: reset')) text += (await reader.read()).value;
    await reader.cancel();
    await other.close();
  });

  test('ends when the job is canceled or its video deleted', async () => {
    server.hold.on = true;
    const jobId = await upload();
    await start(jobId);
    while ((await client.get(`/processing/${jobId}/status`)).body.status !== 'processing');
    const stream = await follow(jobId);
    await stream.seen('status');
    const canceled = await client.post(`/processing/${jobId}/cancel`);
    await stream.ended;
    expect(canceled.body).toMatchObject({ status: 'failed', error_code: 'cancelled' });
    expect(names(stream.frames).at(-1)).toBe('failed');
    const waiting = await follow(await upload());
    await waiting.seen('status');
    await client.delete(`/videos/${waiting.frames[0]!.data.job_id}`);
    await waiting.ended;
    server.hold.on = false;
  });

  test("answers 404 for an unknown job or another user's", async () => {
    expect((await client.get('/processing/nope/events')).status).toBe(404);
  });
});

describe('JobEvents', () => {
  const progress = (value: number) => ({ name: 'progress' as const, body: { progress: value } as JobStatus });

  test('emits the latest progress at most twice a second, and never after the end', () => {
    vi.useFakeTimers();
    const clock = movableClock();
    const events = new JobEvents(clock);
    const heard: unknown[] = [];
    events.subscribe('j', (event) => heard.push('progress' in event.body ? event.body.progress : event.name));
    const pass = (ms: number) => {
      clock.moveBy(ms);
      vi.advanceTimersByTime(ms);
    };
    for (let i = 1; i <= 10; i++) {
      events.publish('j', progress(i));
      pass(100);
    }
    expect(heard).toEqual([1, 5, 10]);
    pass(500);
    expect(heard).toEqual([1, 5, 10]);
    events.publish('j', progress(11));
    events.publish('j', progress(12));
    events.publish('j', { name: 'completed', body: { progress: 100 } as JobStatus });
    pass(5000);
    expect(heard.at(-1)).toBe(100);
    vi.useRealTimers();
  });

  test('keeps the last 2000 events of a job for resuming', () => {
    const events = new JobEvents(movableClock());
    for (let i = 0; i < 2500; i++) events.publish('j', { name: 'status', body: { progress: i } as JobStatus });
    const start = events.lastId('other');
    const heard: unknown[] = [];
    events.subscribe('j', (event) => heard.push(event.id), start);
    expect(heard.length).toBe(2000);
    expect(heard.at(-1)).toBe(events.lastId('j'));
  });

  test('resumes only while every event after the id is known', () => {
    const events = new JobEvents(movableClock());
    const status = { name: 'status' as const, body: {} as JobStatus };
    const start = events.lastId('j');
    expect(events.canResume('j', start)).toBe(true);
    events.publish('j', status);
    const first = events.lastId('j');
    for (let i = 0; i < 2000; i++) events.publish('j', status);
    expect(events.canResume('j', start)).toBe(false);
    expect(events.canResume('j', first)).toBe(true);
    events.publish('j', status);
    expect(events.canResume('j', first)).toBe(false);
    expect(events.canResume('j', `${start.split('-')[0]}-999999`)).toBe(false);
    expect(events.canResume('j', new JobEvents(movableClock()).lastId('j'))).toBe(false);
  });

  test('does not resume a finished job whose events were removed, and resumes younger jobs', () => {
    const events = new JobEvents(movableClock());
    const completed = { name: 'completed' as const, body: {} as JobStatus };
    const start = events.lastId('j');
    events.publish('j', completed);
    for (let i = 0; i < 64; i++) events.publish(`other ${i}`, completed);
    expect(events.canResume('j', start)).toBe(false);
    expect(events.canResume('other 63', events.lastId('other 62'))).toBe(true);
    events.restart();
    expect(events.canResume('other 63', events.lastId('other 62'))).toBe(true);
    expect(events.canResume('other 63', start)).toBe(false);
  });

  test('isolates a listener that throws or unsubscribes during an event', () => {
    const events = new JobEvents(movableClock());
    const heard: string[] = [];
    const stop = events.subscribe('j', () => stop());
    events.subscribe('j', (event) => heard.push(event.name));
    events.publish('j', { name: 'status', body: {} as JobStatus });
    events.publish('j', { name: 'status', body: {} as JobStatus });
    expect(heard).toEqual(['status', 'status']);
  });
});
