import { throwIfAborted } from '../../base/abort.ts';
import type { Still } from '../../media/frames.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { packageFile } from '../tfjs/index.ts';
import { type Features, featuresOf, findByCorners } from './corners.ts';
import { isBelieved, type Judged, judge } from './judge.ts';
import { Levels } from './levels.ts';
import { type Logo, readLogo } from './logo.ts';
import { openCv } from './opencv.ts';
import { luma } from './plane.ts';
import { homographyOf, refine } from './pose.ts';
import { search } from './search.ts';

export { type Logo, readLogo } from './logo.ts';

/** A reference logo in a still: its box in fractions of the still. */
export interface LogoSight {
  /** Index in the logos that were looked for. */
  readonly logo: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly confidence: number;
}

/** Finds pictures that the user gave in stills. */
export interface LogoEngine extends LoadedEngine {
  /** @param pictures PNG, JPEG or WebP bytes, in the order that {@link LogoSight.logo} counts @throws ReelscopeError `invalid_request` */
  learn(pictures: readonly Uint8Array[]): Promise<void>;
  /** Each learnt logo at most once per still, where it is surest. @throws CancelledError */
  find(still: Pick<Still, 'width' | 'height' | 'rgb'>, signal?: AbortSignal): Promise<LogoSight[]>;
}

/** Places of a still that are looked at closely for each logo. */
const CANDIDATES = 8;
/** Confidence from which no better place is looked for. */
const SURE = 0.9;
const PACKAGE = '@techstark/opencv-js';
const info = { id: 'opencv-logos', version: '3' };

interface Learnt {
  logo: Logo;
  /** One per look. */
  features: Features[];
}

/** Feature and shape matching on OpenCV's WebAssembly build; needs no weights. */
export const referenceLogos: EngineFactory<LogoEngine> = {
  info,
  async availability() {
    return packageFile(PACKAGE, 'dist/opencv.js')
      ? { available: true }
      : { available: false, reason: 'OpenCV is not installed.', needs: [PACKAGE] };
  },
  async load() {
    const { cv } = await openCv();
    let learnt: Learnt[] = [];
    const forget = () => {
      for (const { features } of learnt) for (const { descriptors } of features) descriptors.delete();
      learnt = [];
    };
    return {
      info,
      async learn(pictures) {
        const logos = await Promise.all(pictures.map(readLogo));
        forget();
        learnt = logos.map((logo) => ({
          logo,
          features: logo.looks.map((look) => featuresOf(cv, look, 'logo')),
        }));
      },
      async find(still, signal) {
        if (learnt.length === 0 || Math.min(still.width, still.height) < 24) return [];
        const levels = new Levels(cv, still);
        const whole = featuresOf(cv, luma(still), 'still');
        const sights: LogoSight[] = [];
        try {
          for (const [index, { logo, features }] of learnt.entries()) {
            throwIfAborted(signal);
            let best: Judged | null = null;
            for (const own of features) best = better(best, findByCorners(cv, logo, own, whole, levels));
            best ??= findByEdges(logo, levels);
            if (best) sights.push({ logo: index, ...boxOf(best, still), confidence: best.confidence });
          }
        } finally {
          whole.descriptors.delete();
        }
        return sights;
      },
      dispose: async () => forget(),
    };
  },
};

/** Finds what has too few corners: flat marks, outlines, logos of few pixels. Tolerates little turn and no perspective. */
function findByEdges(logo: Logo, levels: Levels): Judged | null {
  let best: Judged | null = null;
  for (const { pose } of search(logo, levels, CANDIDATES)) {
    best = better(best, judge(levels, logo, homographyOf(refine(levels, logo, pose), logo.aspect)));
    if (best && best.confidence >= SURE) break;
  }
  return best;
}

function better(a: Judged | null, b: Judged | null): Judged | null {
  if (!b || !isBelieved(b)) return a;
  return a && a.confidence >= b.confidence ? a : b;
}

function boxOf({ corners }: Judged, { width, height }: { width: number; height: number }) {
  const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))];
  const [x, y] = [within(left / width), within(top / height)];
  return { x, y, width: within(right / width - x), height: within(bottom / height - y) };
}
