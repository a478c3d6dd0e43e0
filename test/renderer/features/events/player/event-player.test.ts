import { expect, test } from 'vitest';
import { createEventPlayer } from '../../../../../src/renderer/features/events/player/event-player.ts';

const recording = (job_id: string, offset: number) =>
  ({ job_id, name: job_id, offset, drift_ppm: 0, duration: 60 }) as Parameters<
    ReturnType<typeof createEventPlayer>['load']
  >[0]['recordings'][number];

/** A media element whose seeks don't end. */
function seekingElement() {
  const element = {
    HAVE_METADATA: 1,
    HAVE_CURRENT_DATA: 2,
    readyState: 4,
    paused: true,
    seeking: false,
    playbackRate: 1,
    time: 0,
    pause() {},
    play: async () => {},
    addEventListener() {},
    removeEventListener() {},
    get currentTime() {
      return element.time;
    },
    set currentTime(time: number) {
      element.seeking = true;
      element.time = time;
    },
  };
  return element;
}

test('a seek replaces one that is still running', () => {
  const player = createEventPlayer(0);
  player.load({ recordings: [recording('a', 0), recording('b', 10)], duration: 70 }, () => true);
  const elements = { a: seekingElement(), b: seekingElement() };
  for (const [id, element] of Object.entries(elements)) player.attach(id, element as unknown as HTMLMediaElement);
  for (let i = 0; i < 4; i++) player.skip(5);
  expect([elements.a.time, elements.b.time]).toEqual([20, 10]);
});
