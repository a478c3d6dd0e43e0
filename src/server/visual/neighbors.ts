import { VISUAL_ENGINE } from '../../contract/search/visual.ts';
import type { Store } from '../../db/index.ts';
import type { VisualNeighbor } from '../../db/vectors/visual-neighbors.ts';
import type { PictureViews } from '../workers/types.ts';

/** Pictures compared per view; several may be of one shot. */
const NEIGHBORS = 400;
/** Cosines of the smaller view are lower by this, those of unrelated pictures too; see docs/benchmarks.md. */
const SMALL_VIEW_BONUS = 0.08;
/**
 * Constant of reciprocal rank fusion. Less than in the search of findings: each view alone finds some edits, and then
 * puts the picture first.
 */
const K = 5;

/**
 * Returns the pictures of these videos that are most like a picture, best first. Rankings by its views are fused by
 * rank: what one alone mistakes, such as unsharp pictures for enlarged crops, does not push aside what the other finds.
 */
export async function neighborsOf(
  visual: Pick<Store['visual'], 'nearest'>,
  { descriptor, small }: PictureViews,
  videoIds: readonly number[],
): Promise<VisualNeighbor[]> {
  const queries = small ? [descriptor, small] : [descriptor];
  const [nearest = [], smaller] = await visual.nearest(VISUAL_ENGINE, queries, videoIds, NEIGHBORS);
  if (!smaller) return nearest;
  const raised = smaller.map((each) => ({ ...each, similarity: Math.min(1, each.similarity + SMALL_VIEW_BONUS) }));
  const fused = new Map<string, { neighbor: VisualNeighbor; score: number }>();
  for (const ranking of [nearest, raised]) {
    ranking.forEach((neighbor, rank) => {
      const key = `${neighbor.videoId} ${neighbor.timeMs}`;
      const known = fused.get(key);
      const isMore = !known || neighbor.similarity > known.neighbor.similarity;
      const score = (known?.score ?? 0) + 1 / (K + rank + 1);
      fused.set(key, { neighbor: isMore ? neighbor : known.neighbor, score });
    });
  }
  return [...fused.values()].sort((a, b) => b.score - a.score).map(({ neighbor }) => neighbor);
}
