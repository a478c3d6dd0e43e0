import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CoarseIndex } from '../../../src/db/vectors/coarse-index.ts';
import { createScanner } from '../../../src/db/vectors/scanner.ts';
import { seededRandom } from '../../fixtures/random.ts';

const DIMENSION = 128;
const WORDS = 4;
const IDS_PER_VIDEO = 11_000;
const VIDEOS = 12;

const random = seededRandom(5);
const codes = Array.from({ length: VIDEOS }, () =>
  Uint32Array.from({ length: IDS_PER_VIDEO * WORDS }, () => Math.floor(random() * 2 ** 32) >>> 0),
);
const idsFrom = (first: number) => Float64Array.from({ length: IDS_PER_VIDEO }, (_, i) => first + i);
const query = () => Float32Array.from({ length: DIMENSION }, () => random() - 0.5);
const scope = { videoIds: Array.from({ length: VIDEOS }, (_, video) => video) };

/** An index of more codes than are scanned at once. */
function filled(scanner?: ReturnType<typeof createScanner>): CoarseIndex {
  const index = new CoarseIndex(DIMENSION, scanner);
  codes.forEach((own, video) => void index.replace(video, 'ocr', idsFrom(video * IDS_PER_VIDEO), own));
  return index;
}

/** A scanner whose answers are counted. */
function counted(entry?: URL) {
  const scanner = entry ? createScanner(entry) : createScanner();
  onTestFinished(() => scanner.close());
  const counts = { thread: 0, none: 0 };
  return {
    counts,
    close: scanner.close,
    async scan(job: Parameters<typeof scanner.scan>[0]) {
      const found = await scanner.scan(job);
      counts[found ? 'thread' : 'none']++;
      return found;
    },
  };
}

test('the thread finds what a scan at once finds, also in memory that grew, and of another index', async () => {
  const scanner = counted();
  const [aside, other, atOnce] = [filled(scanner), filled(scanner), filled()];
  other.remove(3);
  for (const queries of [[query()], [query(), query()]]) {
    const expected = await atOnce.candidatesOfEach(queries, scope, 50, 400);
    const found = await Promise.all([aside, other].map((index) => index.candidatesOfEach(queries, scope, 50, 400)));
    expect(found[0]).toEqual(expected);
    expect(found[1]).not.toEqual(expected);
    for (const index of [aside, atOnce]) {
      for (let video = 100; video < 104; video++)
        index.replace(video, 'ocr', idsFrom(video * IDS_PER_VIDEO), codes[video - 100]!);
    }
  }
  expect(scanner.counts).toEqual({ thread: 4, none: 0 });
});

test('vectors removed meanwhile do not change what a scan finds, though their memory is used again', async () => {
  const index = filled(counted());
  const asked = query();
  const expected = await index.candidates(asked, scope, 50, 400);
  const found = index.candidates(asked, scope, 50, 400);
  for (let video = 0; video < VIDEOS - 1; video++) index.remove(video);
  const others = codes[0]!.map((word) => ~word >>> 0);
  for (let video = 100; video < 115; video++) index.replace(video, 'ocr', idsFrom(video * IDS_PER_VIDEO), others);
  expect(await found).toEqual(expected);
});

test('scans go on without the thread: after its end, and if it can not start', async () => {
  const asked = query();
  const expected = await filled().candidates(asked, scope, 50, 400);
  const ended = counted();
  const index = filled(ended);
  const underway = index.candidates(asked, scope, 50, 400);
  ended.close();
  expect(await underway).toEqual(expected);
  expect(await index.candidates(asked, scope, 50, 400)).toEqual(expected);
  expect(ended.counts.none).toBe(2);

  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const missing = counted(pathToFileURL('/nowhere/scan-thread.js'));
  expect(await filled(missing).candidates(asked, scope, 50, 400)).toEqual(expected);
  expect(missing.counts).toEqual({ thread: 0, none: 1 });
  expect(warn).toHaveBeenCalledOnce();
});
