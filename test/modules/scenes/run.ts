import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import type { Still } from '../../../src/media/frames.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { probe } from '../../../src/media/probe.ts';
import { scenes } from '../../../src/modules/scenes/module.ts';
import type { Picture, VideoSpec } from '../../fixtures/media-spec.ts';
import { paint, texture } from '../../fixtures/pictures.ts';
import { seededRandom } from '../../fixtures/random.ts';

export const [WIDTH, HEIGHT] = [320, 180];

/** The shots of a file and the stills that were kept. */
export async function findShots(path: string): Promise<{ shots: SegmentDraft[]; stills: Still[] }> {
  const stills: Still[] = [];
  const run = await scenes(null).start({
    media: await probe(path),
    settings: { brandWords: [], initialPrompt: null },
    selected: ['scenes'],
    log: { debug() {}, info() {}, warn() {}, error() {} },
    signal: new AbortController().signal,
    saveStill: async (still) => {
      stills.push(still);
    },
    segmentsOf: () => [],
    warn() {},
    onFinishProgress() {},
  });
  try {
    await runMediaPass(path, [run]);
    return { shots: await run.finish(), stills };
  } finally {
    await run.dispose();
  }
}

/** A camera view with edges in it, different for every seed. */
export function view(seed: number, width: number = WIDTH, height: number = HEIGHT): Picture {
  const random = seededRandom(seed);
  const boxes = Array.from({ length: 9 }, () => ({
    x: random() * width,
    y: random() * height,
    w: (0.1 + random() * 0.3) * width,
    h: (0.1 + random() * 0.3) * height,
    color: [random() * 255, random() * 255, random() * 255].map(Math.round) as [number, number, number],
  }));
  const floor = texture(width, height, seed);
  return paint(width, height, (x, y) => {
    const box = boxes.findLast((b) => x >= b.x && x < b.x + b.w && y >= b.y && y < b.y + b.h);
    const at = (y * width + x) * 3;
    return box ? box.color : [floor.rgb[at]!, floor.rgb[at + 1]!, floor.rgb[at + 2]!];
  });
}

/** A video of frames, each with its repeat count. */
export function stretches(frameRate: number, ...parts: [Picture, number][]): VideoSpec {
  const pictures = parts.flatMap(([picture, count]) => Array.from({ length: count }, () => picture));
  return { width: pictures[0]!.width, height: pictures[0]!.height, frameRate, pictures };
}

/** Starts of shots except the first. */
export function cutsOf(shots: readonly SegmentDraft[]): number[] {
  return shots.slice(1).map((shot) => shot.start_time);
}
