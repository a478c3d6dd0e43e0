import type { FrameRate } from './frame-rate.ts';

/** Part of an OpenTimelineIO document. */
type OtioObject = Readonly<Record<string, unknown>>;

const BASE = { metadata: {}, effects: [], enabled: true };

/**
 * Builders of OpenTimelineIO objects (file format of 0.15 and later: Clip.2, Marker.2), counted in frames of one rate.
 */
export function otioParts({ num, den }: FrameRate) {
  const time = (frames: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: num / den, value: frames });
  const range = (start: number, frames: number): OtioObject => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(start),
    duration: time(frames),
  });
  return {
    time,
    range,

    marker(
      { name, color, comment = '', metadata }: { name: string; color: string; comment?: string; metadata: OtioObject },
      marked: OtioObject,
    ): OtioObject {
      return {
        OTIO_SCHEMA: 'Marker.2',
        name,
        color,
        comment,
        marked_range: marked,
        metadata: { reelscope: metadata },
      };
    },

    /** A part of a file. One without a URL is named but not located: the editing program asks where it is. */
    clip({
      name,
      range: source,
      file,
      available,
      metadata = {},
    }: {
      name: string;
      range: OtioObject;
      file: { name: string; url?: string | undefined };
      available: OtioObject;
      metadata?: OtioObject;
    }): OtioObject {
      return {
        ...BASE,
        metadata,
        OTIO_SCHEMA: 'Clip.2',
        name,
        source_range: source,
        markers: [],
        media_references: {
          DEFAULT_MEDIA: {
            OTIO_SCHEMA: 'ExternalReference.1',
            name: file.name,
            target_url: file.url ?? encodeURIComponent(file.name),
            available_range: available,
            available_image_bounds: null,
            metadata: {},
          },
        },
        active_media_reference_key: 'DEFAULT_MEDIA',
      };
    },

    /** Empty part of a track. */
    gap: (frames: number): OtioObject => ({
      ...BASE,
      OTIO_SCHEMA: 'Gap.1',
      name: '',
      source_range: range(0, frames),
      markers: [],
    }),

    track: (name: string, kind: 'Video' | 'Audio', children: readonly OtioObject[]): OtioObject => ({
      ...BASE,
      OTIO_SCHEMA: 'Track.1',
      name,
      kind,
      source_range: null,
      markers: [],
      children,
    }),
  };
}

/**
 * An OpenTimelineIO document with a timeline. @param parts content of the timeline; `start` is its timecode, if chosen
 */
export function otioDocument(parts: {
  name: string;
  start: OtioObject | null;
  markers: readonly OtioObject[];
  tracks: readonly OtioObject[];
}): string {
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: parts.name,
    metadata: {},
    global_start_time: parts.start,
    tracks: {
      ...BASE,
      OTIO_SCHEMA: 'Stack.1',
      name: 'tracks',
      source_range: null,
      markers: parts.markers,
      children: parts.tracks,
    },
  };
  return `${JSON.stringify(timeline, null, 4)}\n`;
}
