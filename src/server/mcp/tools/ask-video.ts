import { z } from 'zod';
import { Video } from '../../../contract/library/video.ts';
import { AskResponse } from '../../../contract/search/chat.ts';
import { dataResult } from '../output.ts';
import { defineTool, JobIdInput } from '../tool.ts';
import { describeAnalysis } from './findings.ts';
import { AnalysisShape, JobIdShape, TextShape, VideoShape } from './shapes.ts';

const AnswerCitation = z.object({
  time: z.string().describe('As written in the answer.'),
  label: z.string().optional().describe('Label of the video, as written in the answer.'),
  job_id: JobIdShape.nullable(),
  video: VideoShape,
  module: z.string(),
  text: TextShape.optional(),
  start_time: z.number(),
  end_time: z.number(),
  segment_id: z.string(),
  citation: z.string().optional(),
  preview: z.boolean().optional(),
});

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
  output: z.object({
    answer: z.string().describe('Times are written **[MM:SS]**, after the label of the video where there are several.'),
    citations: z.array(AnswerCitation),
    videos: z.array(z.object({ label: z.string(), job_id: JobIdShape, video: VideoShape })).optional(),
    analysis: AnalysisShape.optional(),
    session_id: z.string(),
  }),
  async run({ question, job_ids, session_id }, { api, signal }) {
    const [first, ...others] = job_ids ?? [];
    const isOne = first !== undefined && others.length === 0;
    const several = job_ids ? { type: 'videos', job_ids } : { type: 'library' };
    const body = {
      question,
      ...(isOne ? { video_id: first } : { scope: several }),
      ...(session_id !== undefined && { session_id }),
    };
    const response = await api.send('POST', '/chat/ask', body, AskResponse, signal);
    const one = isOne ? await api.get(`/videos/${encodeURIComponent(first)}`, Video, signal) : undefined;
    const byLabel = new Map(response.videos?.map((video) => [video.label, video]));
    const citations = response.citations.map(({ video: label, content, ...citation }) => {
      const source = label === undefined ? one : byLabel.get(label);
      return {
        ...citation,
        job_id: source?.job_id ?? null,
        video: source?.name ?? null,
        ...(label !== undefined && { label }),
        ...(content !== undefined && { text: content }),
      };
    });
    return dataResult({
      answer: response.answer,
      citations,
      ...(response.videos && { videos: response.videos.map(({ name, ...video }) => ({ ...video, video: name })) }),
      ...(response.analysis && { analysis: describeAnalysis(response) }),
      session_id: response.session_id,
    });
  },
});
