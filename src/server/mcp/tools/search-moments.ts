import { z } from 'zod';
import { ModuleName } from '../../../contract/analysis/modules.ts';
import { CitedFinding } from '../../../contract/evidence/citations.ts';
import { Video } from '../../../contract/library/video.ts';
import { SearchGroups, type SearchHit } from '../../../contract/search/search.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { dataResult, timesOf } from '../output.ts';
import { defineTool, JobIdInput } from '../tool.ts';
import { JobIdShape, rangeShape, TextShape, VideoShape } from './shapes.ts';

const found = { ...rangeShape, module: ModuleName, text: TextShape };
const FoundMoment = z.object({
  job_id: JobIdShape,
  video: VideoShape,
  ...found,
  speaker: z.string().optional(),
  together_with: z.array(z.object({ ...found, satisfies: z.string() })).optional(),
  frame_that_looks_like_it: z.number().optional().describe('Seconds.'),
  similarity: z.number(),
  match: z.string(),
  segment_id: z.string().nullable(),
  citation: z.string().nullable(),
});

export const searchMoments = defineTool({
  name: 'search_moments',
  title: 'Search moments',
  description:
    'Searches what is said, shown, and written in all analyzed videos, by keywords and embeddings, and by what frames show if a text-image model is selected. Returns moments with their times and citations, best first.',
  isReadOnly: true,
  input: z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .describe(
        'Plain language, "exact words" in quotes, or fields that are found together in time: said:budget within:10s sees:car. ' +
          'Fields: said, shown (text on screen), sees, hears (sounds such as applause), brand, person (named, on screen), speaker, in (project), from, to (dates); AND, OR, NOT, -word, parentheses.',
      ),
    natural: z
      .boolean()
      .optional()
      .describe(
        'Whether a question such as "when is a budget mentioned while a car is seen" is read as fields, if it can be.',
      ),
    job_ids: z.array(JobIdInput).max(100).optional().describe('Only these videos.'),
    modules: z.array(ModuleName).optional().describe('Only findings of these modules, such as transcription or ocr.'),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.object({
    moments: z.array(FoundMoment),
    videos_without_transcript: z
      .array(z.string())
      .optional()
      .describe('If no match is certain: videos without a complete transcript, in which it may have been said.'),
  }),
  async run(request, { api, signal }) {
    const body = { ...request, include: ['not_transcribed'] };
    const { segments: hits, not_transcribed: unheard } = await api.send('POST', '/search', body, SearchGroups, signal);
    const videos = await api.get('/videos', Video.array(), signal);
    const names = new Map(videos.map(({ job_id, name }) => [job_id, name]));
    const citations = await citationsOf(api, hits, signal);
    const moments = hits.map(({ id, job_id, module, content, data, similarity, match, moment, frame, ...range }) => ({
      job_id,
      video: names.get(job_id) ?? null,
      ...timesOf(range),
      module,
      text: content,
      ...(data?.speaker !== undefined && { speaker: data.speaker }),
      ...(moment && {
        together_with: moment.findings
          .slice(1)
          .map((one) => ({ ...timesOf(one), module: one.module, text: one.content, satisfies: one.condition })),
      }),
      ...(frame && { frame_that_looks_like_it: frame.time }),
      similarity,
      match,
      segment_id: module === 'people' ? null : id,
      citation: citations.get(id) ?? null,
    }));
    return dataResult({
      moments,
      ...(unheard && { videos_without_transcript: unheard.map(({ name }) => name) }),
    });
  },
});

/** Citations of hits by their segment ids. */
async function citationsOf(
  api: ApiClient,
  hits: readonly SearchHit[],
  signal: AbortSignal,
): Promise<Map<string, string | null>> {
  // People on screen are no segments, which citations are of.
  const segments = hits.filter(({ module }) => module !== 'people');
  const byVideo = Map.groupBy(segments, ({ job_id }) => job_id);
  const cited = await Promise.all(
    [...byVideo].map(([job_id, own]) =>
      api.send('POST', '/citations', { job_id, segment_ids: own.map(({ id }) => id) }, CitedFinding.array(), signal),
    ),
  );
  return new Map(
    cited.flat().flatMap(({ segment_id, citation }) => (segment_id === null ? [] : [[segment_id, citation]])),
  );
}
