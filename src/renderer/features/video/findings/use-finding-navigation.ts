import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { cachedByList } from '../../../ui/lib/cached-by-list.ts';
import { useShortcuts } from '../../../ui/lib/shortcuts.ts';
import { usePlayer, usePlayerState } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import { groupRepeats, type Row } from './repeats.ts';
import { shotContents } from './shot-contents.ts';
import { useFindingRows } from './use-finding-rows.ts';
import { usePlayingRows } from './use-playing-rows.ts';

export type FindingNavigation = ReturnType<typeof useFindingNavigation>;

const grouped = cachedByList((segments: readonly Segment[]) => groupRepeats(segments, new Set()));

/**
 * Rows of a list of findings, with those that are expanded, opened, or being edited; a seek follows the playback again.
 * @param target id of the finding to show first
 */
export function useFindingNavigation(
  scroller: RefObject<HTMLDivElement | null>,
  segments: readonly Segment[],
  shown: readonly Segment[],
  target: string | null,
) {
  const player = usePlayer();
  const [opened, setOpened] = useState(target);
  const [editing, setEditing] = useState<string | null>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const list = useMemo(() => (expanded.size === 0 ? grouped(shown) : groupRepeats(shown, expanded)), [shown, expanded]);
  const t = useVideoText();
  const contents = useMemo(() => shotContents(segments, (text) => t('quoted', { text })), [segments, t]);
  const leadOf = (segment: Segment) => contents.get(segment.id) ?? '';
  const playingRows = usePlayingRows(list);
  const { index, begun, playing } = playingRows;
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const openedIndex = useMemo(
    () => (opened === null ? -1 : list.findIndex(({ members }) => members.some(({ id }) => id === opened))),
    [list, opened],
  );
  // A new search hit on the same page; playback returns to the current finding.
  useEffect(() => setOpened(target), [target]);
  useEffect(() => {
    if (isPlaying) setOpened(null);
  }, [isPlaying]);
  const followed = useFindingRows(scroller, list, leadOf, playingRows, openedIndex, editing);
  const { setFollowing } = followed;
  const go = (position: number) => {
    const row = list[position];
    if (!row) return;
    setOpened(null);
    player.seek(row.segment.start_time);
    setFollowing(true);
  };
  const edit = (id: string | null) => {
    setEditing(id);
    if (id !== null) setFollowing(false);
  };
  const toggleGroup = ({ members }: Row) => {
    const { id } = members[0]!;
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  };
  useShortcuts({
    arrowdown: () => go(begun + 1),
    arrowup: () => go(indexBefore(index.starts, player.store.getState().time)),
  });
  return { ...followed, list, leadOf, playing, openedIndex, editing, edit, go, toggleGroup };
}

/** Start of the finding before a time, with tolerance for reaction time. */
function indexBefore(starts: Float64Array, time: number): number {
  let position = starts.length - 1;
  while (position > 0 && starts[position]! > time - 0.3) position--;
  return position;
}
