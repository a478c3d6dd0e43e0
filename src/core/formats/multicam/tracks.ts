import { otioDocument, otioParts } from '../otio-parts.ts';
import { otioClip } from '../sequence/otio.ts';
import type { SequenceSettings } from '../sequence/sequence.ts';
import { type Track, xmemlDocument } from '../sequence/xmeml.ts';
import { type Multicam, placeAngles } from './multicam.ts';

/** Channels of a file that get a track of their own. */
const MAX_CHANNELS = 2;

/** An event as OpenTimelineIO: a track of video and one of audio per file, with a gap before it. */
export function multicamToOtio(multicam: Multicam, { rate, startFrame }: SequenceSettings): string {
  const parts = otioParts(rate);
  const clips = placeAngles(multicam, { rate });
  const tracksOf = (kind: 'Video' | 'Audio') =>
    clips
      .filter(({ file }) => (kind === 'Video' ? file.video !== null : file.audioChannels > 0))
      .map((clip) => {
        const gap = clip.recordFrame > 0 ? [parts.gap(clip.recordFrame)] : [];
        return parts.track(clip.file.name, kind, [...gap, otioClip(clip, rate)]);
      });
  return otioDocument({
    name: multicam.title,
    start: startFrame === undefined ? null : parts.time(startFrame),
    markers: [],
    tracks: [...tracksOf('Video'), ...tracksOf('Audio')],
  });
}

/** An event as Final Cut Pro 7 XML (xmeml 5), for Premiere Pro: a track of video per file, and one per channel. */
export function multicamToXmeml(multicam: Multicam, settings: SequenceSettings): string {
  const clips = placeAngles(multicam, settings);
  const video = clips
    .filter(({ file }) => file.video !== null)
    .map((clip): Omit<Track, 'index'> => ({ type: 'video', source: 1, clips: [clip] }));
  const audio = clips.flatMap((clip) =>
    Array.from(
      { length: Math.min(MAX_CHANNELS, clip.file.audioChannels) },
      (_, channel): Omit<Track, 'index'> => ({
        type: 'audio',
        source: channel + 1,
        clips: [clip],
      }),
    ),
  );
  const tracks = [video, audio].flatMap((all) => all.map((track, i) => ({ ...track, index: i + 1 })));
  return xmemlDocument(multicam.title, clips, tracks, settings);
}
