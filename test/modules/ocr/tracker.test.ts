import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LineSighting } from '../../../src/modules/ocr/text-line.ts';
import { type LineTrack, LineTracker as Tracker } from '../../../src/modules/ocr/tracker.ts';

/** Collects tracks that end early, so that `finish` returns all tracks by start. */
class LineTracker extends Tracker {
  readonly #ended: LineTrack[] = [];
  override observe(time: number, lines: readonly LineSighting[]): LineTrack[] {
    const ended = super.observe(time, lines);
    this.#ended.push(...ended);
    return ended;
  }
  override finish(): LineTrack[] {
    return [...this.#ended, ...super.finish()].sort((a, b) => a.start - b.start || a.id - b.id);
  }
}

function line(text: string, y: number, confidence = 0.97, x = 0.2): LineSighting {
  return {
    reading: { text, confidence, characters: [...text].map(() => confidence) },
    box: { x, y, width: text.length * 0.015, height: 0.05 },
  };
}

test('joins repeated sightings of a line in one track with its first and last still', () => {
  const tracker = new LineTracker();
  for (const time of [0.5, 1, 1.5]) tracker.observe(time, [line('Annual report', 0.8)]);
  tracker.observe(2, []);
  const [track, ...rest] = tracker.finish();
  expect(rest).toEqual([]);
  expect(track).toMatchObject({ start: 0.5, before: null, lastSeen: 1.5, goneAt: 2 });
});

test('bridges a short gap in readings, not a long one', () => {
  const times = (gap: number) => {
    const tracker = new LineTracker();
    tracker.observe(0, [line('Annual report', 0.8)]);
    tracker.observe(0.5, []);
    tracker.observe(gap, [line('Annual report', 0.8)]);
    return tracker.finish().length;
  };
  expect(times(1)).toBe(1);
  expect(times(4)).toBe(2);
});

test('separates subtitles in the same place, and prices', () => {
  const tracker = new LineTracker();
  tracker.observe(0, [line('Where have you been', 0.9), line('Only $199 today', 0.1)]);
  tracker.observe(0.5, [line('I waited for you', 0.9), line('Only $299 today', 0.1)]);
  expect(
    tracker
      .finish()
      .map((track) => track.votes.winner().text)
      .sort(),
  ).toEqual(['I waited for you', 'Only $199 today', 'Only $299 today', 'Where have you been']);
});

test('separates two confident similar readings, joins two uncertain ones in place', () => {
  const count = (confidence: number) => {
    const tracker = new LineTracker();
    tracker.observe(0, [line('Day one of the trip', 0.9, confidence)]);
    tracker.observe(0.5, [line('Day two in the trap', 0.9, confidence)]);
    return tracker.finish().length;
  };
  expect(count(0.98)).toBe(2);
  expect(count(0.7)).toBe(1);
});

test('joins a running clock with its first and last reading, but not a score', () => {
  const tracker = new LineTracker();
  for (let i = 0; i < 8; i++) {
    tracker.observe(i / 2, [line(`CAM 2 12:30:${i + 10}`, 0.1), line(`HOME 1:${Math.floor(i / 4)}`, 0.8)]);
  }
  expect(tracker.finish().map((track) => track.votes.winner().text)).toEqual([
    'CAM 2 12:30:10 – CAM 2 12:30:17',
    'HOME 1:0',
    'HOME 1:1',
  ]);
});

test('separates the times of a clock that stands', () => {
  const tracker = new LineTracker();
  for (let i = 0; i < 10; i++) tracker.observe(i / 2, [line(i < 5 ? '17:45:12' : '17:45:13', 0.1)]);
  const tracks = tracker.finish();
  expect(tracks.map((track) => [track.votes.winner().text, track.start, track.goneAt])).toEqual([
    ['17:45:12', 0, 2.5],
    ['17:45:13', 2.5, null],
  ]);
});

test('separates the times of a clock that ticks once', () => {
  const tracker = new LineTracker();
  for (let i = 0; i < 8; i++) tracker.observe(i / 2, [line(i < 2 ? '17 45 12' : '17 45 13', 0.1)]);
  expect(tracker.finish().map((track) => track.votes.winner().text)).toEqual(['17 45 12', '17 45 13']);
});

test('separates a part from its text only if the strokes changed', () => {
  const texts = (cost: number) => {
    const tracker = new LineTracker((_before, _after, at) => ({ forward: cost, backward: cost, at, moved: false }));
    for (let i = 0; i < 4; i++) tracker.observe(i / 2, [line('Management', 0.5)]);
    for (let i = 4; i < 8; i++) tracker.observe(i / 2, [line('Manage', 0.5)]);
    return tracker.finish().map((track) => [track.votes.winner().text, track.start]);
  };
  expect(texts(3)).toEqual([
    ['Management', 0],
    ['Manage', 2],
  ]);
  expect(texts(0)).toEqual([['Management', 0]]);
});

test('decides a doubtful change by the next stills', () => {
  const compare = () => ({ forward: 0.7, backward: 0.7, at: 1, moved: false });
  const texts = (readings: string[]) => {
    const tracker = new LineTracker(compare);
    for (const [i, text] of readings.entries()) tracker.observe(i / 2, [line(text, 0.5)]);
    return tracker.finish().map((track) => [track.votes.winner().text, track.start]);
  };
  expect(texts(['Are you sure', 'Are you sure', 'Are you sure?', 'Are you sure', 'Are you sure'])).toHaveLength(1);
  expect(texts(['Are you sure', 'Are you sure', 'Are you sure?', 'Are you sure?'])).toEqual([
    ['Are you sure', 0],
    ['Are you sure?', 1],
  ]);
});

test('continues an undetected line whose strokes stayed', () => {
  const tracker = new LineTracker(undefined, () => true);
  tracker.observe(0, [line('Stays', 0.2)]);
  for (let i = 1; i < 9; i++) tracker.observe(i / 2, []);
  expect(tracker.finish()).toMatchObject([{ start: 0, lastSeen: 4, goneAt: null }]);
});

test('follows each line of rolling credits in one track', () => {
  const tracker = new LineTracker();
  const names = ['Directed by Jane Miller', 'Produced by Omar Haddad', 'Music by Sven Lindqvist'];
  for (let step = 0; step < 12; step++) {
    const visible = names
      .map((name, i) => line(name, 1 + i * 0.2 - step * 0.12))
      .filter(({ box }) => box.y > 0 && box.y < 0.95);
    tracker.observe(step / 2, visible);
  }
  const tracks = tracker.finish();
  expect(tracks.map((track) => track.votes.winner().text)).toEqual(names);
  for (const track of tracks) expect(track.places.length).toBeGreaterThan(5);
});

test('extends only the lines that an unchanged frame showed', () => {
  const tracker = new LineTracker();
  tracker.observe(0, [line('Stays', 0.2), line('Goes away', 0.6)]);
  tracker.observe(0.5, [line('Stays', 0.2)]);
  for (const time of [1, 1.5, 2, 9]) tracker.carry(time);
  tracker.observe(9.5, [line('Stays', 0.2)]);
  const tracks = tracker.finish();
  expect(tracks).toHaveLength(2);
  expect(tracks.find((t) => t.votes.winner().text === 'Stays')).toMatchObject({
    start: 0,
    lastSeen: 9.5,
    goneAt: null,
  });
  expect(tracks.find((t) => t.votes.winner().text === 'Goes away')).toMatchObject({ lastSeen: 0, goneAt: 0.5 });
});

/** A text of 12 to 20 letters in which at most one letter is misread. */
const noisy = fc.record({
  at: fc.integer({ min: 0, max: 19 }),
  wrong: fc.boolean(),
  seen: fc.integer({ min: 0, max: 4 }),
});

test('keeps a misread and interrupted text in one track with its most frequent reading', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{12,20}$/),
      fc.array(noisy, { minLength: 6, maxLength: 30 }),
      (text, stills) => {
        const tracker = new LineTracker();
        let right = 0;
        let missed = 0;
        for (const [i, still] of stills.entries()) {
          // One still in five misses it, never two in a row; any other may misread a letter.
          const skip = still.seen === 0 && missed === 0 && i > 0;
          missed = skip ? 1 : 0;
          const at = still.at % text.length;
          const misread = still.wrong && i % 2 === 1;
          if (!skip && !misread) right++;
          const read = misread ? `${text.slice(0, at)}#${text.slice(at + 1)}` : text;
          tracker.observe(i / 2, skip ? [] : [line(read, 0.5, misread ? 0.8 : 0.95)]);
        }
        const tracks = tracker.finish();
        expect(tracks).toHaveLength(1);
        if (right >= 3) expect(tracks[0]!.votes.winner().text).toBe(text);
      },
    ),
  );
});

test('assigns every sighting to one track, in time order', () => {
  const sighting = fc.record({
    text: fc.constantFrom('alpha beta', 'gamma delta', 'omega', '12:30'),
    y: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(sighting, { maxLength: 4 }), { maxLength: 20 }), (stills) => {
      const tracker = new LineTracker();
      let sightings = 0;
      for (const [i, still] of stills.entries()) {
        sightings += still.length;
        tracker.observe(
          i * 0.4,
          still.map(({ text, y }) => line(text, y / 10)),
        );
      }
      const tracks = tracker.finish();
      expect(tracks.reduce((sum, track) => sum + track.places.length, 0)).toBe(sightings);
      for (const track of tracks) {
        expect(track.start).toBe(track.places[0]!.time);
        expect(track.lastSeen).toBe(track.places.at(-1)!.time);
        expect(track.before ?? -1).toBeLessThan(track.start);
        if (track.goneAt !== null) expect(track.goneAt).toBeGreaterThan(track.lastSeen);
      }
    }),
  );
});
