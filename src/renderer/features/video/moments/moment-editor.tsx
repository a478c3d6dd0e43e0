import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Moment } from '../../../../contract/search/moments.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Input, TextArea } from '../../../ui/controls/input.tsx';
import { useSaveOnLeave } from '../../../ui/controls/use-save-on-leave.ts';
import { useExpandedSheet } from '../../../ui/layout/bottom-sheet.tsx';
import { focusIfLost } from '../../../ui/layout/move-focus.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { Markdown } from '../../../ui/media/markdown.tsx';
import { TimeField } from '../player/time-field.tsx';
import styles from './moments.module.css';
import { TagPicker } from './tag-picker.tsx';
import { useMomentDraft } from './use-moment-draft.ts';

/** Inline editor of a moment. Enter in the title saves, and so does leaving it; Escape leaves the moment as it is. */
export function MomentEditor({ moment, onClose }: { moment: Moment; onClose(): void }) {
  const t = useMomentText();
  const formats = useFormats();
  const draft = useMomentDraft(moment);
  const [isPreview, setPreview] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** The button that marked the moment, if the keyboard was at it; the editor replaces its own. */
  const [opener] = useState(() => document.querySelector<HTMLElement>(':focus-visible'));
  useExpandedSheet();
  useEffect(() => {
    // The title is a guess that typing replaces.
    const title = form.current?.querySelector('input');
    title?.focus();
    title?.select();
    const frame = requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, []);

  const canSave = draft.isValid && !isSaving;
  const noteClosed = useSaveOnLeave(() => {
    if (canSave) void draft.send(true);
  });
  const close = () => {
    noteClosed();
    const panel = form.current?.closest<HTMLElement>('[role="tabpanel"]') ?? null;
    if (form.current?.contains(document.activeElement) && opener?.isConnected) opener.focus();
    onClose();
    // The transcript that the keyboard was at made way for the moments.
    requestAnimationFrame(() => focusIfLost(panel));
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSave) return;
    setSaving(true);
    if (await draft.send()) close();
    else setSaving(false);
  };
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
        value={draft.title}
        onChange={(event) => draft.set({ title: event.currentTarget.value })}
      />
      <div className={styles.times}>
        <TimeField
          label={t('start')}
          text={draft.start}
          onChange={(start) => draft.set({ start })}
          error={draft.error === 'start' ? t('time.invalid') : undefined}
        />
        <TimeField
          label={t('end')}
          text={draft.end}
          onChange={(end) => draft.set({ end })}
          placeholder={t('end.none')}
          error={draft.error === 'end' ? t('time.invalid') : draft.error === 'range' ? t('time.order') : undefined}
        />
      </div>
      <TagPicker tags={draft.tags} onChange={(tags) => draft.set({ tags })} />
      <NoteField text={draft.note} isPreview={isPreview} onChange={(note) => draft.set({ note })} />
      <div className={styles.editorActions}>
        <Chip pressed={isPreview} disabled={draft.note.trim() === ''} onClick={() => setPreview(!isPreview)}>
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

/** Field of a note in Markdown, or its preview. */
function NoteField(props: { text: string; isPreview: boolean; onChange(text: string): void }) {
  const { text, isPreview, onChange } = props;
  const t = useMomentText();
  return (
    <div className={styles.noteField}>
      {isPreview ? (
        <>
          <span className={styles.noteLabel}>{t('note')}</span>
          <Markdown text={text} className={styles.preview} />
        </>
      ) : (
        <TextArea
          dir="auto"
          label={t('note')}
          placeholder={t('note.hint')}
          rows={Math.min(12, Math.max(3, text.split('\n').length + 1))}
          maxLength={20_000}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
