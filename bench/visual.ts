import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { similarityTo } from '../src/db/vectors/visual.ts';
import { bundledObjects } from '../src/models/objects/index.ts';
import { percentile, type Report } from './report.ts';
import { mediaFolder } from './support/media-folder.ts';
import { describeEdits, describePhoto, EDITS, randomCrop } from './support/visual-edits.ts';
import { searchTimes } from './support/visual-index.ts';
import { copiedPassages } from './support/visual-passages.ts';
import { describeTakes } from './support/visual-takes.ts';

export const name = 'visual: find a picture again, edited or from the same take';

const SHARED = mediaFolder();
/** Folder of further photos; those of the project are few. */
const PHOTOS = process.env['REELSCOPE_BENCH_PHOTOS'];
const DISTRACTORS = 10_000;
/** One of this many further photos is searched for; the others are distractors. */
const QUERY_EVERY = 8;
const TOP = 10;
const STILLS = 1_000_000;
/** Hours of described footage, and the passages copied from them. */
const HOURS = 100;
const COPIES = 40;

interface Described {
  of: string;
  descriptor: Int8Array;
}

export async function run(report: Report): Promise<void> {
  await passages(report);
  const engine = await bundledObjects.load();
  const shared = photosIn(join(SHARED, 'photos'));
  const further = PHOTOS ? photosIn(PHOTOS) : [];
  if (shared.length + further.length === 0) return report.figure('visual: no photos', 'skipped');
  const wanted = further.length > 0 ? further.filter((_, i) => i % QUERY_EVERY === 0) : shared;
  const others = further.length > 0 ? further.filter((_, i) => i % QUERY_EVERY !== 0) : shared;
  const originals: Described[] = [];
  const edits = new Map<string, Described[]>(EDITS.map((edit) => [edit, []]));
  for (const of of wanted) {
    originals.push({ of, descriptor: await describePhoto(engine, of) });
    for (const [edit, descriptor] of await describeEdits(engine, of)) edits.get(edit)!.push({ of, descriptor });
  }
  const takes = await describeTakes(engine, SHARED);
  const distractors: Described[] = [];
  for (let i = 0; distractors.length < DISTRACTORS; i++) {
    const of = others[i % others.length]!;
    distractors.push({ of: 'another', descriptor: await randomCrop(engine, of, i) });
  }
  const all = [...originals, ...distractors];
  const figures = [...edits].map(([edit, queries]) => [edit, recall(queries, all)] as const);
  for (const [edit, found] of figures) report.figure(`recall@${TOP}, ${edit}`, found.toFixed(3));
  const mean = figures.reduce((sum, [, found]) => sum + found, 0) / figures.length;
  report.figure(`recall@${TOP}, all edits`, mean.toFixed(3), '>= 0.95');
  if (takes.length > 0) {
    const known = takes.filter((_, i) => i % 2 === 0);
    const found = recall(
      takes.filter((_, i) => i % 2 === 1),
      [...known, ...distractors],
    );
    report.figure(`recall@${TOP}, other frames of a take`, found.toFixed(3), '>= 0.8');
  }
  similarities(report, originals, [...edits.values()].flat(), distractors);
  report.figure('distractors', `${distractors.length} crops of ${others.length} photos`);
  const times = await searchTimes(
    distractors.map(({ descriptor }) => descriptor),
    STILLS,
  );
  report.figure(
    `search of ${STILLS.toLocaleString('en')} stills, processor ms (p95)`,
    percentile(times, 0.95).toFixed(0),
    '<= 50',
  );
  await engine.dispose();
}

/** Copied passages, with exact shot boundaries and without. */
async function passages(report: Report): Promise<void> {
  for (const [isCut, name] of [
    [true, 'with shots'],
    [false, 'without shots'],
  ] as const) {
    const { copies, found, wrong, errors, seconds, pictures } = await copiedPassages(HOURS, COPIES, isCut);
    const label = `copied passages of 10 s in ${HOURS} h, ${name}`;
    report.figure(`${label}: found`, `${found} of ${copies}`, `${copies} of ${copies}`);
    report.figure(`${label}: wrong`, String(wrong), '0');
    const near = errors.filter((error) => error <= 0.5).length;
    report.figure(`${label}: start within 0.5 s`, `${near} of ${copies}`, `${copies} of ${copies}`);
    report.figure(
      `${label}: error of the start, s (median, p95)`,
      [0.5, 0.95].map((share) => percentile(errors, share).toFixed(2)).join(', '),
    );
    report.figure(`${label}: processor s per 5 min, in ${pictures} frames`, percentile(seconds, 0.5).toFixed(1));
  }
}

/** Share of queries with a picture of the same photo or take among the first results. */
function recall(queries: readonly Described[], all: readonly Described[]): number {
  const found = queries.filter(({ of, descriptor }) => {
    const similarity = similarityTo(descriptor);
    const scored = all.map((other) => ({ of: other.of, similarity: similarity(other.descriptor) }));
    return scored
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, TOP)
      .some((other) => other.of === of);
  });
  return found.length / queries.length;
}

/** Spread of similarities: those of an edited picture with its original, and of the best distractor. */
function similarities(
  report: Report,
  originals: readonly Described[],
  edited: readonly Described[],
  distractors: readonly Described[],
): void {
  const own = edited.map(({ of, descriptor }) =>
    similarityTo(descriptor)(originals.find((each) => each.of === of)!.descriptor),
  );
  const best = edited.map(({ descriptor }) => {
    const similarity = similarityTo(descriptor);
    return distractors.reduce((max, other) => Math.max(max, similarity(other.descriptor)), -1);
  });
  const spread = (values: readonly number[]) =>
    [0.05, 0.5, 0.95, 0.99].map((share) => percentile(values, share).toFixed(2)).join(', ');
  report.figure('similarity with the original: 5, 50, 95, 99 %', spread(own));
  report.figure('similarity of the best distractor: 5, 50, 95, 99 %', spread(best));
}

function photosIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((file) => /\.jpe?g$/i.test(file));
  return names.sort().map((file) => join(folder, file));
}
