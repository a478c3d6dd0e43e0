import { throwIfAborted } from '../../base/abort.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Still } from '../../media/frames.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { packageFile } from '../tfjs/package-file.ts';
import { type CornerFeatures, detectCorners, matchCorners } from './corner-features.ts';
import { type Logo, readLogo } from './logo.ts';
import { openCv } from './opencv.ts';
import { luma } from './plane.ts';
import { homographyOf, refine } from './pose.ts';
import { ImagePyramid } from './pyramid.ts';
import { search } from './search.ts';
import { isMatch, type VerifiedMatch, verifyMatch } from './verification.ts';

/** Reference logo found in a still; the box is in fractions of the still. */
interface LogoMatch {
  /** Index of the logo. */
  readonly logo: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly confidence: number;
}

/** Finds user-provided logos in stills. */
export interface LogoEngine extends LoadedEngine {
  /**
   * @param pictures PNG, JPEG or WebP bytes, indexed by {@link LogoMatch.logo} @throws ReelscopeError `invalid_request`
   */
  learn(pictures: readonly Uint8Array[]): Promise<void>;
  /** Returns each logo at most once per still, at its most confident position. @throws CanceledError */
  find(still: Pick<Still, 'width' | 'height' | 'rgb'>, signal?: AbortSignal): Promise<LogoMatch[]>;
}

/** Candidate positions verified per logo and still. */
const MAX_CANDIDATES = 8;
/** Confidence at which the search stops. */
const SUFFICIENT_CONFIDENCE = 0.9;
const PACKAGE = '@techstark/opencv-js';
const info = { id: 'opencv-logos', version: '3' };

interface IndexedLogo {
  logo: Logo;
  /** One per variant. */
  features: CornerFeatures[];
}

/** Feature and shape matching with OpenCV's WebAssembly build; needs no weights. */
export const referenceLogos: EngineFactory<LogoEngine> = {
  info,
  async availability() {
    return packageFile(PACKAGE, 'dist/opencv.js')
      ? { available: true }
      : { available: false, reason: sentence('engine.opencv-missing'), needs: [PACKAGE] };
  },
  async load() {
    const { cv } = await openCv();
    let learned: IndexedLogo[] = [];
    const forget = () => {
      for (const { features } of learned) for (const { descriptors } of features) descriptors.delete();
      learned = [];
    };
    return {
      info,
      async learn(pictures) {
        const logos = await Promise.all(pictures.map(readLogo));
        forget();
        learned = logos.map((logo) => ({
          logo,
          features: logo.variants.map((look) => detectCorners(cv, look, 'logo')),
        }));
      },
      async find(still, signal) {
        if (learned.length === 0 || Math.min(still.width, still.height) < 24) return [];
        const levels = new ImagePyramid(cv, still);
        const whole = detectCorners(cv, luma(still), 'still');
        const sights: LogoMatch[] = [];
        try {
          for (const [index, { logo, features }] of learned.entries()) {
            throwIfAborted(signal);
            let best: VerifiedMatch | null = null;
            for (const own of features) best = better(best, matchCorners(cv, logo, own, whole, levels));
            best ??= matchEdges(logo, levels);
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

/** Finds logos with few corners: flat marks, outlines, small logos. Tolerates little rotation and no perspective. */
function matchEdges(logo: Logo, levels: ImagePyramid): VerifiedMatch | null {
  let best: VerifiedMatch | null = null;
  for (const { pose } of search(logo, levels, MAX_CANDIDATES)) {
    best = better(best, verifyMatch(levels, logo, homographyOf(refine(levels, logo, pose), logo.aspect)));
    if (best && best.confidence >= SUFFICIENT_CONFIDENCE) break;
  }
  return best;
}

function better(a: VerifiedMatch | null, b: VerifiedMatch | null): VerifiedMatch | null {
  if (!b || !isMatch(b)) return a;
  return a && a.confidence >= b.confidence ? a : b;
}

function boxOf({ corners }: VerifiedMatch, { width, height }: { width: number; height: number }) {
  const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))];
  const [x, y] = [within(left / width), within(top / height)];
  return { x, y, width: within(right / width - x), height: within(bottom / height - y) };
}
