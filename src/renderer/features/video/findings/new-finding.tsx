import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { writePosition } from '../../../../base/position.ts';
import type { ModuleName } from '../../../../contract/analysis/modules.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { useExpandedSheet } from '../../../ui/layout/bottom-sheet.tsx';
import { useModuleNames } from '../../../ui/media/module-icon.tsx';
import type { Range } from '../player/player-state.ts';
import { usePlayerState } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import { addFinding } from './corrections.ts';
import styles from './findings.module.css';
import { RangeFields, readRange } from './range-fields.tsx';

/** Types that a user can add; the summary and keywords describe a whole video. */
const SOUND_TYPES: readonly ModuleName[] = ['transcription', 'audioevents', 'chapters'];
const TYPES: readonly ModuleName[] = ['visualelements', 'ocr', 'logos', 'scenes', ...SOUND_TYPES];
/** Types whose text names something in the frame, by which findings are counted and filtered. */
const NAMED: ReadonlySet<ModuleName> = new Set(['visualelements', 'logos']);
const MAX_LABEL_LENGTH = 200;

/** Form for a finding that no analysis made. Enter saves. */
export function NewFinding({
  jobId,
  range,
  isAudio,
  onAdd,
  onClose,
}: {
  jobId: string;
  range: Range;
  isAudio: boolean;
  onAdd(segment: Segment): void;
  onClose(): void;
}) {
  const t = useVideoText();
  const nameOf = useModuleNames();
  const types = isAudio ? SOUND_TYPES : TYPES;
  const [module, setModule] = useState<ModuleName>(types[0]!);
  const [content, setContent] = useState('');
  const [times, setTimes] = useState({ start: writePosition(range.start), end: writePosition(range.end) });
  const [isSaving, setSaving] = useState(false);
  const duration = usePlayerState((state) => state.duration);
  useExpandedSheet();
  const { start_time, end_time, error } = readRange(times, duration);
  const text = content.trim();
  const canSave = text !== '' && !error && !isSaving;
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSave) return;
    setSaving(true);
    const label = NAMED.has(module) && text.length <= MAX_LABEL_LENGTH && !text.includes('\n') ? text : undefined;
    const request = { module, content: text, start_time: start_time!, end_time: end_time! };
    const added = await addFinding(jobId, { ...request, ...(label !== undefined && { label }) }, t);
    setSaving(false);
    if (added) onAdd(added);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && isText && !event.shiftKey) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form className={styles.edit} aria-label={t('add')} onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
      <Select
        label={t('add.type')}
        value={module}
        options={types.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(value) => setModule(value)}
      />
      <TextArea
        autoFocus
        label={t('edit.content')}
        hint={t('add.hint')}
        dir="auto"
        rows={2}
        maxLength={10_000}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <RangeFields text={times} error={error} onChange={setTimes} />
      <div className={styles.editActions}>
        <span className={styles.space} />
        <Button size="small" look="quiet" onClick={onClose}>
          {t('edit.cancel')}
        </Button>
        <Button size="small" look="primary" type="submit" disabled={!canSave}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}
