import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterTrack } from '../src/db/people/cluster.ts';
import { bundledFaces, type FaceEngine } from '../src/models/faces/index.ts';
import type { ModuleArtifact } from '../src/modules/artifacts.ts';
import type { AnalysisModule } from '../src/modules/module.ts';
import { people } from '../src/modules/people/module.ts';
import { visualelements } from '../src/modules/visualelements/module.ts';
import { moduleContext } from '../test/fixtures/module-context.ts';
import type { Report } from './report.ts';
import { scorePeople, type Truth } from './support/people-score.ts';
import {
  type Appearance,
  FRAME,
  lumaOf,
  makeAppearance,
  type Portrait,
  readPortraits,
} from './support/portrait-clips.ts';
import { unpackTracks } from './support/unpack-tracks.ts';

export const name = 'people: faces found, and joined to people';

/** Folder with a folder per person, each with pictures of one face. */
const PORTRAITS = process.env['REELSCOPE_BENCH_PORTRAITS'] ?? join(import.meta.dirname, '../../shared/media/portraits');
const MIN_PEOPLE = 15;
/**
 * People of each half, in order of their names. Limits were chosen on the first half alone; the second one shows how
 * they do on other people.
 */
const HALF = 20;
/** Pictures of each person per video; with twice as many, a second video shows the people again. */
const PICTURES = 4;
/** Faces below this size in pixels are not counted. */
const MIN_PIXELS = 60;
const CPU_APPEARANCES = 16;

export async function run(report: Report): Promise<void> {
  const portraits = existsSync(PORTRAITS) ? readPortraits(PORTRAITS, PICTURES) : new Map<string, Portrait[]>();
  if (portraits.size < MIN_PEOPLE)
    return report.figure(
      `people: needs ${PICTURES} pictures of ${MIN_PEOPLE} people in REELSCOPE_BENCH_PORTRAITS`,
      'skipped',
    );
  const engine = await bundledFaces.load();
  const byName = [...portraits].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pictures]) => pictures);
  const tuning = await measure(report, 'used to choose limits', engine, byName.slice(0, HALF));
  const others = byName.slice(HALF, 2 * HALF);
  if (others.length >= MIN_PEOPLE) await measure(report, 'held out', engine, others);
  else report.figure(`held out: needs ${HALF + MIN_PEOPLE} people`, 'skipped');

  const sample = tuning.slice(0, CPU_APPEARANCES);
  const [own, objects] = [await cpuOf(people, sample), await cpuOf(visualelements(null), sample)];
  report.figure('CPU, seconds: people, objects', `${own.toFixed(1)}, ${objects.toFixed(1)}`);
  report.figure('CPU in proportion to objects', (own / objects).toFixed(2), '<= 1.5');
  await engine.dispose();
}

/** Measures one half of the people in two videos; returns the first one. */
async function measure(report: Report, half: string, engine: FaceEngine, pictures: readonly (readonly Portrait[])[]) {
  const [one, two] = [0, 1].map((video) =>
    pictures.flatMap((of) => of.slice(video * PICTURES, (video + 1) * PICTURES)),
  );
  const clips = [await clipOf(engine, one!, 0), await clipOf(engine, two!, 1)] as const;
  const figure = (name: string, value: string, target?: string) => report.figure(`${half}: ${name}`, value, target);
  figure('people, appearances', `${pictures.length}, ${clips.map(({ length }) => length).join(' + ')}`);
  figure('recall of faces over 60 px', (await recall(engine, clips.flat())).toFixed(3), '>= 0.95');
  const [first, second] = [await tracksOf(clips[0], 0), await tracksOf(clips[1], 1)];
  const truth: Truth = new Map([...first.truth, ...second.truth]);
  figure('tracks that show two people', String(first.mixed + second.mixed), '0');
  const { video, project, mixed, given, wrong } = scorePeople(first.tracks, second.tracks, truth);
  figure('pairs in a video: F1', video.f1.toFixed(3), '>= 0.85');
  figure('pairs in a video: precision, recall', `${video.precision.toFixed(3)}, ${video.recall.toFixed(3)}`);
  figure('groups of a video that show two people', String(mixed), '0');
  figure('tracks of another video given to a wrong name', String(wrong), '0');
  figure('tracks of another video given to a name', `${given - wrong} of ${second.tracks.length}`);
  figure('pairs in the project: F1', project.f1.toFixed(3), '>= 0.85');
  spread(figure, [...first.tracks, ...second.tracks], truth);
  return clips[0];
}

/** Appearances in an order in which no person follows itself. */
async function clipOf(engine: FaceEngine, portraits: readonly Portrait[], video: number) {
  const clip: Appearance[] = [];
  // First one picture of everyone, then another one.
  const order = portraits.map((portrait, i) => ({ portrait, key: (i % PICTURES) * portraits.length + i }));
  for (const [i, { portrait }] of order.sort((a, b) => a.key - b.key).entries()) {
    const start = clip.at(-1)?.end ?? 0;
    clip.push(await makeAppearance(engine, portrait, { start, seed: 1000 * video + i }));
  }
  return clip;
}

/** Share of stills in which the face is found where it is. */
async function recall(engine: FaceEngine, clip: readonly Appearance[]): Promise<number> {
  let [found, all] = [0, 0];
  for (const { stills } of clip) {
    for (const { still, face } of stills.filter(({ face }) => face.width >= MIN_PIXELS)) {
      const faces = await engine.detect(still, 0.5);
      const isNear = faces.some(({ x, y, width, height }) => {
        const [dx, dy] = [(x + width / 2) * FRAME.width - face.x, (y + height / 2) * FRAME.height - face.y];
        return Math.hypot(dx, dy) < face.width / 2;
      });
      all++;
      if (isNear) found++;
    }
  }
  return found / Math.max(1, all);
}

/** Runs the module over a clip; returns the tracks, and whom each shows. */
async function tracksOf(clip: readonly Appearance[], video: number) {
  const artifacts = await runModule(people, clip);
  const found = unpackTracks(artifacts.flatMap((part) => (part.module === 'people' ? part.tracks : [])));
  const truth = new Map<number, string>();
  const mixed = found.filter(
    ({ boxes }) => new Set(boxes.map(({ time }) => clip.findLast(({ start }) => start <= time)?.person)).size > 1,
  ).length;
  const tracks = found.flatMap((track, i): ClusterTrack[] => {
    const middle = (track.startTime + track.endTime) / 2;
    const shown = clip.find(({ start, end }) => middle >= start && middle < end);
    if (!shown || !track.template) return [];
    const id = 10_000 * video + i + 1;
    truth.set(id, shown.person);
    const { startTime: start, endTime: end, template, quality } = track;
    return [{ id, videoId: video, start, end, template, quality, rejected: new Set() }];
  });
  return { tracks, truth, mixed };
}

async function runModule(module: AnalysisModule, clip: readonly Appearance[]): Promise<ModuleArtifact[]> {
  const artifacts: ModuleArtifact[] = [];
  const saveArtifacts = (parts: Iterable<ModuleArtifact>) => void artifacts.push(...parts);
  const started = await module.start({ ...moduleContext([module.name]), saveArtifacts });
  for (const { stills } of clip) {
    for (const { still } of stills) {
      started.onLuma?.(lumaOf(still));
      await started.onStill?.(still);
    }
  }
  await started.finish();
  await started.dispose();
  return artifacts;
}

async function cpuOf(module: AnalysisModule, clip: readonly Appearance[]): Promise<number> {
  const before = process.cpuUsage();
  await runModule(module, clip);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** How far pairs of one person and of two are apart, for choosing thresholds. */
function spread(figure: Report['figure'], tracks: readonly ClusterTrack[], truth: Truth): void {
  const [same, other]: [number[], number[]] = [[], []];
  for (const [i, a] of tracks.entries()) {
    for (const b of tracks.slice(i + 1)) {
      const similarity = a.template!.reduce((sum, value, k) => sum + value * b.template![k]!, 0);
      (truth.get(a.id) === truth.get(b.id) ? same : other).push(similarity);
    }
  }
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
  figure('similarity of one person: 5 %, median', `${at(same, 0.05).toFixed(3)}, ${at(same, 0.5).toFixed(3)}`);
  figure('similarity of two people: median, 99.9 %', `${at(other, 0.5).toFixed(3)}, ${at(other, 0.999).toFixed(3)}`);
}
