import { roundSeconds } from '../../base/time.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { Moment } from '../../contract/search/moments.ts';
import { playedRange, type Story } from '../../contract/search/stories.ts';
import { wordsOf } from '../../core/transcript/words.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { toSegment } from '../library/mappers/segment-mapper.ts';

/** A moment that is played and exported, with what its report needs. */
export interface StoryMoment {
  id: string;
  kind: 'moment';
  moment: Moment;
  video: VideoRow;
  /** Part of the video, in seconds. */
  range: { start: number; end: number };
  /** Transcript of the range; times count from its start. */
  transcript: Segment[];
  /** SHA-256 of the source file; null until it is computed. */
  sha256: string | null;
  /** Changes with the content of the source file; empty until it is known. Part of file names. */
  sourceVersion: string;
}

/** An item as exports and shared reports show it. */
export type StoryEntry = StoryMoment | { id: string; kind: 'heading' | 'note'; text: string };

/** Reads the content of a story. Moments in the trash are left out. */
export function storyContent(store: Store, userId: number, story: Story): StoryEntry[] {
  const lines = new Map<string, Segment[]>();
  const linesOf = (jobId: string): Segment[] => {
    const known = lines.get(jobId) ?? store.segments.list(userId, jobId, ['transcription']).map(toSegment);
    lines.set(jobId, known);
    return known;
  };
  return story.items.flatMap(({ id, kind, moment, text }): StoryEntry[] => {
    if (kind !== 'moment') return [{ id, kind, text }];
    const video = moment && moment.deleted_at === null ? store.videos.get(userId, moment.job_id) : undefined;
    if (!moment || !video) return [];
    const range = playedRange(moment, video.duration);
    const source = store.sourceFiles.get(userId, video.storagePath);
    return [
      {
        id,
        kind,
        moment,
        video,
        range,
        transcript: excerpt(linesOf(video.jobId), range),
        sha256: source?.contentHash ?? null,
        // Not the hash of the whole file, which becomes known later: all clips would be made again.
        sourceVersion: source ? `${source.edgesHash.slice(0, 16)}${Math.round(source.modifiedMs).toString(36)}` : '',
      },
    ];
  });
}

/** The moments of a story's content. */
export function momentsOf(entries: readonly StoryEntry[]): StoryMoment[] {
  return entries.filter((entry) => entry.kind === 'moment');
}

/** The lines of a range; of those at its borders, the words in it. Times count from its start. */
function excerpt(lines: readonly Segment[], { start, end }: StoryMoment['range']): Segment[] {
  const at = (time: number) => roundSeconds(Math.min(Math.max(time, start), end) - start);
  return lines.flatMap((line): Segment[] => {
    if (line.start_time >= end || line.end_time <= start) return [];
    const words = wordsOf(line).filter(({ from, to }) => (from + to) / 2 >= start && (from + to) / 2 < end);
    if (words.length === 0) return [];
    const isWhole = line.start_time >= start && line.end_time <= end;
    return [
      {
        ...line,
        content: isWhole ? line.content : line.content.slice(words[0]!.start, words.at(-1)!.end),
        start_time: at(line.start_time),
        end_time: at(line.end_time),
        data: {
          ...(line.data?.speaker !== undefined && { speaker: line.data.speaker }),
          words: words.map((word) => ({
            text: line.content.slice(word.start, word.end),
            start_time: at(word.from),
            end_time: at(word.to),
          })),
        },
      },
    ];
  });
}
