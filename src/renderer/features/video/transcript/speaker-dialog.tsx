import { useQuery } from '@tanstack/react-query';
import type { Speaker } from '../../../../contract/analysis/speakers.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { Skeleton } from '../../../ui/feedback/states.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { SpeakerNameForm } from './speaker-name-form.tsx';
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
      width="narrow"
      title={t('speaker.title')}
      {...(speaker && { description: t('speaker.lines', { count: speaker.lines }) })}
      onClose={onClose}
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
      {speaker && <SpeakerNameForm jobId={jobId} edits={edits} speaker={speaker} onClose={onClose} />}
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
