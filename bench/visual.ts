import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { similarityTo } from '../src/db/vectors/descriptor-similarity.ts';
import { bundledObjects, type ObjectEngine, type QueryViews } from '../src/models/objects/index.ts';
import { percentile, type Report } from './report.ts';
import { mediaFolder } from './support/media-folder.ts';
import { describeDistractors } from './support/visual-distractors.ts';
import { describeEdits, describePhoto, EDITS } from './support/visual-edits.ts';
import { createPictureLibrary, searchTimes } from './support/visual-index.ts';
import { copiedPassages } from './support/visual-passages.ts';
import { describeTakes } from './support/visual-takes.ts';

export const name = 'visual: find a picture again, edited or from the same take';

const SHARED = mediaFolder();
/** Folder of further photos; those of the project are few. */
const PHOTOS = process.env['REELSCOPE_BENCH_PHOTOS'];
/** Folder of the photos that are searched for, if not some of these. */
const WANTED = process.env['REELSCOPE_BENCH_WANTED'];
const DISTRACTORS = 10_000;
/** One of this many further photos is searched for; the others are distractors. */
const WANTED_EVERY = 8;
const TOP = 10;
const STILLS = 1_000_000;
/** Hours of described footage, and the passages copied from them. */
const HOURS = 100;
const COPIES = 40;

type Part = (report: Report) => Promise<void>;
/** `--part=edits,speed` runs some of them. */
const PARTS: Readonly<Record<string, Part>> = { edits, speed, passages };

export async function run(report: Report): Promise<void> {
  const wanted = process.argv.find((word) => word.startsWith('--part='))?.slice('--part='.length);
  for (const name of wanted?.split(',') ?? Object.keys(PARTS)) {
    const part = PARTS[name];
    if (!part) throw new Error(`Unknown part: ${name}. Available: ${Object.keys(PARTS).join(', ')}.`);
    await part(report);
  }
}

/** Edited pictures, and other frames of a take, are searched for in a library. */
async function edits(report: Report): Promise<void> {
  const shared = photosIn(join(SHARED, 'photos'));
  const further = PHOTOS ? photosIn(PHOTOS) : [];
  const isWanted = (i: number) => i % WANTED_EVERY === 0;
  const others = further.length > 0 ? further.filter((_, i) => !isWanted(i)) : shared;
  if (others.length === 0) return report.figure('visual: no photos', 'skipped');
  const engine = await bundledObjects.load();
  const distractors = await describeDistractors(engine, others, DISTRACTORS);
  const wanted = (WANTED ? photosIn(WANTED) : further).filter((_, i) => isWanted(i));
  // The ranking was chosen on the first half of the further photos alone.
  const [first, second] = [0, 1].map((half) => wanted.filter((_, i) => i % 2 === half));
  if (wanted.length === 0) await measure(report, 'shared photos', engine, shared, distractors);
  else if (WANTED) await measure(report, 'held out', engine, wanted, distractors);
  else {
    await measure(report, 'used to choose the ranking', engine, first!, distractors);
    await measure(report, 'not used for the ranking', engine, second!, distractors);
  }
  await takes(report, engine, distractors);
  await engine.dispose();
}

/** Searches for every edit of these photos. */
async function measure(
  report: Report,
  set: string,
  engine: ObjectEngine,
  wanted: readonly string[],
  distractors: readonly Int8Array[],
): Promise<void> {
  const figure = (name: string, value: string, target?: string) => report.figure(`${set}: ${name}`, value, target);
  const originals: Int8Array[] = [];
  const edited = new Map<string, { of: number; views: QueryViews }[]>(EDITS.map((edit) => [edit, []]));
  for (const [of, photo] of wanted.entries()) {
    originals.push(await describePhoto(engine, photo));
    for (const [edit, views] of await describeEdits(engine, photo)) edited.get(edit)!.push({ of, views });
  }
  figure('photos searched for, among crops of others', `${wanted.length}, ${distractors.length}`);
  const library = await createPictureLibrary([...originals, ...distractors]);
  const figures: number[] = [];
  for (const [edit, queries] of edited) {
    const found = await share(queries, async ({ of, views }) => (await library.nearest(views, TOP)).includes(of));
    figures.push(found);
    figure(`recall@${TOP}, ${edit}`, found.toFixed(3), '>= 0.95');
  }
  figure(`recall@${TOP}, all edits`, (figures.reduce((sum, found) => sum + found, 0) / figures.length).toFixed(3));
  await library.close();
  similarities(figure, originals, [...edited.values()].flat(), distractors);
}

/** Every second frame of each take is in the library; the others are searched for. */
async function takes(report: Report, engine: ObjectEngine, distractors: readonly Int8Array[]): Promise<void> {
  const frames = await describeTakes(engine, SHARED);
  const isKnown = (i: number) => i % 2 === 0;
  const known = frames.filter((_, i) => isKnown(i));
  const library = await createPictureLibrary([...known.map(({ views }) => views.descriptor), ...distractors]);
  const queries = frames.filter((_, i) => !isKnown(i));
  const found = await share(queries, async ({ of, views: { descriptor } }) =>
    (await library.nearest({ descriptor }, TOP)).some((position) => known[position]?.of === of),
  );
  report.figure(`recall@${TOP}, ${queries.length} other frames of a take`, found.toFixed(3), '>= 0.8');
  await library.close();
}

async function share<Item>(items: readonly Item[], isFound: (item: Item) => Promise<boolean>): Promise<number> {
  let found = 0;
  for (const item of items) if (await isFound(item)) found++;
  return found / items.length;
}

/** Searches of a library of a million stills, whose descriptors are invented. */
async function speed(report: Report): Promise<void> {
  const times = await searchTimes(STILLS);
  for (const [views, name] of [
    [times.picture, 'a picture'],
    [times.frame, 'a described frame'],
  ] as const)
    report.figure(
      `search of ${STILLS.toLocaleString('en')} stills with ${name}, processor ms (median, p95)`,
      [0.5, 0.95].map((share) => percentile(views, share).toFixed(0)).join(', '),
      '<= 50',
    );
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

/** Spread of similarities: those of an edited picture with its original, and of the best distractor, by view. */
function similarities(
  figure: Report['figure'],
  originals: readonly Int8Array[],
  edited: readonly { of: number; views: QueryViews }[],
  distractors: readonly Int8Array[],
): void {
  const spread = (values: readonly number[]) =>
    [0.05, 0.5, 0.95, 0.99].map((share) => percentile(values, share).toFixed(2)).join(', ');
  for (const view of ['descriptor', 'small'] as const) {
    const own = edited.map(({ of, views }) => similarityTo(views[view])(originals[of]!));
    const best = edited.map(({ views }) => {
      const similarity = similarityTo(views[view]);
      return distractors.reduce((max, other) => Math.max(max, similarity(other)), -1);
    });
    figure(`similarity with the original, ${view}: 5, 50, 95, 99 %`, spread(own));
    figure(`similarity of the best distractor, ${view}: 5, 50, 95, 99 %`, spread(best));
  }
}

function photosIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((file) => /\.jpe?g$/i.test(file));
  return names.sort().map((file) => join(folder, file));
}
