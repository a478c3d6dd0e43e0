import { z } from 'zod';
import { ReelscopeError } from '../../../contract/errors.ts';
import { MAX_CITATION_LENGTH } from '../../../contract/evidence/citation-id.ts';
import { CheckedClaim, CitedFinding, VerifyCitationsResponse } from '../../../contract/evidence/citations.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import { secondsIn } from '../../client/video-times.ts';
import { dataResult, timesOf } from '../output.ts';
import { defineTool, JobIdInput, TimeInput } from '../tool.ts';
import { CitedShape } from './shapes.ts';

export const cite = defineTool({
  name: 'cite',
  title: 'Cite or verify',
  description:
    'With a citation or a quote: checks whether the video states it at this time (true, changed, untrue, or unverifiable), and names the words that differ. With a time only: returns the findings at that time with their citations. Verify a quote before you use it.',
  isReadOnly: true,
  input: z.object({
    citation: z.string().min(1).max(MAX_CITATION_LENGTH).optional().describe('A citation, starting with "rsc1.".'),
    job_id: JobIdInput.optional(),
    quote: z.string().max(1000).optional().describe('Words that were said or shown.'),
    start_time: TimeInput.optional(),
    end_time: TimeInput.optional(),
  }),
  output: z.object({
    findings: z.array(CitedShape).optional().describe('At the time, without a citation or a quote.'),
    ...CheckedClaim.omit({ text: true }).partial().shape,
    cited: CitedShape.nullable().optional(),
    present: CitedShape.nullable().optional(),
  }),
  async run({ start_time: from, end_time: to, ...input }, { api, signal }) {
    const isClaim = input.job_id !== undefined && (input.quote !== undefined || from !== undefined);
    if (input.citation === undefined && !isClaim) throw new ReelscopeError('invalid_request', sentence('agents.cite'));
    const read = async (time: typeof from) =>
      time === undefined ? undefined : (await secondsIn(api, input.job_id, [time], signal))[0];
    const [start_time, end_time] = [await read(from), await read(to)];
    const claim = {
      ...input,
      ...(start_time !== undefined && { start_time }),
      ...(end_time !== undefined && { end_time }),
    };
    if (input.citation === undefined && input.quote === undefined) {
      const findings = await api.send('POST', '/citations', claim, CitedFinding.array(), signal);
      return dataResult({ findings: findings.map(describe) });
    }
    const body = { claims: [claim] };
    const { results } = await api.send('POST', '/citations/verify', body, VerifyCitationsResponse, signal);
    const { text: _, cited, present, ...result } = results[0]!;
    return dataResult({ ...result, cited: cited && describe(cited), present: present && describe(present) });
  },
});

function describe({ start_time, end_time, video_name, content, ...finding }: CitedFinding) {
  return { ...finding, video: video_name, text: content, ...timesOf({ start_time, end_time }) };
}
