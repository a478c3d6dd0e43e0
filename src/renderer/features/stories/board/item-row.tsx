import {
  ArrowDown,
  ArrowUp,
  AudioWaveform,
  Ellipsis,
  GripVertical,
  Heading2,
  MoveHorizontal,
  NotebookPen,
  PencilLine,
  SquareArrowOutUpRight,
  X,
} from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { StoryItem } from '../../../../contract/search/stories.ts';
import { useOtherRecordings } from '../../../api/other-recordings.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { ContextMenu } from '../../../ui/controls/context-menu.tsx';
import { Menu, type MenuEntry } from '../../../ui/controls/menu.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { markedHref } from '../../../ui/lib/moment-href.ts';
import { isTyping } from '../../../ui/lib/shortcuts.ts';
import { showShortcut } from '../../../ui/lib/show-shortcut.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import styles from './board.module.css';
import { type Draft, itemName } from './item-parts.ts';
import { MomentItem } from './moment-item.tsx';
import { TextItem } from './text-item.tsx';
import type { StoryEdits } from './use-story-edits.ts';

/** Row of an item with its handle and commands. */
export function ItemRow({
  item,
  number,
  index,
  count,
  edits,
  offset,
  isDropBefore,
  isDropAfter,
  onGrab,
  onMove,
  onInsert,
  onPlay,
}: {
  item: StoryItem;
  /** Place among the moments that are played. */
  number: number | undefined;
  index: number;
  count: number;
  edits: StoryEdits;
  /** Distance from its place while it is dragged, in CSS pixels. */
  offset: number | null;
  isDropBefore: boolean;
  isDropAfter: boolean;
  onGrab(event: PointerEvent<HTMLElement>): void;
  onMove(to: number): void;
  onInsert(draft: Draft): void;
  onPlay(): void;
}) {
  const t = useStoryText();
  const [, navigate] = useLocation();
  const [isEditing, setEditing] = useState(false);
  const [isTrimming, setTrimming] = useState(false);
  const name = itemName(item, t);
  const { moment } = item;
  const otherRecordings = useOtherRecordings();
  const event = moment && otherRecordings(moment.job_id, moment);
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    Home: 0,
    End: count - 1,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isHandle = event.target instanceof Element && event.target.closest('[data-handle]');
    const to = steps[event.key];
    const isMove = event.altKey ? event.key.startsWith('Arrow') : isHandle;
    if (to === undefined || !isMove || isTyping(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(to);
  };
  const entries: MenuEntry[] = [
    ...(moment
      ? [
          { label: t('openVideo'), icon: SquareArrowOutUpRight, onSelect: () => navigate(markedHref(moment)) },
          {
            label: t('trim'),
            icon: MoveHorizontal,
            disabled: moment.deleted_at !== null,
            onSelect: () => setTrimming(true),
          },
          ...(event ? [{ label: t('item.event'), icon: AudioWaveform, onSelect: () => navigate(event) }] : []),
        ]
      : []),
    ...(moment || item.kind !== 'moment'
      ? [
          {
            label: t(item.kind === 'moment' ? 'note.edit' : 'edit'),
            icon: PencilLine,
            onSelect: () => setEditing(true),
          },
        ]
      : []),
    { separator: true },
    {
      label: t('up'),
      icon: ArrowUp,
      shortcut: showShortcut('alt+arrowup'),
      disabled: index === 0,
      onSelect: () => onMove(index - 1),
    },
    {
      label: t('down'),
      icon: ArrowDown,
      shortcut: showShortcut('alt+arrowdown'),
      disabled: index === count - 1,
      onSelect: () => onMove(index + 1),
    },
    { label: t('heading.above'), icon: Heading2, onSelect: () => onInsert({ kind: 'heading', position: index }) },
    { label: t('note.above'), icon: NotebookPen, onSelect: () => onInsert({ kind: 'note', position: index }) },
    { separator: true },
    { label: t('remove'), icon: X, danger: true, onSelect: () => void edits.remove(item) },
  ];
  return (
    <li
      data-item={item.id}
      className={cx(
        styles.item,
        offset !== null && styles.dragged,
        isDropBefore && styles.dropBefore,
        isDropAfter && styles.dropAfter,
      )}
      {...(offset !== null && { style: { transform: `translateY(${offset}px)` } })}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        data-handle
        className={styles.handle}
        aria-label={t('move', { title: name })}
        title={t('move.hint')}
        onPointerDown={onGrab}
      >
        <GripVertical aria-hidden size={16} strokeWidth={1.75} />
      </button>
      <ContextMenu entriesAt={() => entries} label={t('item.actions')} className={styles.itemContent}>
        {item.kind === 'moment' ? (
          <MomentItem
            item={item}
            number={number}
            edits={edits}
            isEditing={isEditing}
            setEditing={setEditing}
            isTrimming={isTrimming}
            setTrimming={setTrimming}
            onPlay={onPlay}
          />
        ) : (
          <TextItem item={item} edits={edits} isEditing={isEditing} setEditing={setEditing} />
        )}
      </ContextMenu>
      <span className={styles.itemActions}>
        <Menu entries={entries}>
          <IconButton size="small" icon={Ellipsis} label={`${t('item.actions')}: ${name}`} />
        </Menu>
        <IconButton
          size="small"
          icon={X}
          label={`${t('remove')}: ${name}`}
          className={styles.removeItem}
          onClick={() => void edits.remove(item)}
        />
      </span>
    </li>
  );
}
