import {
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  SWS_BILINEAR,
  SWS_FAST_BILINEAR,
  type SwsFlags,
} from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { sentence } from '../core/texts/sentence.ts';
import { createPictureScaler } from './color/picture-scaler.ts';
import type { Still } from './frames.ts';
import { fitWithin, type Geometry, rotateRgb } from './geometry.ts';
import { unreadable } from './input.ts';

/** Longer side of luma frames in pixels; sufficient for shot detection at 0.05 ms per frame. */
const MAX_LUMA_SIDE = 160;

type Target = typeof AV_PIX_FMT_RGB24 | typeof AV_PIX_FMT_YUV420P;

interface Scaler {
  /** Scales into a reused frame, whose planes keep their addresses. */
  scale(source: Frame): Buffer[];
  close(): void;
}

/** Creates a scaler to a fixed size. The source's size and pixel format may change midway. */
function createScaler(width: number, height: number, format: Target, flags: SwsFlags): Scaler {
  const target = new Frame();
  target.alloc();
  target.width = width;
  target.height = height;
  target.format = format;
  // Alignment 1 gives rows without padding.
  const allocated = target.getBuffer(1);
  if (allocated < 0) throw unreadable(allocated, sentence('media.buffer'));
  const planes = target.data ?? [];
  const scaler = createPictureScaler(flags);
  return {
    scale(source) {
      scaler.scale(target, source);
      return planes;
    },
    close() {
      scaler.close();
      target.free();
    },
  };
}

export interface LumaPlanes {
  width: number;
  height: number;
  luma: Uint8Array;
  chromaU: Uint8Array;
  chromaV: Uint8Array;
}

export interface LumaScaler {
  readonly planes: LumaPlanes;
  /** Fills `planes` from a decoded frame. */
  update(source: Frame): void;
  close(): void;
}

/** Creates a scaler to small planar YUV of the coded, unrotated frame; sizes are even because of the chroma planes. */
export function createLumaScaler(geometry: Geometry, side: number = MAX_LUMA_SIDE): LumaScaler {
  const fit = fitWithin(geometry.codedWidth, geometry.codedHeight, side);
  const width = Math.max(2, fit.width & ~1);
  const height = Math.max(2, fit.height & ~1);
  const scaler = createScaler(width, height, AV_PIX_FMT_YUV420P, SWS_FAST_BILINEAR);
  const planes: LumaPlanes = {
    width,
    height,
    luma: new Uint8Array(),
    chromaU: new Uint8Array(),
    chromaV: new Uint8Array(),
  };
  return {
    planes,
    update(source) {
      const [luma, chromaU, chromaV] = scaler.scale(source);
      planes.luma = luma!;
      planes.chromaU = chromaU!;
      planes.chromaV = chromaV!;
    },
    close: scaler.close,
  };
}

export interface StillScaler {
  /** Returns an upright RGB copy of a decoded frame, longer side at most `maxSide`. `time` in seconds. */
  still(source: Frame, time: number, maxSide: number): Still;
  close(): void;
}

/** Creates stills; keeps one conversion context per size. */
export function createStillScaler(geometry: Geometry): StillScaler {
  const scalers = new Map<string, Scaler>();
  // The pixel aspect ratio applies to the coded axes, before rotation.
  const turned = geometry.rotation === 90 || geometry.rotation === 270;
  return {
    still(source, time, maxSide) {
      const { width, height } = fitWithin(geometry.width, geometry.height, maxSide);
      const [w, h] = turned ? [height, width] : [width, height];
      const key = `${w}x${h}`;
      const scaler = scalers.get(key) ?? createScaler(w, h, AV_PIX_FMT_RGB24, SWS_BILINEAR);
      scalers.set(key, scaler);
      const rgb = rotateRgb(new Uint8Array(scaler.scale(source)[0]!), w, h, geometry.rotation);
      return { time, width, height, rgb };
    },
    close: () => scalers.forEach((scaler) => void scaler.close()),
  };
}
