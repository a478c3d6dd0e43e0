import {
  ArrowDown,
  ArrowUp,
  AudioWaveform,
  Heading2,
  MoveHorizontal,
  NotebookPen,
  PencilLine,
  SquareArrowOutUpRight,
  X,
} from 'lucide-react';
import { useLocation } from 'wouter';
import type { StoryItem } from '../../../../contract/search/stories.ts';
import { useOtherRecordings } from '../../../api/other-recordings.ts';
import type { MenuEntry } from '../../../ui/controls/menu.tsx';
import { markedHref } from '../../../ui/lib/moment-href.ts';
import { showShortcut } from '../../../ui/lib/show-shortcut.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import type { Draft } from './item-parts.ts';
import type { StoryEdits } from './use-story-edits.ts';

/** An item and its place among those of the story, with the edits of both. */
export interface ItemPlace {
  item: StoryItem;
  index: number;
  count: number;
  edits: StoryEdits;
  onMove(to: number): void;
  onInsert(draft: Draft): void;
}

/** Entries of the menu of an item. @param edit opens the editor of its text. @param trim opens that of its times */
export function useItemMenu(
  { item, index, count, edits, onMove, onInsert }: ItemPlace,
  { edit, trim }: { edit(): void; trim(): void },
): MenuEntry[] {
  const t = useStoryText();
  const [, navigate] = useLocation();
  const otherRecordings = useOtherRecordings();
  const { moment } = item;
  const event = moment && otherRecordings(moment.job_id, moment);
  return [
    ...(moment
      ? [
          { label: t('openVideo'), icon: SquareArrowOutUpRight, onSelect: () => navigate(markedHref(moment)) },
          {
            label: t('trim'),
            icon: MoveHorizontal,
            disabled: moment.deleted_at !== null,
            onSelect: trim,
          },
          ...(event ? [{ label: t('item.event'), icon: AudioWaveform, onSelect: () => navigate(event) }] : []),
        ]
      : []),
    ...(moment || item.kind !== 'moment'
      ? [{ label: t(item.kind === 'moment' ? 'note.edit' : 'edit'), icon: PencilLine, onSelect: edit }]
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
}
