import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Speaker } from '../../../../contract/analysis/speakers.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { showSpeakers } from './speaker-changes.ts';
import { useKnownNames } from './speaker-name.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import type { TranscriptEdits } from './use-transcript-edits.ts';
import { VoiceSearch } from './voice-search.tsx';

/** Lines whose speaker is shown. */
export interface SpokenLines {
  /** Label of their speaker; undefined without one. */
  speakerId: string | undefined;
  segmentIds: readonly string[];
}

/** Value of the selects for no change. */
const SAME = '';

/** Names a speaker, merges it into another one, keeps its voice, and assigns lines to another speaker. */
export function SpeakerDialog({
  jobId,
  edits,
  spoken,
  onAssign,
  onClose,
}: {
  jobId: string;
  edits: TranscriptEdits;
  spoken: SpokenLines;
  onAssign(segmentIds: readonly string[], speakerId: string): void;
  onClose(): void;
}) {
  const t = useTranscriptText();
  const { data } = useQuery(queries.speakers(jobId));
  const speaker = data?.speakers.find(({ id }) => id === spoken.speakerId);
  return (
    <Dialog
      open
      width="narrow"
      title={t('speaker.title')}
      {...(speaker && { description: t('speaker.lines', { count: speaker.lines }) })}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {data ? (
        <SpeakerForm
          key={speaker?.id}
          {...{ jobId, edits, spoken, speaker, onAssign, onClose }}
          others={data.speakers.filter(({ id }) => id !== spoken.speakerId)}
        />
      ) : (
        <Skeleton className={styles.speakerSkeleton} />
      )}
    </Dialog>
  );
}

interface FormProps {
  jobId: string;
  edits: TranscriptEdits;
  spoken: SpokenLines;
  speaker: Speaker | undefined;
  others: readonly Speaker[];
  onAssign(segmentIds: readonly string[], speakerId: string): void;
  onClose(): void;
}

function SpeakerForm({ jobId, edits, spoken, speaker, others, onAssign, onClose }: FormProps) {
  const t = useTranscriptText();
  const { speaker: speakerText } = useFormats();
  const speakerName = ({ name, id }: Speaker) => name ?? speakerText(id);
  const names = useId();
  const [name, setName] = useState(speaker?.name ?? '');
  const [keeps, setKeeps] = useState(speaker?.voice_id != null);
  const known = useKnownNames(jobId, speaker?.id);

  /** Keeps or deletes the voice. Returns whether that succeeded. */
  const saveVoice = async (speaker: Speaker, isNamed: boolean) => {
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
    if (!speaker) return;
    const next = name.trim() === '' ? null : name.trim();
    const rename = { type: 'rename-speaker', speaker_id: speaker.id, name: next, former: speaker.name } as const;
    if (next !== speaker.name && !(await edits.changeSpeaker(rename))) return;
    if (await saveVoice(speaker, next !== null)) onClose();
  };
  const merge = async (into: string) => {
    if (!speaker) return;
    if (!(await edits.changeSpeaker({ type: 'merge-speaker', speaker_id: speaker.id, into }))) return;
    edits.showUndo(t('speaker.merged', { name: speakerName(others.find(({ id }) => id === into)!) }));
    onClose();
  };
  const separate = (label: string) =>
    void edits.changeSpeaker({ type: 'separate-speaker', speaker_id: label, into: spoken.speakerId! });
  const assign = (speakerId: string) => {
    onAssign(spoken.segmentIds, speakerId);
    onClose();
  };
  const choices = others.map((one) => ({ value: one.id, label: speakerName(one) }));
  return (
    <div className={styles.speakerForm}>
      {speaker && (
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
      )}
      {speaker?.has_voice && <VoiceSearch jobId={jobId} speaker={speaker} onLeave={onClose} />}
      <Select
        label={t('speaker.assign', { count: spoken.segmentIds.length })}
        value={SAME}
        options={[
          { value: SAME, label: speaker ? speakerName(speaker) : t('speaker.none') },
          ...choices,
          { value: nextLabel([...others, ...(speaker ? [speaker] : [])]), label: t('speaker.new') },
        ]}
        onChange={assign}
      />
      {speaker && choices.length > 0 && (
        <Select
          label={t('speaker.merge', { name: speakerName(speaker) })}
          value={SAME}
          options={[{ value: SAME, label: t('speaker.merge.none') }, ...choices]}
          onChange={(into) => void merge(into)}
        />
      )}
      {speaker?.merged.map((label) => (
        <div key={label}>
          <Button size="small" onClick={() => separate(label)}>
            {t('speaker.separate', { label: speakerText(label) })}
          </Button>
        </div>
      ))}
    </div>
  );
}

/** The first label that no speaker has or had. */
function nextLabel(speakers: readonly Speaker[]): string {
  const used = speakers.flatMap(({ id, merged }) => [id, ...merged]).map((label) => Number(label.slice(1)));
  return `S${Math.max(0, ...used) + 1}`;
}
