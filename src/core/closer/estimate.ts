import type { CloserEstimate } from '../../contract/analysis/closer-look.ts';
import type { Region } from '../../contract/search/visual.ts';
import { closerPictures } from './views.ts';

/** Seconds of work per picture, and per second of sound, of a machine that has not looked closer yet (two cores). */
const FIRST_PICTURE_SECONDS = 0.25;
const SOUND_SECONDS = 0.5;
/** Seconds for loading the models of a view. */
const START_SECONDS = 1;

/** Part of a video that a closer look examines. */
export interface CloserPart {
  /** Seconds. */
  seconds: number;
  region: Region | null;
  /** Frames a second; 0 without a picture to examine. */
  frameRate: number;
  /** Number of audio tracks to listen to. */
  tracks: number;
}

/** Time that a closer look takes. Pure. @param pictureSeconds measured on this machine; null if none was */
export function closerEstimate(part: CloserPart, pictureSeconds: number | null): CloserEstimate {
  const { seconds, region, frameRate, tracks } = part;
  const pictures = frameRate > 0 ? closerPictures(region, seconds, frameRate) : 0;
  const views = pictures === 0 ? 0 : region ? 1 : 10;
  const work = pictures * (pictureSeconds ?? FIRST_PICTURE_SECONDS) + tracks * seconds * SOUND_SECONDS;
  return { seconds: Math.ceil(work + (views + tracks) * START_SECONDS), pictures };
}
