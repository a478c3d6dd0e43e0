import type { MediaDetails } from '../../../contract/library/media-details.ts';
import type { AudioTrack, TrackChoice, VideoTrack } from '../../../contract/library/tracks.ts';
import { codecName } from '../../../core/texts/media-names.ts';
import { Select } from '../../ui/controls/select.tsx';
import type { Formats } from '../../ui/lib/formats.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { useProcessingText } from './text.ts';

/** Leaves the choice to the analysis. */
const AUTO = '';

/** Selects the audio and the video track of a file that has several. */
export function TrackChoiceFields(props: {
  media: MediaDetails;
  value: TrackChoice;
  onChange(choice: TrackChoice): void;
}) {
  const { media, value, onChange } = props;
  const t = useProcessingText();
  const formats = useFormats();
  const nameOf = (track: AudioTrack | VideoTrack) =>
    t('track.name', { number: track.number, facts: factsOf(track, formats).join(', ') });
  const options = (tracks: readonly (AudioTrack | VideoTrack)[], auto: string, chosen: string) => [
    { value: AUTO, label: auto },
    // Several tracks are chosen on the command line or by the API.
    ...(chosen.includes(',') ? [{ value: chosen, label: t('track.several', { numbers: chosen }) }] : []),
    ...tracks
      .filter((track) => track.is_decodable)
      .map((track) => ({ value: String(track.number), label: nameOf(track) })),
  ];
  const audio = value.audio?.join(',') ?? AUTO;
  const video = value.video === null ? AUTO : String(value.video);
  const { audio: audios = [], video: videos = [] } = media.tracks ?? {};
  return (
    <>
      {audios.length > 1 && (
        <Select
          label={t('track.audio')}
          value={audio}
          options={options(audios, t('track.audio.auto'), audio)}
          onChange={(text) => onChange({ ...value, audio: text === AUTO ? null : text.split(',').map(Number) })}
        />
      )}
      {videos.length > 1 && (
        <Select
          label={t('track.video')}
          value={video}
          options={options(videos, t('track.video.auto'), video)}
          onChange={(text) => onChange({ ...value, video: text === AUTO ? null : Number(text) })}
        />
      )}
    </>
  );
}

function factsOf(track: AudioTrack | VideoTrack, formats: Formats): string[] {
  const size = 'width' in track ? `${track.width} × ${track.height}` : null;
  const language = track.language && formats.language(track.language);
  return [track.title, language, size, codecName(track.codec)].filter((fact) => fact !== null);
}
