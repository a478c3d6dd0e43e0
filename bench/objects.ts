import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundledEmbeddings } from '../src/models/embeddings/index.ts';
import { bundledObjects } from '../src/models/objects/index.ts';
import { drawings, drawnStill, photoStill } from '../test/fixtures/objects.ts';
import { percentile, type Report } from './report.ts';

export const name = 'objects: object detection and sentence embeddings';

const PHOTOS = join(import.meta.dirname, '../../shared/media/photos');
const ROUNDS = 3;
const SENTENCES = 2000;

export async function run(report: Report): Promise<void> {
  await objects(report);
  await embeddings(report);
}

async function objects(report: Report): Promise<void> {
  const stills = existsSync(PHOTOS)
    ? await Promise.all(readdirSync(PHOTOS).map((file) => photoStill(join(PHOTOS, file))))
    : await Promise.all(Object.values(drawings).map((drawing) => drawnStill(drawing)));
  const start = performance.now();
  const engine = await bundledObjects.load();
  report.figure('objects: load, ms', (performance.now() - start).toFixed(0));
  await engine.detect(stills[0]!, 0.2);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const still of stills) {
      const before = performance.now();
      await engine.detect(still, 0.2);
      times.push(performance.now() - before);
    }
  }
  const median = percentile(times, 0.5);
  report.figure('objects: a still in two crops, ms (median)', median.toFixed(0));
  report.figure('objects: stills per second', (1000 / median).toFixed(1));
  await engine.dispose();
  report.figure('memory of the process, MB', (process.memoryUsage().rss / 1e6).toFixed(0), '<= 700');
}

async function embeddings(report: Report): Promise<void> {
  const start = performance.now();
  const engine = await bundledEmbeddings.load();
  await engine.embed(['ready']);
  report.figure('embeddings: load and first sentence, ms', (performance.now() - start).toFixed(0));
  const words = 'a red car stops at the old bridge while two people wait for rain to end'.split(' ');
  const sentences = Array.from({ length: SENTENCES }, (_, i) =>
    Array.from({ length: 5 + (i % 16) }, (_, j) => words[(i * 7 + j * j + j) % words.length]).join(' '),
  );
  const before = performance.now();
  await engine.embed(sentences);
  report.figure(
    'embeddings: sentences per second, batched',
    (SENTENCES / ((performance.now() - before) / 1000)).toFixed(0),
  );
  const single: number[] = [];
  for (const sentence of sentences.slice(0, 200)) {
    const at = performance.now();
    await engine.embed([sentence]);
    single.push(performance.now() - at);
  }
  report.figure('embeddings: single sentence, ms (median)', percentile(single, 0.5).toFixed(2));
  await engine.dispose();
}
