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

test('an event opens at its first picture, unless a time is asked for', () => {
  const event = { recordings: [recording('sound', 0), recording('b', 5), recording('c', 10)], duration: 70 };
  const opened = (start: number | null, hasPicture: (id: string) => boolean) => {
    const player = createEventPlayer(start);
    player.load(event, hasPicture);
    return player.store.getState().time;
  };
  expect(opened(null, (id) => id !== 'sound')).toBe(5);
  expect(opened(null, () => false)).toBe(0);
  expect(opened(0, (id) => id !== 'sound')).toBe(0);
  expect(opened(7, (id) => id !== 'sound')).toBe(7);
});

test('an event that opens at a time shows and plays what was running then', () => {
  const player = createEventPlayer(70);
  const recordings = [0, 1, 2, 3, 30, 40].map((offset) => recording(`from ${offset}`, offset));
  player.load({ recordings, duration: 100 }, () => true);
  const { shown, sound } = player.store.getState();
  expect(sound).toBe('from 30');
  expect(shown.slice(0, 2)).toEqual(['from 30', 'from 40']);
  expect(shown).toHaveLength(4);
});

test('a recording that comes back is shown and heard as before', () => {
  const player = createEventPlayer(0);
  const load = (...ids: string[]) =>
    player.load({ recordings: ids.map((id, i) => recording(id, i)), duration: 70 }, (id) => id !== 'sound');
  load('sound', 'a', 'b', 'c', 'd');
  player.listenTo('c');
  load('sound', 'a', 'b', 'd');
  expect(player.store.getState()).toMatchObject({ shown: ['a', 'b', 'd'], sound: 'sound' });
  load('sound', 'a', 'b', 'c', 'd', 'e');
  expect(player.store.getState()).toMatchObject({ shown: ['a', 'b', 'd', 'c'], sound: 'c' });
  player.show('a');
  load('sound', 'a', 'b', 'c', 'd', 'e');
  expect(player.store.getState().shown).toEqual(['b', 'd', 'c']);
});

test('a seek replaces one that is still running', () => {
  const player = createEventPlayer(0);
  player.load({ recordings: [recording('a', 0), recording('b', 10)], duration: 70 }, () => true);
  const elements = { a: seekingElement(), b: seekingElement() };
  for (const [id, element] of Object.entries(elements)) player.attach(id, element as unknown as HTMLMediaElement);
  for (let i = 0; i < 4; i++) player.skip(5);
  expect([elements.a.time, elements.b.time]).toEqual([20, 10]);
});
