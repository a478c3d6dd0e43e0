import {
  AudioWaveform,
  Bookmark,
  Copy,
  GalleryVerticalEnd,
  MessageCircleQuestion,
  PencilLine,
  Play,
  ScanSearch,
  Scissors,
  Trash2,
} from 'lucide-react';
import { navigate } from 'wouter/use-browser-location';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { MenuEntry } from '../../../ui/controls/menu.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { similarFindingHref } from '../../../ui/lib/similar-href.ts';
import type { Range } from '../player/player-state.ts';
import type { useVideoText } from '../text.ts';
import { removeFinding } from './corrections.ts';

/** Commands on a finding that differ by place. */
export interface FindingCommands {
  jobId: string;
  /** Address of the event; null where no other recording was running. */
  otherRecordings(range: Pick<Segment, 'start_time' | 'end_time'>): string | null;
  onSeek(): void;
  onAsk(range: Range): void;
  onMark(): void;
  /** Undefined where a finding can't be edited, such as a group. */
  onEdit?: (() => void) | undefined;
}

/** Opens the dialog that saves a finding as a clip. */
export function clipFinding(jobId: string, { start_time, end_time }: Segment): void {
  openOverlay({ kind: 'clips', clips: [{ job_id: jobId, start_time, end_time }], padding: 0 });
}

/** Opens the dialog that adds a finding to a story. */
function addFindingToStory(job_id: string, { id, start_time, end_time }: Segment): void {
  const moment = { job_id, start_time, end_time, origin: { kind: 'finding', segment_id: id } } as const;
  openOverlay({ kind: 'add-to-story', moments: [moment] });
}

/** Context menu of a finding, in the list and in the timeline. */
export function findingMenu(
  segment: Segment,
  { jobId, otherRecordings, onSeek, onAsk, onMark, onEdit }: FindingCommands,
  t: ReturnType<typeof useVideoText>,
): MenuEntry[] {
  const copy = async () => {
    await navigator.clipboard.writeText(segment.content);
    toast(t('copied'));
  };
  const still = segment.data?.still_time;
  const event = otherRecordings(segment);
  const findSimilar = () => navigate(similarFindingHref(jobId, still!, segment.id));
  return [
    { label: t('menu.play'), icon: Play, onSelect: onSeek },
    { label: t('menu.copy'), icon: Copy, onSelect: () => void copy() },
    {
      label: t('menu.ask'),
      icon: MessageCircleQuestion,
      onSelect: () => onAsk({ start: segment.start_time, end: segment.end_time }),
    },
    { label: t('menu.mark'), icon: Bookmark, onSelect: onMark },
    { label: t('menu.story'), icon: GalleryVerticalEnd, onSelect: () => addFindingToStory(jobId, segment) },
    ...(still === undefined ? [] : [{ label: t('menu.similar'), icon: ScanSearch, onSelect: findSimilar }]),
    ...(event === null ? [] : [{ label: t('menu.event'), icon: AudioWaveform, onSelect: () => navigate(event) }]),
    { label: t('clip'), icon: Scissors, onSelect: () => clipFinding(jobId, segment) },
    ...(onEdit
      ? [
          { separator: true } as const,
          { label: t('edit'), icon: PencilLine, onSelect: onEdit },
          { label: t('remove'), icon: Trash2, danger: true, onSelect: () => void removeFinding(jobId, segment, t) },
        ]
      : []),
  ];
}
