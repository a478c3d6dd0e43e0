import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { ResultsService } from '../library/results.ts';
import type { Question } from './question.ts';

const OVERVIEWS: readonly ModuleName[] = ['summary', 'chapters'];

/**
 * Findings of a video, without the summary and chapters of a transcript that has been corrected since, which would
 * repeat its errors, unless the question asks for them.
 */
export async function currentFindings(
  { store, results }: { store: Pick<Store, 'coverage'>; results: Pick<ResultsService, 'segments'> },
  video: VideoRow,
  { modules, question }: { modules?: readonly ModuleName[] | undefined; question: Pick<Question, 'modules'> },
): Promise<Segment[]> {
  const { outdated } = store.coverage.of(video);
  const left = OVERVIEWS.filter((module) => outdated.has(module) && !question.modules.includes(module));
  return (await results.segments(video, modules)).filter(({ module }) => !left.includes(module));
}
