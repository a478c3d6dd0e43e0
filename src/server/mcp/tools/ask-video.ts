import { z } from 'zod';
import { AskResponse } from '../../../contract/chat.ts';
import { dataResult } from '../output.ts';
import { defineTool, JobIdInput } from '../tool.ts';
import { describeAnalysis } from './findings.ts';

export const askVideo = defineTool({
  name: 'ask_video',
  title: 'Ask about videos',
  description:
    'Asks about one video, several, or the whole library. Each time in the answer is supported by a finding, listed with its citation. Question and answer are kept in the chats of the library.',
  isReadOnly: false,
  input: z.object({
    question: z.string().trim().min(1).max(4000),
    job_ids: z.array(JobIdInput).min(1).max(200).optional().describe('Videos to ask about; all without it.'),
    session_id: z.string().max(64).optional().describe('session_id of an earlier answer, to continue that chat.'),
  }),
  async run({ question, job_ids, session_id }, { api, signal }) {
    const [first, ...others] = job_ids ?? [];
    const about =
      first === undefined
        ? { scope: { type: 'library' } }
        : others.length === 0
          ? { video_id: first }
          : { scope: { type: 'videos', job_ids } };
    const body = { question, ...about, ...(session_id !== undefined && { session_id }) };
    const {
      answer,
      citations,
      videos,
      session_id: session,
      analysis,
    } = await api.send('POST', '/chat/ask', body, AskResponse, signal);
    return dataResult({
      answer,
      citations,
      ...(videos && { videos }),
      ...(analysis && { analysis: describeAnalysis({ analysis }) }),
      session_id: session,
    });
  },
});
