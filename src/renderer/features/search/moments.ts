import { MODULE_CATALOG } from '../../../contract/analysis/modules.ts';
import type { ClipRange } from '../../../contract/library/clips.ts';
import type { CreateMomentRequest } from '../../../contract/search/moments.ts';
import type { SearchHit } from '../../../contract/search/search.ts';
import { containsAny } from '../../ui/lib/mark-words.ts';

/** Hits of one video at about the same time, shown as one. */
export interface Moment {
  /** Rank of the best hit. */
  id: string;
  jobId: string;
  /** Start of the best hit in seconds. */
  time: number;
  /** Keyword hits first, then by rank. */
  hits: SearchHit[];
  /** Whether any hit contains a query word; otherwise it is a semantic match. */
  hasWords: boolean;
  /** Whether a frame of a hit looks like the query. */
  hasLooks: boolean;
}

/** Line of a moment: a finding, and the part of the query that it satisfies. */
export type ShownFinding = Pick<SearchHit, 'id' | 'module' | 'content' | 'data'> & { condition: string | null };

export interface VideoMoments {
  jobId: string;
  /** Best first. */
  moments: Moment[];
}

/** Maximum distance in seconds between starts of hits in one moment. */
const SAME_MOMENT_SECONDS = 3;
/** Maximum clip length of a moment in seconds. Longer findings are no moments. */
const CLIP_SECONDS = 60;
/** Clip length in seconds of a moment that has only longer findings. */
const LONG_FINDING_CLIP_SECONDS = 10;

/**
 * Groups ranked hits into moments by video; videos are ordered by their best moment.
 * @param hasFields whether the query has fields, which hits satisfy in other words too
 */
export function toMoments(hits: readonly SearchHit[], words: readonly string[], hasFields = false): VideoMoments[] {
  const videos = new Map<string, Moment[]>();
  for (const hit of hits) {
    const moments = videos.get(hit.job_id) ?? [];
    videos.set(hit.job_id, moments);
    const same = moments.find((moment) => Math.abs(moment.time - hit.start_time) <= SAME_MOMENT_SECONDS);
    // The lines of a speaker are sought without words, and a finding may satisfy a field under another name.
    const hasWords = containsAny(hit.content, words) || ((words.length === 0 || hasFields) && hit.match === 'words');
    if (same) {
      same.hits.push(hit);
      same.hasWords ||= hasWords;
      same.hasLooks ||= hit.frame !== undefined;
    } else {
      moments.push({
        id: hit.id,
        jobId: hit.job_id,
        time: hit.start_time,
        hits: [hit],
        hasWords,
        hasLooks: hit.frame !== undefined,
      });
    }
  }
  for (const { hits } of [...videos.values()].flat()) {
    // With its words first, and the sentence before a keyword that restates it.
    const rank = ({ content, module }: SearchHit) =>
      2 * Number(!containsAny(content, words)) + Number(MODULE_CATALOG[module].isDerived);
    hits.sort((a, b) => rank(a) - rank(b));
  }
  return [...videos].map(([jobId, moments]) => ({ jobId, moments }));
}

/** Removes moments without keyword or semantic match. @returns the rest and the number removed */
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

function isShort({ start_time, end_time }: Pick<SearchHit, 'start_time' | 'end_time'>): boolean {
  return end_time - start_time <= CLIP_SECONDS;
}

/**
 * Clip range of a moment: its findings with the sentences or shots around brief ones, without those that span much of
 * the video. Chapters and the ranges of keywords extend beyond what was said or shown, so they count only alone.
 */
export function clipOf({ jobId, time, hits }: Pick<Moment, 'jobId' | 'time' | 'hits'>): ClipRange {
  const short = hits.filter(isShort);
  if (short.length === 0) return { job_id: jobId, start_time: time, end_time: time + LONG_FINDING_CLIP_SECONDS };
  const isAlone = short.every(({ module }) => MODULE_CATALOG[module].isDerived);
  const spans = short
    .flatMap((hit) => {
      const own = isAlone || !MODULE_CATALOG[hit.module].isDerived ? hit : undefined;
      return [hit.moment ?? own, hit.passage ?? own].filter((span) => span !== undefined);
    })
    .filter(isShort);
  const start = Math.min(...spans.map(({ start_time }) => start_time));
  const end = Math.max(...spans.map(({ end_time }) => end_time));
  return { job_id: jobId, start_time: start, end_time: Math.min(end, start + CLIP_SECONDS) };
}

/** Request that marks the range on the card of a moment, or only the start of long findings. */
export function markOf({ jobId, time, hits }: Pick<Moment, 'jobId' | 'time' | 'hits'>): CreateMomentRequest {
  const id = findingOf(hits[0]!);
  const range = clipOf({ jobId, time, hits });
  return {
    ...range,
    ...(!hits.some(isShort) && { end_time: null }),
    origin: { kind: 'search', ...(id !== null && { segment_id: id }) },
  };
}

/** Id of the finding of a hit; null for a person on screen, which isn't a finding. */
function findingOf({ id, module }: Pick<SearchHit, 'id' | 'module'>): string | null {
  return module === 'people' ? null : id;
}

/**
 * Link to the moment on the video page: its time, in a line of speech that of the first word of the query, and the
 * finding to show in its list.
 * @param words folded words of the query
 */
export function momentHref(
  { jobId, time, hits }: Pick<Moment, 'jobId' | 'time' | 'hits'>,
  words: readonly string[],
): string {
  const best = hits[0]!;
  const spoken = best.data?.words?.find(({ text }) => containsAny(text, words));
  const id = findingOf(best);
  const seconds = Math.round((spoken?.start_time ?? time) * 1000) / 1000;
  return `/videos/${jobId}?t=${seconds}${id === null ? '' : `&finding=${id}`}`;
}

/** Findings of a moment to show: its hits, each with the findings found together with it. */
export function findingsOf({ hits }: Pick<Moment, 'hits'>): ShownFinding[] {
  const shown = new Map<string, ShownFinding>();
  for (const hit of hits) {
    const [own, ...others] = hit.moment?.findings ?? [];
    shown.set(hit.id, { ...hit, condition: own?.condition ?? shown.get(hit.id)?.condition ?? null });
    for (const { text, ...other } of others) {
      if (!shown.has(other.id)) shown.set(other.id, { ...other, data: text ? { text } : null });
    }
  }
  return [...shown.values()];
}

/** Time of the best still of a hit in seconds: its evidence, or its start. */
export function stillTime(hit: SearchHit): number {
  return hit.frame?.time ?? hit.data?.still_time ?? hit.start_time;
}
