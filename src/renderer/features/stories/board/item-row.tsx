import { Ellipsis, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { IconButton } from '../../../ui/controls/button.tsx';
import { ContextMenu } from '../../../ui/controls/context-menu.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { isTyping } from '../../../ui/lib/shortcuts.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import styles from './board.module.css';
import { itemName } from './item-parts.ts';
import { MomentItem } from './moment-item.tsx';
import { TextItem } from './text-item.tsx';
import { type ItemPlace, useItemMenu } from './use-item-menu.ts';

interface ItemRowProps extends ItemPlace {
  /** Place among the moments that are played. */
  number: number | undefined;
  /** Distance from its place while it is dragged, in CSS pixels. */
  offset: number | null;
  isDropBefore: boolean;
  isDropAfter: boolean;
  onGrab(event: PointerEvent<HTMLElement>): void;
  onPlay(): void;
}

/** Row of an item with its handle and commands. */
export function ItemRow(props: ItemRowProps) {
  const { item, number, index, count, edits, offset, isDropBefore, isDropAfter, onGrab, onMove, onPlay } = props;
  const t = useStoryText();
  const [isEditing, setEditing] = useState(false);
  const [isTrimming, setTrimming] = useState(false);
  const name = itemName(item, t);
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
  const entries = useItemMenu(props, { edit: () => setEditing(true), trim: () => setTrimming(true) });
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
