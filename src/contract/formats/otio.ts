import { presentationOf } from '../module-display.ts';
import type { Results } from '../results.ts';
import { type FrameRate, frameAt } from './frame-rate.ts';
import { markersOf } from './markers.ts';
import { otioDocument, otioParts } from './otio-parts.ts';

/**
 * OpenTimelineIO (Academy Software Foundation, file format of 0.15 and later: Clip.2, Marker.2): a timeline with one
 * clip over the whole video and the findings as markers on its stack.
 */
export function toOtio(results: Results, rate: FrameRate): string {
  const parts = otioParts(rate);
  const whole = parts.range(0, Math.max(1, frameAt(results.duration, rate)));
  return otioDocument({
    name: results.video_name,
    metadata: { job_id: results.job_id },
    markers: markersOf(results).map((marker) => {
      const start = frameAt(marker.start, rate);
      return parts.marker(
        {
          name: marker.name,
          color: presentationOf(marker.module).otioColor,
          metadata: { module: marker.module, ...(marker.citation && { citation: marker.citation }) },
        },
        parts.range(start, frameAt(marker.end, rate) - start),
      );
    }),
    tracks: [
      parts.track('V1', 'Video', [
        parts.clip({ name: results.video_name, range: whole, file: results.video_name, available: whole }),
      ]),
    ],
  });
}
