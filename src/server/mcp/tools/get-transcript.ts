import { z } from 'zod';
import { dataResult, pageOf } from '../output.ts';
import { defineTool, JobIdInput, OffsetInput, TimeInput } from '../tool.ts';
import { describeAnalysis, describeFinding, findingsOf } from './findings.ts';
import { AnalysisShape, JobIdShape, LineShape, pageShape, VideoShape } from './shapes.ts';

export const getTranscript = defineTool({
  name: 'get_transcript',
  title: 'Get transcript',
  description:
    'Returns the lines of speech of a video with their times and speakers, all or those in a range. “analysis” states whether and how far speech was transcribed: without that, no lines do not mean that nothing was said.',
  isReadOnly: true,
  input: z.object({
    job_id: JobIdInput,
    start_time: TimeInput.optional(),
    end_time: TimeInput.optional(),
    from: TimeInput.optional().describe('Earlier name of start_time.'),
    to: TimeInput.optional().describe('Earlier name of end_time.'),
    translation: z.boolean().default(false).describe('In English, where a translation was made.'),
    offset: OffsetInput,
  }),
  output: z.object({
    job_id: JobIdShape,
    video: VideoShape,
    analysis: AnalysisShape,
    lines: z.array(LineShape),
    ...pageShape,
  }),
  async run({ offset, ...request }, { api, signal }) {
    const { results, segments } = await findingsOf(api, { ...request, modules: ['transcription'] }, signal);
    const lines = segments.map(describeFinding).map(({ module: _, ...line }) => line);
    const { items, ...page } = pageOf(lines, offset, lines.length);
    return dataResult({
      job_id: results.job_id,
      video: results.video_name,
      analysis: describeAnalysis(results),
      lines: items,
      ...page,
    });
  },
});
