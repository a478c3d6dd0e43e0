import { z } from 'zod';
import { formatClock } from '../../../base/time.ts';
import { VIDEO_STATUSES, Video } from '../../../contract/library/video.ts';
import { dataResult, pageOf } from '../output.ts';
import { defineTool, OffsetInput } from '../tool.ts';
import { JobIdShape, pageShape, VideoShape } from './shapes.ts';

const ListedVideo = z.object({
  job_id: JobIdShape,
  video: VideoShape,
  status: z.enum(VIDEO_STATUSES),
  length: z.string(),
  duration: z.number().describe('Seconds.'),
  added_at: z.string(),
  description: z.string().optional(),
});

export const listVideos = defineTool({
  name: 'list_videos',
  title: 'List videos',
  description: 'Lists the videos of the library, newest first, with their job_id, state of analysis, and length.',
  isReadOnly: true,
  input: z.object({
    name: z.string().max(200).optional().describe('Only videos whose name contains this text.'),
    status: z.enum(VIDEO_STATUSES).optional(),
    limit: z.int().min(1).max(200).default(50),
    offset: OffsetInput,
  }),
  output: z.object({ videos: z.array(ListedVideo), ...pageShape }),
  async run({ name, status, limit, offset }, { api, signal }) {
    const all = await api.get(`/videos${status ? `?status=${status}` : ''}`, Video.array(), signal);
    const wanted = name?.toLowerCase() ?? '';
    const videos = all.filter((video) => video.name.toLowerCase().includes(wanted)).map(describeVideo);
    const { items, ...page } = pageOf(videos, offset, limit);
    return dataResult({ videos: items, ...page });
  },
});

export function describeVideo({ job_id, name, status, duration, created_at, description }: Video) {
  return {
    job_id,
    video: name,
    status,
    length: formatClock(duration),
    duration,
    added_at: `${created_at}Z`,
    ...(description !== null && { description }),
  };
}
