import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Video } from '../../../contract/library/video.ts';
import type { ChatMetadata } from '../../../contract/search/chat.ts';
import { useHasResults } from '../../api/live/live-jobs.ts';
import { queries } from '../../api/queries.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { position } from '../../ui/lib/use-formats.ts';
import styles from './ask.module.css';
import { Conversation } from './conversation.tsx';
import type { Source } from './sources.tsx';
import { suggestQuestions } from './suggestions.ts';
import { useAskText } from './text.ts';
import { useChat } from './use-chat.ts';

export interface AskPanelProps {
  video: Video;
  /** Id of the open chat, and its setter; null for a new one. */
  chat: readonly [string | null, (id: string | null) => void];
  segments: readonly Segment[];
  stillUrl: ((seconds: number) => string) | null;
  /** Range of the video to ask about, in seconds. */
  range: { start: number; end: number } | null;
  onRangeUsed(): void;
  onSeek(seconds: number): void;
  /** Marks a cited time as a moment. */
  onMark(seconds: number): void;
}

/** Chat about one video, answered from its findings. */
export function AskPanel({
  video,
  chat: current,
  segments,
  stillUrl,
  range,
  onRangeUsed,
  onSeek,
  onMark,
}: AskPanelProps) {
  const t = useAskText();
  const chat = useChat(video.job_id, current);
  const hasResults = useHasResults(video);
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: people } = useQuery(queries.videoPeople(video.job_id, video.updated_at));
  const name = people?.people.find((person) => person.name !== null)?.name ?? undefined;
  const suggestions = useMemo(() => suggestQuestions(segments, name, t), [segments, name, t]);
  useEffect(() => {
    if (range) field.current?.focus();
  }, [range]);

  if (!hasResults) {
    return <EmptyState icon={MessageCircleQuestion} title={t('notReady.title')} text={t('notReady.text')} />;
  }
  const stillOf = (time: number | undefined) => (time === undefined ? null : (stillUrl?.(time) ?? null));
  const sourcesOf = ({ citations }: ChatMetadata): Source[] => {
    const cited = new Set(citations.map(({ segment_id }) => segment_id));
    // Deleted findings are omitted.
    const found = segments
      .filter(({ id }) => cited.has(id))
      .map(({ id, module, start_time, end_time, content, data }) => ({
        id,
        module,
        time: start_time,
        content,
        speaker: data?.speaker,
        isPreview: data?.preview === true,
        video: null,
        // Speech may begin just before the shot that it belongs to.
        still: stillOf(data?.still_time ?? shotAt(segments, (start_time + end_time) / 2)?.data?.still_time),
      }));
    // People are not among the findings.
    const personCitations = citations.filter(({ module }) => module === 'people');
    const onScreen = [...new Map(personCitations.map((one) => [one.segment_id, one])).values()].map(
      ({ segment_id: id, start_time: time, content = '' }) => ({
        id,
        module: 'people' as const,
        time,
        content,
        isPreview: false,
        video: null,
        still: stillUrl?.(time) ?? null,
      }),
    );
    return [...found, ...onScreen].sort((a, b) => a.time - b.time);
  };
  const condition = range && {
    words: ` (${t('range', { start: position(range.start), end: position(range.end) })})`,
    shown: (
      <span className={styles.range}>
        {t('field.range', { range: `${position(range.start)}–${position(range.end)}` })}
        <IconButton icon={X} size="small" label={t('range.clear')} onClick={onRangeUsed} />
      </span>
    ),
  };
  return (
    <Conversation
      chat={chat}
      parts={{ sourcesOf, onSeek, onMark }}
      title={t('field')}
      text={t('empty.text')}
      suggestions={suggestions}
      condition={condition}
      onSent={onRangeUsed}
      field={field}
    />
  );
}

/** Shot at a time, whose saved frame shows what is on screen. */
function shotAt(segments: readonly Segment[], time: number): Segment | undefined {
  return segments.find(
    ({ module, start_time, end_time }) => module === 'scenes' && start_time <= time && time < end_time,
  );
}
