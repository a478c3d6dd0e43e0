import type { Region } from '../../../contract/search/visual.ts';
import { regionText } from './region.ts';

/** Address of the page that finds shots like a frame of a video, or a region of it. @param time seconds */
export function similarFrameHref(jobId: string, time: number, region?: Region): string {
  const part = region ? `&region=${regionText(region)}` : '';
  return `/search/picture?from=${jobId}&t=${Math.round(time * 1000) / 1000}${part}`;
}

/** Address of the page that finds shots like the frame of a finding. @param time of its frame in seconds */
export function similarFindingHref(jobId: string, time: number, segmentId: string): string {
  return `${similarFrameHref(jobId, time)}&finding=${segmentId}`;
}
