import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookCloser } from '../../../src/pipeline/closer/look-closer.ts';
import type { CloserSpec, FromWorker } from '../../../src/pipeline/protocol.ts';
import { type MediaSpec, writeMedia } from '../../fixtures/media.ts';
import { repeat, solid } from '../../fixtures/pictures.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { textPicture } from '../../fixtures/text.ts';

const SIZE = { width: 640, height: 360 };

async function look(
  media: MediaSpec,
  change: Partial<CloserSpec> & Pick<CloserSpec, 'range'>,
  finished: CloserSpec['run']['finished'] = [],
) {
  const folder = await tempFolder();
  const [path, stillsFolder] = [join(folder, 'clip.mkv'), join(folder, 'stills')];
  await Promise.all([writeMedia(path, media), mkdir(stillsFolder)]);
  const messages: FromWorker[] = [];
  const run = { jobId: 'clip', path, modules: [], finished, initialPrompt: null, brandWords: [], stillsFolder };
  await lookCloser(
    { run, region: null, modules: ['ocr'], skippedTracks: [], ...change },
    { signal: new AbortController().signal, embed: async () => null, send: (message) => messages.push(message) },
  );
  const of = <Type extends FromWorker['type']>(type: Type) =>
    messages.filter((message): message is Extract<FromWorker, { type: Type }> => message.type === type);
  return { found: of('findings').flatMap(({ segments }) => segments), stills: of('still'), examined: of('examined') };
}

const plain = solid(SIZE.width, SIZE.height, [40, 60, 80]);
const text = (size: number, words: string, at = { x: 40, y: 60 }) =>
  textPicture(SIZE.width, SIZE.height, words, { size, at, background: [40, 60, 80] });

test('a text of two frames is found at its frames, with its place in the frame and a still', async () => {
  const shown = await text(28, 'Harbor Street 22', { x: 330, y: 300 });
  const pictures = [...repeat(plain, 34), ...repeat(shown, 2), ...repeat(plain, 14)];
  const region = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 };
  const { found, stills, examined } = await look(
    { video: { ...SIZE, frameRate: 25, pictures, crf: 10 } },
    { range: { start: 1.2, end: 1.6 }, region },
  );
  expect(found).toMatchObject([{ content: 'Harbor Street 22' }]);
  const [{ start_time, end_time, data }] = found as [(typeof found)[number]];
  expect(start_time).toBeCloseTo(34 / 25, 2);
  expect(end_time).toBeCloseTo(36 / 25, 2);
  const [box] = data!.boxes!;
  expect(box!.x * SIZE.width).toBeGreaterThan(320);
  expect((box!.y + box!.height / 2) * SIZE.height).toBeGreaterThan(275);
  expect((box!.y + box!.height / 2) * SIZE.height).toBeLessThan(305);
  // The still that the finding names was saved.
  expect(stills.map(({ timeMs }) => timeMs)).toContain(Math.round(data!.still_time! * 1000));
  expect(examined).toMatchObject([{ module: 'ocr', looks: 10, error: null }]);
});

test('small text in the dark is found after a seek; what the video has already is not sent again', async () => {
  const dark = await textPicture(SIZE.width, SIZE.height, 'Do not enter', {
    size: 9,
    at: { x: 300, y: 180 },
    color: [40, 40, 40],
    background: [4, 4, 4],
  });
  const media: MediaSpec = {
    video: { ...SIZE, frameRate: 5, pictures: [...repeat(plain, 30), ...repeat(dark, 10)], crf: 4, gop: 10 },
  };
  const range = { start: 6.4, end: 7 };
  const region = { x: 0.4, y: 0.4, width: 0.3, height: 0.2 };
  const { found } = await look(media, { range, region });
  expect(found).toMatchObject([{ content: 'Do not enter', start_time: 6.4, end_time: 7 }]);
  const known = [{ module: 'ocr' as const, segments: [{ ...found[0]!, start_time: 6, end_time: 8 }] }];
  expect((await look(media, { range, region }, known)).found).toEqual([]);
});

test('without a picture, modules that need one are not run, and the sound is', async () => {
  const samples = new Float32Array(16_000 * 2);
  const { found, examined } = await look(
    { audio: { sampleRate: 16_000, samples, codec: 'flac' } },
    { range: { start: 0.5, end: 1.5 }, modules: ['ocr', 'audioevents'] },
  );
  expect(found).toEqual([]);
  expect(examined).toMatchObject([
    { module: 'ocr', engine: null, looks: 0 },
    { module: 'audioevents', looks: 0, error: null },
  ]);
});
