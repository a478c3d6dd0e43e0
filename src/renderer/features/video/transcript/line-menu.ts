import {
  Bookmark,
  Copy,
  GalleryVerticalEnd,
  ListEnd,
  MessageCircleQuestion,
  PencilLine,
  Play,
  Scissors,
  UserRound,
} from 'lucide-react';
import type { MenuEntry } from '../../../ui/controls/menu.tsx';
import type { useTranscriptText } from './text.ts';

/** Commands on a line of the transcript. */
export interface LineCommands {
  onPlay(): void;
  onCopy(): void;
  onAsk(): void;
  onMark(): void;
  onStory(): void;
  onClip(): void;
  onEdit(): void;
  /** Undefined for the first word of the line. */
  onSplit: (() => void) | undefined;
  onSpeaker(): void;
}

/** Context menu of a line. */
export function lineMenu(commands: LineCommands, t: ReturnType<typeof useTranscriptText>): MenuEntry[] {
  return [
    { label: t('menu.play'), icon: Play, onSelect: commands.onPlay },
    { label: t('menu.copy'), icon: Copy, onSelect: commands.onCopy },
    { label: t('selection.ask'), icon: MessageCircleQuestion, onSelect: commands.onAsk },
    { label: t('menu.mark'), icon: Bookmark, onSelect: commands.onMark },
    { label: t('selection.story'), icon: GalleryVerticalEnd, onSelect: commands.onStory },
    { label: t('selection.clip'), icon: Scissors, onSelect: commands.onClip },
    { separator: true },
    { label: t('edit.line'), icon: PencilLine, onSelect: commands.onEdit },
    {
      label: t('menu.split'),
      icon: ListEnd,
      disabled: !commands.onSplit,
      onSelect: () => commands.onSplit?.(),
    },
    { label: t('selection.speaker'), icon: UserRound, onSelect: commands.onSpeaker },
  ];
}
