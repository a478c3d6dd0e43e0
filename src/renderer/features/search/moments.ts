import type { ClipRange } from '../../../contract/clips.ts';
import type { SearchHit } from '../../../contract/search.ts';
import { containsAny } from '../../ui/lib/mark-words.ts';

/** Findings of one video at about the same time: what is said there and what is shown there, as one hit. */
export interface Moment {
  /** Of its best hit. */
  id: string;
  jobId: string;
  /** Seconds: where the best hit begins. */
  time: number;
  /** Those that hold a word of the query first, then as they rank. */
  hits: SearchHit[];
  /** Whether a word of the query stands in one of them; otherwise it is near in meaning only. */
  hasWords: boolean;
}

export interface VideoMoments {
  jobId: string;
  /** Best first. */
  moments: Moment[];
}

/** Hits that begin within this many seconds of each other show the same moment. */
const SAME_MOMENT_SECONDS = 3;
/** A finding may last for the whole video; its clip does not. Seconds. */
const CLIP_SECONDS = 60;

/** Hits in their ranking as moments, by video; a video stands where its best moment does. */
export function toMoments(hits: readonly SearchHit[], words: readonly string[]): VideoMoments[] {
  const videos = new Map<string, Moment[]>();
  for (const hit of hits) {
    const moments = videos.get(hit.job_id) ?? [];
    videos.set(hit.job_id, moments);
    const same = moments.find((moment) => Math.abs(moment.time - hit.start_time) <= SAME_MOMENT_SECONDS);
    const hasWords = containsAny(hit.content, words);
    if (same) {
      same.hits.push(hit);
      same.hasWords ||= hasWords;
    } else {
      moments.push({ id: hit.id, jobId: hit.job_id, time: hit.start_time, hits: [hit], hasWords });
    }
  }
  for (const { hits } of [...videos.values()].flat()) {
    hits.sort((a, b) => Number(containsAny(b.content, words)) - Number(containsAny(a.content, words)));
  }
  return [...videos].map(([jobId, moments]) => ({ jobId, moments }));
}

/** Leaves out what neither holds a word of the query nor is near it in meaning. @returns what was kept, and how many not */
export function filterWeak(videos: readonly VideoMoments[]): { kept: VideoMoments[]; dropped: number } {
  let dropped = 0;
  const kept = videos.flatMap(({ jobId, moments }) => {
    const strong = moments.filter(isStrong);
    dropped += moments.length - strong.length;
    return strong.length > 0 ? [{ jobId, moments: strong }] : [];
  });
  return { kept, dropped };
}

function isStrong({ hits, hasWords }: Moment): boolean {
  return hasWords || hits.some(({ match }) => match !== 'weak');
}

/** The part of the video that shows a moment: all that was found there, but of a long finding only its beginning. */
export function clipOf({ jobId, hits }: Pick<Moment, 'jobId' | 'hits'>): ClipRange {
  const start = Math.min(...hits.map((hit) => hit.start_time));
  const end = Math.max(...hits.map((hit) => hit.end_time));
  return { job_id: jobId, start_time: start, end_time: Math.min(end, start + CLIP_SECONDS) };
}

/** Where a moment is watched: the video's page at its time. */
export function momentHref({ jobId, time }: Pick<Moment, 'jobId' | 'time'>): string {
  return `/videos/${jobId}?t=${Math.round(time * 1000) / 1000}`;
}

/** Seconds of the still that shows a hit best: its own evidence, else its beginning. */
export function stillTime(hit: SearchHit): number {
  return hit.data?.still_time ?? hit.start_time;
}
