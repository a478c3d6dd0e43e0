import { z } from 'zod';
import { roundSeconds } from '../../base/time.ts';
import {
  type CloserEstimate,
  type CloserLookRequest,
  type CloserModule,
  DEFAULT_CLOSER_MODULES,
  MAX_CLOSER_SECONDS,
} from '../../contract/analysis/closer-look.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { TrackUse } from '../../contract/library/tracks.ts';
import type { Region } from '../../contract/search/visual.ts';
import { type CloserPart, closerEstimate } from '../../core/closer/estimate.ts';
import { isOfSound } from '../../core/closer/views.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { partOfVideo } from '../library/part-of-video.ts';
import type { MediaInfoWire } from '../workers/types.ts';

/** Setting with the seconds per picture of the last closer look. */
export const PICTURE_SECONDS = 'closer-picture-seconds';
/** Frame rate of a video that states none. */
const USUAL_FRAME_RATE = 25;

/** A part of a video to look at closer, checked. */
export interface CloserPlan extends Omit<CloserPart, 'region'> {
  range: { start: number; end: number };
  region: Region | null;
  modules: CloserModule[];
  skippedTracks: number[];
}

/** @throws ReelscopeError `invalid_request` for a range that is empty or too long, or a region without a picture */
export function planCloserLook(video: VideoRow, request: CloserLookRequest): CloserPlan {
  const range = partOfVideo(video, request.start_time, request.end_time);
  const seconds = roundSeconds(range.end - range.start);
  if (seconds > MAX_CLOSER_SECONDS) {
    const details = { max_seconds: MAX_CLOSER_SECONDS };
    throw new ReelscopeError('invalid_request', sentence('closer.long', { seconds: MAX_CLOSER_SECONDS }), { details });
  }
  const media = video.media === null ? null : (JSON.parse(video.media) as MediaInfoWire);
  const region = request.region ?? null;
  if (region && media && !media.video) throw new ReelscopeError('invalid_request', sentence('closer.no-picture'));
  const can = (module: CloserModule) => (isOfSound(module) ? !region && media?.audio !== null : media?.video !== null);
  const modules = [...new Set(request.modules ?? DEFAULT_CLOSER_MODULES)].filter(can);
  if (modules.length === 0) throw new ReelscopeError('invalid_request', sentence('closer.no-modules'));
  const skippedTracks = modules.some(isOfSound) ? skippedTracksOf(video) : [];
  const seesFrames = modules.some((module) => !isOfSound(module));
  return {
    range,
    region,
    modules,
    skippedTracks,
    seconds,
    frameRate: seesFrames ? media?.video?.frameRate || USUAL_FRAME_RATE : 0,
    tracks: modules.some(isOfSound) ? 1 + skippedTracks.length : 0,
  };
}

/** Time that it will take on this machine. */
export function estimateOf(store: Store, plan: CloserPlan): CloserEstimate {
  return closerEstimate(
    plan,
    z
      .number()
      .nullable()
      .catch(null)
      .parse(store.settings.get(PICTURE_SECONDS) ?? null),
  );
}

/** Numbers of the audio tracks that the last analysis did not listen to. */
function skippedTracksOf({ trackUse }: VideoRow): number[] {
  const use = trackUse === null ? null : (JSON.parse(trackUse) as TrackUse);
  return (use?.audio ?? []).filter(({ state }) => state === 'unheard').map(({ number }) => number);
}
