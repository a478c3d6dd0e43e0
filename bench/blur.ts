import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Region } from '../src/contract/search/visual.ts';
import { blurAreas } from '../src/media/blur/blur-areas.ts';
import type { Still } from '../src/media/frames.ts';
import { runMediaPass } from '../src/media/media-pass.ts';
import { transcode } from '../src/media/transcode/transcode.ts';
import { bundledFaces, type FaceEngine } from '../src/models/faces/index.ts';
import type { ModuleArtifact } from '../src/modules/artifacts.ts';
import { people } from '../src/modules/people/module.ts';
import { type BlurTrack, blurTracks, HEAD_GAPS } from '../src/server/people/blur-tracks.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import { moduleContext } from '../test/fixtures/module-context.ts';
import { seededRandom } from '../test/fixtures/random.ts';
import { createTempFolder } from '../test/fixtures/temp.ts';
import type { Report } from './report.ts';
import { cutoutOf, emptyBackgrounds } from './support/face-cast.ts';
import { type Cast, CLIP, type FaceClip, faceClips } from './support/face-clips.ts';
import { mediaFolder } from './support/media-folder.ts';
import { readPortraits } from './support/portrait-clips.ts';
import { unpackTracks } from './support/unpack-tracks.ts';

export const name = 'blur: faces that stay visible';

const PORTRAITS = process.env['REELSCOPE_BENCH_PORTRAITS'] ?? join(mediaFolder(), 'portraits');
/** Clips of the first seeds were used in development; those of the last ones were not. */
const SEEDS = { development: [1, 3], 'held out': [5, 6] } as const;
/** Points per side at which it is looked whether a face is covered, and the share of them that must be. */
const POINTS = 16;
const MIN_COVERED = 0.9;
/** Of a face in a blurred frame that counts as visible. */
const MIN_CONFIDENCE = 0.5;

export async function run(report: Report): Promise<void> {
  if (!existsSync(PORTRAITS)) return report.figure('blur: needs portraits in REELSCOPE_BENCH_PORTRAITS', 'skipped');
  const engine = await bundledFaces.load();
  const backgrounds = await emptyBackgrounds(engine);
  const people = [...readPortraits(PORTRAITS, 1).values()];
  const wanted = process.argv.find((word) => word.startsWith('--seeds='))?.slice('--seeds='.length);
  const sets = wanted ? { chosen: wanted.split(',').map(Number) } : SEEDS;
  for (const [set, seeds] of Object.entries(sets)) {
    const totals = new Map<string, Misses>();
    for (const seed of seeds) {
      const random = seededRandom(seed);
      const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
      const cast: Cast = { person: () => [], background: () => pick(backgrounds) };
      const cutouts = await Promise.all(
        Array.from({ length: 12 }, async () => Promise.all(pick(people).map(({ file }) => cutoutOf(engine, file)))),
      );
      cast.person = () => pick(cutouts.map((of) => of.filter((one) => one !== null)).filter((of) => of.length > 0));
      for (const clip of faceClips(random, cast)) {
        const misses = await measure(engine, clip);
        if (process.argv.includes('--verbose')) console.log(seed, clip.name, misses);
        add(totals, clip.name, misses);
      }
    }
    for (const [kind, { frames, uncovered, visible, area }] of totals) {
      report.figure(
        `${set}: ${kind}: frames with faces; not covered, visible`,
        `${frames}; ${uncovered}, ${visible}`,
        '0, 0',
      );
      report.figure(`${set}: ${kind}: share of the picture that is blurred`, (area / (100 * seeds.length)).toFixed(2));
    }
  }
  await engine.dispose();
}

/** Frames with faces; those in which one is not covered, or found by the detector; sum of the blurred shares. */
interface Misses {
  frames: number;
  uncovered: number;
  visible: number;
  area: number;
}

function add(totals: Map<string, Misses>, name: string, more: Misses): void {
  const all = totals.get(name) ?? { frames: 0, uncovered: 0, visible: 0, area: 0 };
  for (const key of ['frames', 'uncovered', 'visible', 'area'] as const) all[key] += more[key];
  totals.set(name, all);
}

/** Writes a clip, analyzes it, writes it blurred, and looks at each frame of that. */
async function measure(engine: FaceEngine, { name, pictures, truth }: FaceClip): Promise<Misses> {
  const { path: folder, remove } = await createTempFolder();
  const [path, target] = [join(folder, 'clip.mp4'), join(folder, 'blurred.mp4')];
  await writeMedia(path, { video: { ...CLIP, pictures, crf: 23, gop: 50, keyFrames: 'cuts' } });
  const blur = await tracksOf(path);
  await transcode(path, { target, blur });
  const misses = { frames: 0, uncovered: 0, visible: 0, area: 0 };
  let index = 0;
  await eachFrame(target, async (still) => {
    const time = index / CLIP.frameRate;
    const faces = truth[index++] ?? [];
    const areas = blurAreas(blur, time);
    misses.area += shareOf({ x: 0, y: 0, width: 1, height: 1 }, areas);
    if (faces.length === 0) return;
    misses.frames++;
    const found = await engine.detect(still, MIN_CONFIDENCE);
    const isUncovered = faces.some((face) => shareOf(face, areas) < MIN_COVERED);
    // Averages may look like a face; what they cover does not count.
    const isVisible = found.some((one) => shareOf(one, areas) < MIN_COVERED && faces.some((face) => isAt(one, face)));
    if (isUncovered) misses.uncovered++;
    if (isVisible) misses.visible++;
    if (process.argv.includes('--verbose') && (isUncovered || isVisible))
      console.log(name, time.toFixed(2), { isUncovered, isVisible }, JSON.stringify({ faces, areas }));
  });
  await remove();
  if (index !== truth.length) throw new Error(`${name}: ${index} frames of ${truth.length}.`);
  return misses;
}

/** Tracks of the faces and heads that “Everyone” hides, as the module and the server find them. */
async function tracksOf(path: string): Promise<BlurTrack[]> {
  const artifacts: ModuleArtifact[] = [];
  const saveArtifacts = (parts: Iterable<ModuleArtifact>) => void artifacts.push(...parts);
  const module = await people.start({ ...moduleContext(['people']), saveArtifacts });
  await runMediaPass(path, [module]);
  await module.finish();
  await module.dispose();
  const found = artifacts.filter((part) => part.module === 'people');
  const [tracks, heads] = [found.flatMap((part) => part.tracks), found.flatMap((part) => part.heads)];
  return [...blurTracks(unpackTracks(tracks)), ...blurTracks(unpackTracks(heads), HEAD_GAPS)];
}

function eachFrame(path: string, onStill: (still: Still) => Promise<void>): Promise<unknown> {
  return runMediaPass(path, [{ needs: { stills: { intervalSeconds: 0, maxSide: CLIP.width } }, onStill }]);
}

/** Share of the points of a region that are in one of the areas. */
function shareOf({ x, y, width, height }: Region, areas: readonly Region[]): number {
  let inside = 0;
  for (let i = 0; i < POINTS * POINTS; i++) {
    const [u, v] = [
      x + (((i % POINTS) + 0.5) / POINTS) * width,
      y + ((Math.floor(i / POINTS) + 0.5) / POINTS) * height,
    ];
    if (areas.some((area) => u >= area.x && u < area.x + area.width && v >= area.y && v < area.y + area.height))
      inside++;
  }
  return inside / POINTS ** 2;
}

/** Whether something found is the face: near its center, and of a similar size. */
function isAt(found: Region, face: Region): boolean {
  const across = found.x + found.width / 2 - face.x - face.width / 2;
  const down = found.y + found.height / 2 - face.y - face.height / 2;
  const ratio = found.width / face.width;
  return Math.abs(across) < face.width / 2 && Math.abs(down) < face.height / 2 && ratio > 0.4 && ratio < 2.5;
}
