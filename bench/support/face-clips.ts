import type { Region } from '../../src/contract/search/visual.ts';
import type { Picture } from '../../test/fixtures/media-spec.ts';
import { type Cutout, line, type Pose, pastePortrait } from './paste-portrait.ts';
import { between } from './shot-clips.ts';

/** Pixels and frames per second of the clips. */
export const CLIP = { width: 1024, height: 576, frameRate: 25, seconds: 4 } as const;
const { width: WIDTH, height: HEIGHT, frameRate: RATE, seconds: SECONDS } = CLIP;
/** Faces below this width in pixels need not be hidden, as in bench/people.ts. */
const MIN_PIXELS = 60;
/** Of a portrait that is fading in or out. */
const MIN_OPACITY = 0.5;
/** Share of a face's box that must be inside the frame to be seen as one. */
const MIN_INSIDE = 0.6;

type Random = () => number;
type Motion = (time: number) => Pose | null;

interface Shot {
  start: number;
  background: Picture;
  actors: { portraits: readonly Cutout[]; motion: Motion }[];
}

export interface FaceClip {
  name: string;
  pictures: Iterable<Picture>;
  /** Faces in the frame of each index: fractions of the frame, within it. */
  truth: readonly (readonly Region[])[];
}

/** Portraits of one person, and a background, each time other ones. */
export interface Cast {
  person(): readonly Cutout[];
  background(): Picture;
}

const wave = (time: number, seconds: number): number => Math.sin((2 * Math.PI * time) / seconds);
const side = (random: Random): 1 | -1 => (random() < 0.5 ? 1 : -1);

function walk(random: Random, speed: number, start = 0): Motion {
  const [size, y, way] = [between(random, 70, 170), between(random, 0.3, 0.6) * HEIGHT, side(random)];
  const from = way > 0 ? -size : WIDTH + size;
  return (time) => (time < start ? null : { x: from + way * speed * (time - start), y: y + 8 * wave(time, 0.6), size });
}

function still(random: Random): Motion {
  const [x, y] = [between(random, 0.25, 0.75) * WIDTH, between(random, 0.35, 0.6) * HEIGHT];
  const size = between(random, 70, 180);
  return () => ({ x, y, size });
}

/** One shot with motions. */
const shot = (cast: Cast, motions: readonly Motion[], start = 0): Shot => ({
  start,
  background: cast.background(),
  actors: motions.map((motion) => ({ portraits: cast.person(), motion })),
});

/** Faces that enter, leave, cross, turn, grow, run, jump, and appear for a moment. */
const KINDS: Readonly<Record<string, (random: Random, cast: Cast) => Shot[]>> = {
  'enters and walks across': (random, cast) => [shot(cast, [walk(random, between(random, 250, 400), 0.3)])],
  'leaves and comes back': (random, cast) => {
    const { size, y } = still(random)(0)!;
    const way = side(random);
    return [shot(cast, [(time) => ({ x: WIDTH / 2 + way * 0.75 * WIDTH * wave(time, 3.2), y, size })])];
  },
  'two cross': (random, cast) => [shot(cast, [walk(random, 300), walk(random, 300, 0.2), still(random)])],
  'turns the head': (random, cast) => {
    const pose = still(random)(0)!;
    return [
      shot(cast, [
        (time) => ({
          ...pose,
          squeeze: 1 - 0.4 * Math.abs(wave(time, 2.4)),
          angle: 30 * wave(time, 3.1),
          portrait: Math.floor(time / 0.8),
        }),
      ]),
    ];
  },
  'comes near and goes': (random, cast) => {
    const pose = still(random)(0)!;
    return [shot(cast, [(time) => ({ ...pose, size: line(30, 260, Math.abs(wave(time, 2 * SECONDS))) })])];
  },
  'hard cuts': (random, cast) =>
    [0, between(random, 0.8, 1.4), between(random, 1.8, 2.3), between(random, 2.7, 3.3)].map((start) =>
      shot(cast, [still(random), walk(random, between(random, -60, 60), -between(random, 2, 6))], start),
    ),
  'runs to and fro': (random, cast) => {
    const { size, y } = still(random)(0)!;
    // Up to some 1000 pixels per second.
    return [shot(cast, [(time) => ({ x: WIDTH / 2 + 300 * wave(time, 1.9), y: y + 40 * wave(time, 1.1), size })])];
  },
  'appears for a moment': (random, cast) => {
    const [first, second] = [between(random, 0.6, 1.2), between(random, 2, 2.8)];
    const [pose, other] = [still(random)(0)!, still(random)(0)!];
    // From behind something, for 0.6 and 0.4 s.
    return [
      shot(cast, [
        (time) => (time >= first && time < first + 0.6 ? pose : null),
        (time) => (time >= second && time < second + 0.4 ? other : null),
      ]),
    ];
  },
  'fades in and out': (random, cast) => {
    const pose = still(random)(0)!;
    return [shot(cast, [(time) => ({ ...pose, opacity: Math.max(0, Math.min(1, 2 * Math.sin(time * 1.2) - 0.3)) })])];
  },
  'a cut in to a face for a moment': (random, cast) => {
    const start = between(random, 1, 2);
    return [shot(cast, []), shot(cast, [still(random)], start), shot(cast, [], start + 0.36)];
  },
};

/** One clip of each kind. */
export function faceClips(random: Random, cast: Cast): FaceClip[] {
  return Object.entries(KINDS).map(([name, make]) => {
    const shots = make(random, cast);
    const times = Array.from({ length: SECONDS * RATE }, (_, i) => i / RATE);
    const shown = times.map((time) => shots.findLast(({ start }) => start <= time)!);
    return {
      name,
      pictures: (function* () {
        for (const [i, time] of times.entries()) yield paintFrame(shown[i]!, time);
      })(),
      truth: times.map((time, i) =>
        shown[i]!.actors.flatMap(({ portraits, motion }) => truthOf(portraits, motion(time))),
      ),
    };
  });
}

const portraitOf = (portraits: readonly Cutout[], pose: Pose): Cutout =>
  portraits[(pose.portrait ?? 0) % portraits.length]!;

/** The visible part of a face, if it must be hidden. */
function truthOf(portraits: readonly Cutout[], pose: Pose | null): Region[] {
  if (!pose || (pose.opacity ?? 1) < MIN_OPACITY) return [];
  const { face } = portraitOf(portraits, pose);
  const [width, height] = [pose.size * (pose.squeeze ?? 1), (pose.size * face.height) / face.width];
  const [left, top] = [Math.max(0, pose.x - width / 2), Math.max(0, pose.y - height / 2)];
  const [right, bottom] = [Math.min(WIDTH, pose.x + width / 2), Math.min(HEIGHT, pose.y + height / 2)];
  const isSeen = right > left && bottom > top && (right - left) * (bottom - top) >= MIN_INSIDE * width * height;
  if (!isSeen || width < MIN_PIXELS) return [];
  return [{ x: left / WIDTH, y: top / HEIGHT, width: (right - left) / WIDTH, height: (bottom - top) / HEIGHT }];
}

function paintFrame({ background, actors }: Shot, time: number): Picture {
  const rgb = background.rgb.slice();
  for (const { portraits, motion } of actors) {
    const pose = motion(time);
    if (pose) pastePortrait(rgb, CLIP, portraitOf(portraits, pose), pose);
  }
  return { width: WIDTH, height: HEIGHT, rgb };
}
