import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { queries } from '../../../api/queries.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import type { TranscriptEdits } from './use-transcript-edits.ts';

/** Returns the names that a speaker may have: those of the other speakers of a video, and of known voices. */
export function useKnownNames(jobId: string, speakerId: string | undefined): string[] {
  const { data } = useQuery(queries.speakers(jobId));
  const { data: voices } = useQuery(queries.voices);
  const others = data?.speakers.filter(({ id }) => id !== speakerId) ?? [];
  return [...new Set([...others.flatMap(({ name }) => name ?? []), ...(voices?.voices ?? []).map(({ name }) => name)])];
}

export interface SpeakerNameProps {
  jobId: string;
  speakerId: string;
  /** Name of the speaker, or else the label. */
  speaker: string;
  edits: TranscriptEdits;
  /** Opens the other actions on the speaker. */
  onMore(): void;
  /** @param isByKey whether the keyboard goes back to the transcript */
  onClose(isByKey: boolean): void;
}

/**
 * Field instead of a speaker's name: Enter, or a click elsewhere, names the speaker in all lines; Escape leaves the
 * name. It stays until the name is saved.
 */
export function SpeakerName({ jobId, speakerId, speaker, edits, onMore, onClose }: SpeakerNameProps) {
  const t = useTranscriptText();
  const { speaker: speakerText } = useFormats();
  const list = useId();
  const names = useKnownNames(jobId, speakerId);
  const field = useRef<HTMLInputElement>(null);
  /** Whether the field was left, which taking it away would do once more. */
  const isDone = useRef(false);
  const former = speaker === speakerId ? null : speaker;
  const close = (isByKey: boolean) => {
    isDone.current = true;
    onClose(isByKey);
  };
  const save = async (isByKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const name = field.current!.value.trim() || null;
    const change = { type: 'rename-speaker', speaker_id: speakerId, name, former } as const;
    if (name === former || (await edits.changeSpeaker(change))) close(isByKey);
    else isDone.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of the list around it.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void save(true);
    else if (event.key === 'Escape') close(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving its two controls is no interaction with it
    <span
      className={styles.naming}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && void save(false)}
    >
      <input
        ref={field}
        className={styles.nameField}
        // The field takes the place of the button that was clicked.
        // biome-ignore lint/a11y/noAutofocus: as above
        autoFocus
        dir="auto"
        aria-label={t('speaker.nameOf', { name: speakerText(speaker) })}
        placeholder={t('speaker.nameOf', { name: speakerText(speakerId) })}
        maxLength={100}
        list={list}
        autoComplete="off"
        defaultValue={former ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <IconButton
        size="small"
        icon={Ellipsis}
        label={t('speaker.more', { name: speakerText(speaker) })}
        onClick={() => {
          void save(false);
          onMore();
        }}
      />
    </span>
  );
}
