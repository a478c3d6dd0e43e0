import { formatClock } from '../../base/time.ts';
import type { ModuleCoverage } from '../../contract/analysis/coverage.ts';
import type { AudioRole, AudioTrackState, MediaTracks, TrackUse } from '../../contract/library/tracks.ts';
import { codecName } from '../texts/media-names.ts';

const ROLES: Readonly<Record<AudioRole, string | null>> = {
  dialogue: null,
  commentary: 'commentary',
  description: 'audio description',
  music_effects: 'music and effects',
};

const STATES: Readonly<Record<AudioTrackState, string>> = {
  heard: 'analyzed',
  silent: 'silent',
  unheard: 'not analyzed',
  undecodable: 'can’t be decoded',
};

/** A track of a file with its use by the analysis, in English. */
export interface TrackLine {
  /** Such as `Audio 2`. */
  name: string;
  text: string;
}

/** Lists the tracks of a file, and which of them were analyzed. Pure. */
export function trackLines({ audio, video }: MediaTracks, use: TrackUse | null): TrackLine[] {
  const joined = (parts: readonly (string | null | false)[]) => parts.filter(Boolean).join(', ');
  return [
    ...video.map(({ number, codec, width, height, title, is_decodable }) => ({
      name: `Video ${number}`,
      text: joined([
        `${codecName(codec)} ${width}x${height}`,
        title,
        is_decodable
          ? use && video.length > 1 && (use.video === number ? 'analyzed' : 'not analyzed')
          : STATES.undecodable,
      ]),
    })),
    ...audio.map(({ number, codec, sample_rate, channels, language, title, role, is_decodable }) => {
      const state = use?.audio.find((one) => one.number === number)?.state;
      return {
        name: `Audio ${number}`,
        text: joined([
          `${codecName(codec)} ${sample_rate} Hz`,
          `${channels} ${channels === 1 ? 'channel' : 'channels'}`,
          language,
          title,
          ROLES[role],
          state ? STATES[state] : !is_decodable && STATES.undecodable,
        ]),
      };
    }),
  ];
}

/** States how far a module has analyzed a video, in English. Pure. */
export function coverageText({ status, findings, end_time }: ModuleCoverage): string {
  const count = `${findings} ${findings === 1 ? 'finding' : 'findings'}`;
  switch (status) {
    case 'completed':
      return `completed, ${count}`;
    case 'preview':
      return `key frames only, ${count}`;
    case 'partial':
      return `incomplete, ${count} up to ${formatClock(end_time ?? 0)}`;
    case 'not_run':
      return 'not analyzed';
    default:
      return status;
  }
}
