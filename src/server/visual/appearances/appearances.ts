import type { AppearanceResults } from '../../../contract/search/appearances.ts';
import { VISUAL_ENGINE } from '../../../contract/search/visual.ts';
import type { Store } from '../../../db/index.ts';
import { requireVideo } from '../../errors/lookup.ts';
import type { Links } from '../../library/files/links.ts';

export type Appearances = ReturnType<typeof createAppearances>;

/** Lists the footage that a video shares with others. */
export function createAppearances({ store, links }: { store: Store; links: Pick<Links, 'pictures'> }) {
  /** Saved frame of a video near a time, by the template of its URL; null without one. */
  function stillUrl(userId: number, jobId: string, fromMs: number, toMs: number, template: string): string | null {
    const times = store.stills.list(userId, jobId).map(({ timeMs }) => timeMs);
    const middle = (fromMs + toMs) / 2;
    const inside = times.filter((timeMs) => timeMs >= fromMs && timeMs < toMs);
    const nearest = inside.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
    return nearest === undefined ? null : template.replace('{job_id}', jobId).replace('{ms}', String(nearest));
  }

  return {
    /** @throws ReelscopeError `not_found` */
    list(userId: number, jobId: string, origin: string): AppearanceResults {
      const video = requireVideo(store, userId, jobId);
      const { still_url } = links.pictures(origin, userId);
      const appearances = store.appearances.list(video.id).map((row) => {
        const { startMs, endMs, offsetMs, otherJobId, otherName, similarity } = row;
        const [otherStart, otherEnd] = [Math.max(0, startMs + offsetMs), endMs + offsetMs];
        return {
          start_time: startMs / 1000,
          end_time: endMs / 1000,
          job_id: otherJobId,
          name: otherName,
          other_start_time: otherStart / 1000,
          other_end_time: otherEnd / 1000,
          offset: offsetMs / 1000,
          similarity: Math.round(similarity * 10_000) / 10_000,
          still_url: stillUrl(userId, otherJobId, otherStart, otherEnd, still_url),
        };
      });
      const isCompared = store.appearances.isCompared(video.id, VISUAL_ENGINE);
      return { appearances, state: isCompared === undefined ? 'not_described' : isCompared ? 'compared' : 'waiting' };
    },
  };
}
