import { Layers } from 'lucide-react';
import { useRef } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { useOtherRecordings } from '../../../api/other-recordings.ts';
import { ContextMenu } from '../../../ui/controls/context-menu.tsx';
import { useRowFocus } from '../../../ui/layout/use-row-focus.ts';
import type { Range } from '../player/player-state.ts';
import { useVideoText } from '../text.ts';
import { findingMenu } from './finding-menu.ts';
import { FindingRow } from './finding-row.tsx';
import styles from './findings.module.css';
import type { FindingNavigation } from './use-finding-navigation.ts';

export interface FindingListProps {
  jobId: string;
  /** Seconds of the video. */
  duration: number;
  stillUrl: ((seconds: number) => string) | null;
  onAsk(range: Range): void;
  onMark(segment: Segment): void;
}

const NO_SPANS: readonly Segment[] = [];

/** The rows of findings that are in view, with their menu. @param props.query text of the filter, which is marked */
export function FindingList(props: FindingListProps & { navigation: FindingNavigation; query: string }) {
  const { jobId, duration, stillUrl, onAsk, onMark, navigation, query } = props;
  const { list, rows, playing, openedIndex } = navigation;
  const t = useVideoText();
  const otherRecordings = useOtherRecordings();
  const element = useRef<HTMLUListElement>(null);
  useRowFocus(element);
  const menuAt = (element: Element) => {
    const position = Number(element.closest('li')?.dataset['index'] ?? -1);
    const row = list[position];
    if (!row || navigation.editing === row.segment.id) return [];
    const { segment, isGroup } = row;
    const entries = findingMenu(
      segment,
      {
        jobId,
        otherRecordings: (range) => otherRecordings(jobId, range),
        onSeek: () => navigation.go(position),
        onAsk,
        onMark: () => onMark(segment),
        onEdit: isGroup ? undefined : () => navigation.edit(segment.id),
      },
      t,
    );
    if (row.members.length === 1) return entries;
    const label = isGroup ? t('group.open', { count: row.members.length }) : t('group.close');
    return [
      ...entries,
      { separator: true } as const,
      { label, icon: Layers, onSelect: () => navigation.toggleGroup(row) },
    ];
  };

  return (
    <ContextMenu label={t('menu.label')} entriesAt={menuAt}>
      <ul ref={element} className={styles.list} aria-label={t('findings.list')} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const { segment, members, isGroup } = list[row.index]!;
          return (
            <li
              key={row.key}
              ref={navigation.editing === segment.id ? rows.measureElement : null}
              data-index={row.index}
              className={styles.item}
              aria-setsize={list.length}
              aria-posinset={row.index + 1}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <FindingRow
                jobId={jobId}
                segment={segment}
                lead={navigation.leadOf(segment)}
                spans={isGroup ? members : NO_SPANS}
                duration={duration}
                count={members.length}
                isGroup={isGroup}
                isPlaying={playing.includes(row.index)}
                isOpened={row.index === openedIndex}
                lines={navigation.linesOf(segment)}
                query={query}
                stillUrl={stillUrl}
                isEditing={navigation.editing === segment.id}
                setEditing={(on) => navigation.edit(on ? segment.id : null)}
                onToggleGroup={() => navigation.toggleGroup(list[row.index]!)}
                onSeek={() => navigation.go(row.index)}
                onMark={() => onMark(segment)}
              />
            </li>
          );
        })}
      </ul>
    </ContextMenu>
  );
}
