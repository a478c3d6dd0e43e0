import { type FormEvent, useId, useState } from 'react';
import type { Speaker } from '../../../../contract/analysis/speakers.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { showSpeakers } from './speaker-changes.ts';
import { useKnownNames } from './speaker-name.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import type { TranscriptEdits } from './use-transcript-edits.ts';

interface SpeakerNameFormProps {
  jobId: string;
  edits: TranscriptEdits;
  speaker: Speaker;
  onClose(): void;
}

/** Names a speaker, and keeps its voice for other videos. */
export function SpeakerNameForm({ jobId, edits, speaker, onClose }: SpeakerNameFormProps) {
  const t = useTranscriptText();
  const { speaker: speakerText } = useFormats();
  const names = useId();
  const [name, setName] = useState(speaker.name ?? '');
  const [keeps, setKeeps] = useState(speaker.voice_id !== null);
  const known = useKnownNames(jobId, speaker.id);

  /** Keeps or deletes the voice. Returns whether that succeeded. */
  const saveVoice = async (isNamed: boolean) => {
    try {
      if (keeps && isNamed && speaker.has_voice) {
        await api.voices.keep({ job_id: jobId, speaker_id: speaker.id, consent: true });
      } else if (!keeps && speaker.voice_id !== null) await api.voices.remove(speaker.voice_id);
      else return true;
      showSpeakers(jobId, await api.speakers.list(jobId));
      invalidate(queries.voices.queryKey);
      return true;
    } catch (error) {
      toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
      return false;
    }
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim() === '' ? null : name.trim();
    const rename = { type: 'rename-speaker', speaker_id: speaker.id, name: next, former: speaker.name } as const;
    if (next !== speaker.name && !(await edits.changeSpeaker(rename))) return;
    if (await saveVoice(next !== null)) onClose();
  };
  return (
    <form className={styles.speakerForm} onSubmit={(event) => void save(event)}>
      <Input
        label={t('speaker.name')}
        hint={t('speaker.name.hint', { label: speakerText(speaker.id) })}
        dir="auto"
        maxLength={100}
        list={names}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <datalist id={names}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {speaker.has_voice && (
        <Checkbox
          label={t('speaker.keep')}
          hint={t('speaker.keep.hint')}
          disabled={name.trim() === ''}
          checked={keeps && name.trim() !== ''}
          onChange={setKeeps}
        />
      )}
      <div>
        <Button type="submit" look="primary">
          {t('speaker.save')}
        </Button>
      </div>
    </form>
  );
}
