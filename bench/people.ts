import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assignTracks, type ClusterPerson, type ClusterTrack } from '../src/db/people/cluster.ts';
import { bundledFaces, type FaceEngine } from '../src/models/faces/index.ts';
import type { AnalysisModule, FoundFaceTrack } from '../src/modules/module.ts';
import { people } from '../src/modules/people/index.ts';
import { visualelements } from '../src/modules/visualelements/index.ts';
import { moduleContext } from '../test/fixtures/module-context.ts';
import type { Report } from './report.ts';
import { type Appearance, FRAME, lumaOf, makeAppearance, readPortraits } from './support/portrait-clips.ts';

export const name = 'people: faces found, and joined to people';

/** Folder with a folder per person, each with pictures of one face. */
const PORTRAITS = process.env['REELSCOPE_BENCH_PORTRAITS'] ?? join(import.meta.dirname, '../../shared/media/portraits');
const MIN_PEOPLE = 15;
const MAX_PEOPLE = 20;
/** Pictures of each person per video; with twice as many, a second video shows the people again. */
const PICTURES = 4;
/** Faces below this size in pixels are not counted. */
const MIN_PIXELS = 60;
const CPU_APPEARANCES = 16;

type Truth = ReadonlyMap<number, string>;

export async function run(report: Report): Promise<void> {
  const portraits = existsSync(PORTRAITS) ? readPortraits(PORTRAITS, PICTURES) : new Map();
  if (portraits.size < MIN_PEOPLE)
    return report.figure(
      `people: needs ${PICTURES} pictures of ${MIN_PEOPLE} people in REELSCOPE_BENCH_PORTRAITS`,
      'skipped',
    );
  const engine = await bundledFaces.load();
  const chosen = [...portraits.values()].slice(0, MAX_PEOPLE);
  const videos = [0, 1].map((video) => chosen.map((of) => of.slice(video * PICTURES, (video + 1) * PICTURES)));
  const clips = [];
  for (const [video, of] of videos.entries()) clips.push(await clipOf(engine, of.flat(), video));
  report.figure('people, appearances', `${chosen.length}, ${clips.map(({ length }) => length).join(' + ')}`);
  report.figure('recall of faces over 60 px', (await recall(engine, clips.flat())).toFixed(3), '>= 0.95');

  const [first, second] = await Promise.all(clips.map((clip, video) => tracksOf(clip, video)));
  const all = [...first!.tracks, ...second!.tracks];
  const truth: Truth = new Map([...first!.truth, ...second!.truth]);
  const groups = assignTracks(first!.tracks, []).map(({ trackIds }) => trackIds);
  const { f1, precision, recall: found } = pairScores(groups, truth);
  report.figure('pairs in a video: F1', f1.toFixed(3), '>= 0.85');
  report.figure('pairs in a video: precision, recall', `${precision.toFixed(3)}, ${found.toFixed(3)}`);

  // Each group gets the name of the person it mostly shows, as a user would name it.
  const named: (ClusterPerson & { name: string })[] = groups.map((ids, id) => ({
    ...{ id: id + 1, isNamed: true, name: mostOf(ids.map((one) => truth.get(one)!)) },
    tracks: first!.tracks.filter((track) => ids.includes(track.id)),
  }));
  const assigned = assignTracks(second!.tracks, named);
  const wrong = assigned.flatMap(({ personId, trackIds }) =>
    trackIds.filter((id) => personId !== null && named[personId - 1]!.name !== truth.get(id)),
  );
  const mixed = named.filter(({ tracks, name: own }) => tracks.some(({ id }) => truth.get(id) !== own)).length;
  report.figure('groups of a video that show two people', String(mixed), '0');
  report.figure('tracks of another video given to a wrong name', String(wrong.length), '0');
  const right = assigned.filter(({ personId }) => personId !== null).flatMap(({ trackIds }) => trackIds).length;
  report.figure('tracks of another video given to a name', `${right - wrong.length} of ${second!.tracks.length}`);
  const project = [...named.map(({ tracks }) => tracks.map(({ id }) => id))];
  for (const { personId, trackIds } of assigned)
    if (personId === null) project.push(trackIds);
    else project[personId - 1]!.push(...trackIds);
  report.figure('pairs in the project: F1', pairScores(project, truth).f1.toFixed(3), '>= 0.85');
  spread(report, all, truth);

  const sample = clips[0]!.slice(0, CPU_APPEARANCES);
  const [own, objects] = [await cpuOf(people, sample), await cpuOf(visualelements(null), sample)];
  report.figure('CPU, seconds: people, objects', `${own.toFixed(1)}, ${objects.toFixed(1)}`);
  report.figure('CPU in proportion to objects', (own / objects).toFixed(2), '<= 1.5');
  await engine.dispose();
}

/** Appearances in an order in which no person follows itself. */
async function clipOf(engine: FaceEngine, portraits: readonly Parameters<typeof makeAppearance>[1][], video: number) {
  const clip: Appearance[] = [];
  const order = portraits.map((portrait, i) => ({ portrait, key: (i * 7919) % portraits.length }));
  for (const [i, { portrait }] of order.sort((a, b) => a.key - b.key).entries()) {
    const start = clip.at(-1)?.end ?? 0;
    const appearance = await makeAppearance(engine, portrait, { start, seed: 1000 * video + i });
    if (appearance) clip.push(appearance);
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
  let found: readonly FoundFaceTrack[] = [];
  await runModule(people, clip, (tracks) => {
    found = tracks;
  });
  const truth = new Map<number, string>();
  const tracks = found.flatMap((track, i): ClusterTrack[] => {
    const middle = (track.startTime + track.endTime) / 2;
    const shown = clip.find(({ start, end }) => middle >= start && middle < end);
    if (!shown || !track.template) return [];
    const id = 10_000 * video + i + 1;
    truth.set(id, shown.person);
    const { startTime: start, endTime: end, template, quality } = track;
    return [{ id, videoId: video, start, end, template, quality, rejected: new Set() }];
  });
  return { tracks, truth };
}

async function runModule(
  module: AnalysisModule,
  clip: readonly Appearance[],
  onFaces: (tracks: readonly FoundFaceTrack[]) => void = () => {},
): Promise<void> {
  const context = {
    ...moduleContext([module.name]),
    saveFaces: (_: string, tracks: readonly FoundFaceTrack[]) => onFaces(tracks),
  };
  const started = await module.start(context);
  for (const { stills } of clip) {
    for (const { still } of stills) {
      started.onLuma?.(lumaOf(still));
      await started.onStill?.(still);
    }
  }
  await started.finish();
  await started.dispose();
}

async function cpuOf(module: AnalysisModule, clip: readonly Appearance[]): Promise<number> {
  const before = process.cpuUsage();
  await runModule(module, clip);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function pairScores(groups: readonly (readonly number[])[], truth: Truth) {
  const groupOf = new Map(groups.flatMap((ids, group) => ids.map((id) => [id, group] as const)));
  const ids = [...groupOf.keys()];
  let [both, joined, same] = [0, 0, 0];
  for (const [i, a] of ids.entries()) {
    for (const b of ids.slice(i + 1)) {
      const [isJoined, isSame] = [groupOf.get(a) === groupOf.get(b), truth.get(a) === truth.get(b)];
      if (isJoined) joined++;
      if (isSame) same++;
      if (isJoined && isSame) both++;
    }
  }
  const [precision, recallOfPairs] = [both / Math.max(1, joined), both / Math.max(1, same)];
  return {
    precision,
    recall: recallOfPairs,
    f1: (2 * precision * recallOfPairs) / Math.max(1e-9, precision + recallOfPairs),
  };
}

/** How far pairs of one person and of two are apart, for choosing thresholds. */
function spread(report: Report, tracks: readonly ClusterTrack[], truth: Truth): void {
  const [same, other]: [number[], number[]] = [[], []];
  for (const [i, a] of tracks.entries()) {
    for (const b of tracks.slice(i + 1)) {
      const similarity = a.template!.reduce((sum, value, k) => sum + value * b.template![k]!, 0);
      (truth.get(a.id) === truth.get(b.id) ? same : other).push(similarity);
    }
  }
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
  report.figure('similarity of one person: 5 %, median', `${at(same, 0.05).toFixed(3)}, ${at(same, 0.5).toFixed(3)}`);
  report.figure(
    'similarity of two people: median, 99.9 %',
    `${at(other, 0.5).toFixed(3)}, ${at(other, 0.999).toFixed(3)}`,
  );
}

function mostOf(names: readonly string[]): string {
  const counts = [...Map.groupBy(names, (one) => one)].sort((a, b) => b[1].length - a[1].length);
  return counts[0]![0];
}
