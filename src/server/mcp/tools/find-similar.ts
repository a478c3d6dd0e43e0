import { z } from 'zod';
import { formatClock } from '../../../base/time.ts';
import { Video } from '../../../contract/library/video.ts';
import { VisualResults } from '../../../contract/search/visual.ts';
import { secondsIn } from '../../client/video-times.ts';
import { dataResult, timesOf } from '../output.ts';
import { defineTool, JobIdInput, TimeInput } from '../tool.ts';
import { JobIdShape, rangeShape, TextShape, VideoShape } from './shapes.ts';

const SimilarShot = z.object({
  job_id: JobIdShape,
  video: VideoShape,
  ...rangeShape,
  frame_at: z.string(),
  text: TextShape,
  similarity: z.number(),
  match: z.string(),
  segment_id: z.string().nullable(),
});

export const findSimilar = defineTool({
  name: 'find_similar',
  title: 'Find similar shots',
  description:
    'Finds the shots of all videos that look like the frame of a video at a time, best first: the same place, thing, or footage again, edited pictures too.',
  isReadOnly: true,
  input: z.object({
    job_id: JobIdInput,
    time: TimeInput,
    words: z.string().trim().max(2000).optional().describe('Only shots with findings that match these words.'),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.object({ shots: z.array(SimilarShot), indexed_videos: z.number(), videos: z.number() }),
  async run({ job_id, time, words, limit }, { api, signal }) {
    const [seconds = 0] = await secondsIn(api, job_id, [time], signal);
    const query = new URLSearchParams({
      from_job_id: job_id,
      time: String(seconds),
      limit: String(limit),
      ...(words !== undefined && { words }),
    });
    // The frame takes the place of a picture in the body.
    const results = await api.send('POST', `/search/visual?${query}`, undefined, VisualResults, signal);
    const videos = await api.get('/videos', Video.array(), signal);
    const names = new Map(videos.map((video) => [video.job_id, video.name]));
    const shots = results.hits.map(({ job_id, time: at, content, similarity, match, segment_id, ...range }) => ({
      job_id,
      video: names.get(job_id) ?? null,
      ...timesOf(range),
      frame_at: formatClock(at),
      text: content,
      similarity,
      match,
      segment_id,
    }));
    return dataResult({ shots, indexed_videos: results.indexed_videos, videos: results.videos });
  },
});
