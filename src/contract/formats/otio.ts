import { presentationOf } from '../module-display.ts';
import type { Results } from '../results.ts';
import { type FrameRate, frameAt } from './frame-rate.ts';
import { markersOf } from './markers.ts';

/**
 * OpenTimelineIO (Academy Software Foundation, file format of 0.15 and later: Clip.2, Marker.2): a timeline with one
 * clip over the whole video and the findings as markers on its stack.
 */
export function toOtio(results: Results, rate: FrameRate): string {
  const fps = rate.num / rate.den;
  const time = (frames: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: fps, value: frames });
  const range = (start: number, duration: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(start),
    duration: time(duration),
  });
  const whole = range(0, Math.max(1, frameAt(results.duration, rate)));
  const base = { metadata: {}, effects: [], enabled: true };
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: results.video_name,
    metadata: { reelscope: { job_id: results.job_id } },
    global_start_time: null,
    tracks: {
      ...base,
      OTIO_SCHEMA: 'Stack.1',
      name: 'tracks',
      source_range: null,
      markers: markersOf(results).map((marker) => {
        const start = frameAt(marker.start, rate);
        return {
          OTIO_SCHEMA: 'Marker.2',
          name: marker.name,
          color: presentationOf(marker.module).otioColor,
          comment: '',
          marked_range: range(start, frameAt(marker.end, rate) - start),
          metadata: { reelscope: { module: marker.module } },
        };
      }),
      children: [
        {
          ...base,
          OTIO_SCHEMA: 'Track.1',
          name: 'V1',
          kind: 'Video',
          source_range: null,
          markers: [],
          children: [
            {
              ...base,
              OTIO_SCHEMA: 'Clip.2',
              name: results.video_name,
              source_range: whole,
              markers: [],
              media_references: {
                DEFAULT_MEDIA: {
                  OTIO_SCHEMA: 'ExternalReference.1',
                  name: results.video_name,
                  target_url: encodeURIComponent(results.video_name),
                  available_range: whole,
                  available_image_bounds: null,
                  metadata: {},
                },
              },
              active_media_reference_key: 'DEFAULT_MEDIA',
            },
          ],
        },
      ],
    },
  };
  return `${JSON.stringify(timeline, null, 4)}\n`;
}
