import { z } from 'zod';
import { ModuleName } from '../../../contract/analysis/modules.ts';
import { dataResult, pageOf } from '../output.ts';
import { defineTool, JobIdInput, OffsetInput, TimeInput } from '../tool.ts';
import { describeAnalysis, describeFinding, findingsOf } from './findings.ts';
import { AnalysisShape, FindingShape, JobIdShape, pageShape, VideoShape } from './shapes.ts';

export const getFindings = defineTool({
  name: 'get_findings',
  title: 'Get findings',
  description:
    'Returns what the analysis found in a video in time order: speech, scenes, objects, text on screen, logos, sounds, chapters, summary. Choose modules and a range to keep it short.',
  isReadOnly: true,
  input: z.object({
    job_id: JobIdInput,
    modules: z.array(ModuleName).optional().describe('Only findings of these modules.'),
    start_time: TimeInput.optional(),
    end_time: TimeInput.optional(),
    from: TimeInput.optional().describe('Earlier name of start_time.'),
    to: TimeInput.optional().describe('Earlier name of end_time.'),
    limit: z.int().min(1).max(500).default(200),
    offset: OffsetInput,
  }),
  output: z.object({
    job_id: JobIdShape,
    video: VideoShape,
    analysis: AnalysisShape,
    findings: z.array(FindingShape),
    ...pageShape,
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
