import { useQuery } from '@tanstack/react-query';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { SpeechOptions } from '../../../contract/analysis/processing.ts';
import type { TextLanguage } from '../../../contract/analysis/text-languages.ts';
import type { TrackChoice } from '../../../contract/library/tracks.ts';
import type { RunRequest } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { TextArea } from '../../ui/controls/input.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextLanguagesField } from '../../ui/controls/text-languages.tsx';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { SpeechChoice } from './speech-choice.tsx';
import { useProcessingText } from './text.ts';
import { TrackChoiceFields } from './track-choice.tsx';

/** Number of speakers that the analysis finds, and the largest one that can be chosen. */
const DETECT = '';
const MAX_SPEAKERS = 12;

/** Options of one analysis beside its modules; null for those of the settings. */
export interface RunOptions {
  speech: SpeechOptions;
  prompt: string;
  tracks: TrackChoice | null;
  textLanguages: readonly TextLanguage[] | null;
  speakers: string;
}

export const DEFAULT_OPTIONS: RunOptions = {
  speech: {},
  prompt: '',
  tracks: null,
  textLanguages: null,
  speakers: DETECT,
};

interface RunOptionFieldsProps {
  jobIds: readonly string[];
  chosen: readonly ModuleName[];
  /** Whether a number of speakers can be chosen. */
  canCount: boolean;
  value: RunOptions;
  onChange(change: Partial<RunOptions>): void;
}

/** Fields of the options that the chosen modules have. */
export function RunOptionFields({ jobIds, chosen, canCount, value, onChange }: RunOptionFieldsProps) {
  const t = useProcessingText();
  const formats = useFormats();
  const { data: defaults } = useQuery(queries.engineOptions);
  const { data: media } = useQuery({ ...queries.mediaFacts(jobIds[0] ?? ''), enabled: jobIds.length === 1 });
  return (
    <>
      {chosen.includes('transcription') && (
        <>
          <SpeechChoice value={value.speech} onChange={(speech) => onChange({ speech })} />
          <TextArea
            label={t('prompt')}
            hint={t('prompt.hint')}
            rows={2}
            maxLength={2000}
            value={value.prompt}
            onChange={(event) => onChange({ prompt: event.currentTarget.value })}
          />
        </>
      )}
      {media?.tracks && (
        <TrackChoiceFields
          media={media}
          value={value.tracks ?? media.track_choice}
          onChange={(tracks) => onChange({ tracks })}
        />
      )}
      {chosen.includes('ocr') && defaults && (
        <TextLanguagesField
          value={value.textLanguages ?? defaults.text_languages}
          onChange={(textLanguages) => onChange({ textLanguages })}
        />
      )}
      {canCount && (
        <Select
          label={t('speakers')}
          value={value.speakers}
          options={[
            { value: DETECT, label: t('speakers.detect') },
            ...Array.from({ length: MAX_SPEAKERS }, (_, i) => ({ value: String(i + 1), label: formats.number(i + 1) })),
          ]}
          onChange={(speakers) => onChange({ speakers })}
        />
      )}
    </>
  );
}

/** Part of the request for the options; those of modules that are not chosen are left out. */
export function optionRequest(
  { speech, prompt, tracks, textLanguages, speakers }: RunOptions,
  chosen: readonly ModuleName[],
  canCount: boolean,
): Omit<RunRequest, 'modules'> {
  const words = prompt.trim();
  return {
    ...(words !== '' && { initial_prompt: words }),
    ...(canCount && { speaker_count: speakers === DETECT ? null : Number(speakers) }),
    ...(chosen.includes('transcription') && Object.keys(speech).length > 0 && { speech }),
    ...(chosen.includes('ocr') && textLanguages !== null && { text_languages: textLanguages }),
    ...(tracks !== null && { audio_tracks: tracks.audio, video_track: tracks.video }),
  };
}
