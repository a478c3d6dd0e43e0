import { Bookmark, EllipsisVertical, type LucideIcon, PencilLine, Scissors, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useVideoText } from '../text.ts';
import { removeFinding } from './corrections.ts';
import { clipFinding } from './finding-menu.ts';
import styles from './findings.module.css';

interface RowActionsProps {
  jobId: string;
  segment: Segment;
  /** Whether the row stands for several findings, which are edited one at a time. */
  isGroup: boolean;
  onEdit(): void;
  onMark(): void;
}

/** Buttons of a finding's row. */
export function RowActions({ jobId, segment, isGroup, onEdit, onMark }: RowActionsProps) {
  const t = useVideoText();
  return (
    <>
      {/* In place of the buttons where there is no pointer to hover with. */}
      <button
        type="button"
        className={cx(styles.action, styles.more)}
        aria-label={t('menu.label')}
        aria-haspopup="menu"
        onClick={openContextMenu}
      >
        <EllipsisVertical aria-hidden size={16} strokeWidth={1.75} />
      </button>
      <span className={styles.actions}>
        <ActionButton icon={Bookmark} label={t('menu.mark')} onClick={onMark} />
        <ActionButton icon={Scissors} label={t('clip')} onClick={() => clipFinding(jobId, segment)} />
        {!isGroup && (
          <>
            <ActionButton icon={PencilLine} label={t('edit')} onClick={onEdit} />
            <ActionButton icon={Trash2} label={t('remove')} onClick={() => void removeFinding(jobId, segment, t)} />
          </>
        )}
      </span>
    </>
  );
}

/** A plain button: menus and tooltips would cost more than the rows themselves. */
function ActionButton({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick(): void }) {
  return (
    <button type="button" className={styles.action} aria-label={label} title={label} onClick={onClick}>
      <Icon aria-hidden size={14} strokeWidth={1.75} />
    </button>
  );
}

/** Opens the context menu of the list at a button. */
function openContextMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  const { right, bottom } = currentTarget.getBoundingClientRect();
  const options = { bubbles: true, cancelable: true, clientX: right, clientY: bottom };
  currentTarget.dispatchEvent(new window.MouseEvent('contextmenu', options));
}
