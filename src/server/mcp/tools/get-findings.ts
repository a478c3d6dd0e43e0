import { z } from 'zod';
import { ModuleName } from '../../../contract/modules.ts';
import { dataResult, pageOf } from '../output.ts';
import { defineTool, JobIdInput, OffsetInput, TimeInput } from '../tool.ts';
import { describeAnalysis, describeFinding, findingsOf } from './findings.ts';

export const getFindings = defineTool({
  name: 'get_findings',
  title: 'Get findings',
  description:
    'Returns what the analysis found in a video in time order: speech, scenes, objects, text on screen, logos, sounds, chapters, summary. Choose kinds and a range to keep it short.',
  isReadOnly: true,
  input: z.object({
    job_id: JobIdInput,
    modules: z.array(ModuleName).optional().describe('Only these kinds.'),
    from: TimeInput.optional(),
    to: TimeInput.optional(),
    limit: z.int().min(1).max(500).default(200),
    offset: OffsetInput,
  }),
  async run({ limit, offset, ...request }, { api, signal }) {
    const { results, segments } = await findingsOf(api, request, signal);
    const { items, ...page } = pageOf(segments.map(describeFinding), offset, limit);
    return dataResult({
      job_id: results.job_id,
      video: results.video_name,
      analysis: describeAnalysis(results),
      findings: items,
      ...page,
    });
  },
});
