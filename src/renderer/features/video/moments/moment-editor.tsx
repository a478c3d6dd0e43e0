import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPosition, writePosition } from '../../../../base/position.ts';
import type { Moment, UpdateMomentRequest } from '../../../../contract/search/moments.ts';
import { updateMoment } from '../../../api/live/moment-changes.ts';
import { isNotFound } from '../../../api/request.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Input, TextArea } from '../../../ui/controls/input.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useExpandedSheet } from '../../../ui/layout/bottom-sheet.tsx';
import { focusIfLost } from '../../../ui/layout/focus-if-lost.ts';
import { errorText } from '../../../ui/lib/messages.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { Markdown } from '../../../ui/media/markdown.tsx';
import { usePlayerState } from '../player/player-store.ts';
import { TimeField } from '../player/time-field.tsx';
import styles from './moments.module.css';
import { TagPicker } from './tag-picker.tsx';

/** Inline editor of a moment. Enter in the title saves, and so does leaving it; Escape leaves the moment as it is. */
export function MomentEditor({ moment, onClose }: { moment: Moment; onClose(): void }) {
  const t = useMomentText();
  const formats = useFormats();
  const [title, setTitle] = useState(moment.title);
  const [note, setNote] = useState(moment.note);
  const [isPreview, setPreview] = useState(false);
  const [tags, setTags] = useState<readonly string[]>(moment.tags.map(({ name }) => name));
  const [start, setStart] = useState(writePosition(moment.start_time));
  const [end, setEnd] = useState(moment.end_time === null ? '' : writePosition(moment.end_time));
  const [isSaving, setSaving] = useState(false);
  const duration = usePlayerState((state) => state.duration);
  const form = useRef<HTMLFormElement>(null);
  /** The button that marked the moment, if the keyboard was at it; the editor replaces its own. */
  const [opener] = useState(() => document.querySelector<HTMLElement>(':focus-visible'));
  useExpandedSheet();
  useEffect(() => {
    // The title is a guess that typing replaces.
    form.current?.querySelector('input')?.select();
    const frame = requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, []);

  const times = readTimes(start, end, duration);
  const canSave = title.trim() !== '' && !times.error && !isSaving;
  const isDone = useRef(false);
  const close = () => {
    isDone.current = true;
    const panel = form.current?.closest<HTMLElement>('[role="tabpanel"]') ?? null;
    if (form.current?.contains(document.activeElement) && opener?.isConnected) opener.focus();
    onClose();
    // The transcript that the keyboard was at made way for the moments.
    requestAnimationFrame(() => focusIfLost(panel));
  };
  /** Saves what was changed. Returns whether that succeeded. */
  const send = async (isLeaving = false): Promise<boolean> => {
    const change = changeOf(moment, { title: title.trim(), note, tags, ...times });
    try {
      if (Object.keys(change).length > 0) await updateMoment(moment.id, change);
      return true;
    } catch (error) {
      // It was deleted, as by an undo of its creation.
      if (!(isLeaving && isNotFound(error))) toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
      return false;
    }
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSave) return;
    setSaving(true);
    if (await send()) close();
    else setSaving(false);
  };
  const leave = useEffectEvent(() => {
    if (!isDone.current && canSave) void send(true);
  });
  // Another moment, tab, or page takes its place, which must not lose what was written.
  useEffect(() => () => leave(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === 'Escape') close();
    else if (isSave) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      ref={form}
      className={styles.editor}
      aria-label={t('edit.label')}
      onSubmit={(event) => void save(event)}
      onKeyDown={onKeyDown}
    >
      <Input
        autoFocus
        dir="auto"
        label={t('title')}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <div className={styles.times}>
        <TimeField
          label={t('start')}
          text={start}
          onChange={setStart}
          error={times.error === 'start' ? t('time.invalid') : undefined}
        />
        <TimeField
          label={t('end')}
          text={end}
          onChange={setEnd}
          placeholder={t('end.none')}
          error={times.error === 'end' ? t('time.invalid') : times.error === 'range' ? t('time.order') : undefined}
        />
      </div>
      <TagPicker tags={tags} onChange={setTags} />
      <div className={styles.noteField}>
        {isPreview ? (
          <>
            <span className={styles.noteLabel}>{t('note')}</span>
            <Markdown text={note} className={styles.preview} />
          </>
        ) : (
          <TextArea
            dir="auto"
            label={t('note')}
            placeholder={t('note.hint')}
            rows={Math.min(12, Math.max(3, note.split('\n').length + 1))}
            maxLength={20_000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </div>
      <div className={styles.editorActions}>
        <Chip pressed={isPreview} disabled={note.trim() === ''} onClick={() => setPreview(!isPreview)}>
          {t('preview')}
        </Chip>
        <span className={styles.space} />
        <Button look="quiet" onClick={close}>
          {t('cancel')}
        </Button>
        <Button look="primary" type="submit" disabled={!canSave}>
          {t('save')}
        </Button>
      </div>
      <p className={styles.made}>{t('made', { name: moment.created_by, date: formats.date(moment.created_at) })}</p>
    </form>
  );
}

interface Times {
  startTime?: number;
  endTime?: number | null;
  error?: 'start' | 'end' | 'range';
}

function readTimes(start: string, end: string, duration: number): Times {
  const startTime = readPosition(start);
  if (startTime === undefined || startTime > duration) return { error: 'start' };
  if (end.trim() === '') return { startTime, endTime: null };
  const endTime = readPosition(end);
  if (endTime === undefined) return { error: 'end' };
  return endTime > startTime ? { startTime, endTime } : { error: 'range' };
}

/** The fields that differ from the moment. */
function changeOf(
  moment: Moment,
  { title, note, tags, startTime, endTime }: Times & { title: string; note: string; tags: readonly string[] },
): UpdateMomentRequest {
  const names = moment.tags.map(({ name }) => name);
  return {
    ...(title !== moment.title && { title }),
    ...(note !== moment.note && { note }),
    ...(startTime !== undefined && startTime !== moment.start_time && { start_time: startTime }),
    ...(endTime !== undefined && endTime !== moment.end_time && { end_time: endTime }),
    ...((tags.length !== names.length || tags.some((name) => !names.includes(name))) && { tags: [...tags] }),
  };
}
