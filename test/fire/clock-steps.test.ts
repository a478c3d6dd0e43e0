import { expect, it, onTestFinished } from 'vitest';
import { createClient, localClient } from '../fixtures/client.ts';
import { seededRandom } from '../fixtures/random.ts';
import { fakeMedia, movableClock, startTestServer } from '../fixtures/server.ts';
import { MINUTES, report } from './support/table.ts';

const HOUR_MS = 3_600_000;
const STEPS = [-30_000, 30_000, 13 * HOUR_MS, -13 * HOUR_MS, -HOUR_MS, HOUR_MS];
const ROUNDS = 10 * MINUTES;

/** The lowercase name of the last event in a stream. */
async function lastEventOf(response: Response): Promise<string | undefined> {
  return (await response.text()).match(/(?<=event: )\w+/g)?.at(-1);
}

it('steps of the clock lock nobody out and stop nothing', async () => {
  const clock = movableClock(Date.now());
  const server = await startTestServer({ clock });
  onTestFinished(() => server.close());
  const random = seededRandom(7);
  const problems: string[] = [];
  const check = (what: string, isTrue: boolean, step: number) => {
    if (!isTrue) problems.push(`${what} after ${step} ms`);
  };
  let { token } = server;
  const key = (await localClient(server).post('/keys', { name: 'script' })).body.raw_key;
  const script = createClient(server, key);
  const { jobId: shared } = await script.upload('shared.mp4', fakeMedia(10));
  const expires_at = new Date(clock.now() + 400 * 24 * HOUR_MS).toISOString();
  const { body: link } = await script.post('/shared-reports', { video_id: shared, expires_at });
  let offset = 0;

  for (let round = 0; round < ROUNDS; round++) {
    // Clocks drift around the true time; a session ends after 30 days.
    const step = Math.abs(offset) > 48 * HOUR_MS ? -offset : STEPS[Math.floor(random() * STEPS.length)]!;
    const { jobId: uploaded } = await script.upload(`${round}.mp4`, fakeMedia(10));
    server.hold.on = true;
    await script.post(`/processing/${uploaded}/start`, { selected_insights: '["scenes"]' });
    const stream = await fetch(`${server.apiUrl}/processing/${uploaded}/events`, { headers: { Authorization: key } });
    clock.moveBy(step);
    offset += step;

    server.hold.on = false;
    while ((await script.get(`/processing/${uploaded}/status`)).body.status === 'queued');
    server.finish(uploaded);
    check('event stream', (await lastEventOf(stream)) === 'completed', step);
    check('job', (await script.settled(uploaded)).body.status === 'completed', step);

    let page = createClient(server, `Bearer ${token}`);
    if ((await page.get('/profile')).status === 401) {
      // As the window does.
      const renewed = await page.post('/tokens');
      check('renewal', renewed.status === 201, step);
      token = renewed.body.token;
      page = createClient(server, `Bearer ${token}`);
    }
    check('token', (await page.get('/profile')).status === 200, step);
    const { jobId: later } = await page.upload(`later-${round}.mp4`, fakeMedia(10));
    check('upload', (await page.get(`/videos/${later}`)).status === 200, step);
    check('shared report', (await fetch(`${server.apiUrl}/shared-reports/${link.share_hash}`)).status === 200, step);
    const { body: playback } = await page.get(`/videos/${uploaded}/playback`);
    check('playback', (await fetch(playback.playback_url)).status === 200, step);
  }
  const errors = server.log.filter((line) => line.level === 'error').map((line) => line.message);
  report('clock steps', [
    {
      check: 'nobody locked out, nothing stops',
      rounds: ROUNDS,
      failures: problems.length + errors.length,
      detail: ['-13 h to +13 h', ...problems.slice(0, 5), ...errors.slice(0, 3)].join('; '),
    },
  ]);
  expect({ problems, errors }).toEqual({ problems: [], errors: [] });
});
