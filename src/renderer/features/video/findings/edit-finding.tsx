import { RotateCcw } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { writePosition } from '../../../../base/position.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Input, TextArea } from '../../../ui/controls/input.tsx';
import { useSaveOnLeave } from '../../../ui/controls/use-save-on-leave.ts';
import { useExpandedSheet } from '../../../ui/layout/bottom-sheet.tsx';
import { usePlayerState } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import { correctFinding } from './corrections.ts';
import styles from './findings.module.css';
import { RangeFields, readRange } from './range-fields.tsx';

/** Inline editor of a finding. */
export function EditFinding({ jobId, segment, onClose }: { jobId: string; segment: Segment; onClose(): void }) {
  const t = useVideoText();
  /** As it was opened: fields that are left alone keep what others write meanwhile. */
  const [opened] = useState(segment);
  const known = opened.data?.label;
  const [content, setContent] = useState(opened.content);
  const [label, setLabel] = useState(known ?? '');
  const asText = { start: writePosition(opened.start_time), end: writePosition(opened.end_time) };
  const [times, setTimes] = useState(asText);
  const [isSaving, setSaving] = useState(false);
  const duration = usePlayerState((state) => state.duration);
  // Times of a spoken line follow its words.
  const hasTimes = segment.module !== 'transcription' || segment.data?.added === true;
  const isMoved = times.start !== asText.start || times.end !== asText.end;
  const { error, ...range } = isMoved ? readRange(times, duration) : {};
  const change = {
    ...range,
    ...(content.trim() !== opened.content && { content: content.trim() }),
    ...(known !== undefined && label.trim() !== known && label.trim() !== '' && { label: label.trim() }),
  };
  useExpandedSheet();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The row is measured and the panel resized after two frames.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void form.current?.scrollIntoView({ block: 'nearest' }));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const canSave = content.trim() !== '' && !error && !isSaving;
  const hasChange = Object.keys(change).length > 0;
  const noteClosed = useSaveOnLeave(() => {
    if (canSave && hasChange) void correctFinding(jobId, segment, change, t);
  });
  const close = () => {
    noteClosed();
    onClose();
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSave) return;
    if (!hasChange) return close();
    setSaving(true);
    const isSaved = await correctFinding(jobId, segment, change, t);
    setSaving(false);
    if (isSaved) close();
  };
  const { original, original_start_time: start_time, original_end_time: end_time } = segment.data ?? {};
  const restore = async () => {
    const found = { content: original, start_time, end_time };
    setSaving(true);
    const isRestored = await correctFinding(jobId, segment, found, t);
    setSaving(false);
    if (isRestored) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && !event.shiftKey) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form ref={form} className={styles.edit} onSubmit={(event) => void save(event)}>
      <TextArea
        autoFocus
        label={t('edit.content')}
        hint={t('edit.hint')}
        dir="auto"
        rows={Math.min(8, Math.ceil(content.length / 44) + 1)}
        maxLength={10_000}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {known !== undefined && (
        <Input
          label={t('edit.label')}
          dir="auto"
          maxLength={200}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      {hasTimes && <RangeFields text={times} error={error} onChange={setTimes} />}
      <div className={styles.editActions}>
        {original !== undefined && (
          <Button size="small" look="quiet" icon={RotateCcw} onClick={() => void restore()}>
            {t('restore')}
          </Button>
        )}
        <span className={styles.space} />
        <Button size="small" look="quiet" onClick={close}>
          {t('edit.cancel')}
        </Button>
        <Button size="small" look="primary" type="submit" disabled={!canSave}>
          {t('edit.save')}
        </Button>
      </div>
    </form>
  );
}
