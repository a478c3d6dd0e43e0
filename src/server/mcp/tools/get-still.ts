import { z } from 'zod';
import { formatClock } from '../../../base/time.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { ThumbnailUrls } from '../../../contract/library/thumbnails.ts';
import { Video } from '../../../contract/library/video.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import { secondsIn } from '../../client/video-times.ts';
import { dataResult } from '../output.ts';
import { defineTool, JobIdInput, TimeInput } from '../tool.ts';
import { JobIdShape, VideoShape } from './shapes.ts';

/** Maximum size of a picture in bytes; base64 is a third longer. */
const MAX_BYTES = 3 * 1024 * 1024;

export const getStill = defineTool({
  name: 'get_still',
  title: 'Get a still',
  description: 'Returns the saved picture nearest to a time of a video.',
  isReadOnly: true,
  input: z.object({ job_id: JobIdInput, time: TimeInput }),
  output: z.object({ job_id: JobIdShape, video: VideoShape, nearest_to: z.string() }),
  async run({ job_id, time }, { api, signal }) {
    const [seconds = 0] = await secondsIn(api, job_id, [time], signal);
    const video = await api.get(`/videos/${encodeURIComponent(job_id)}`, Video, signal);
    const { still_url } = await api.get('/pictures', ThumbnailUrls, signal);
    const url = still_url
      .replace('stills/{ms}', 'stills/near/{ms}')
      .replace('{job_id}', video.job_id)
      .replace('{ms}', String(Math.round(seconds * 1000)));
    const response = await api.signed(url, { signal }).catch((error: unknown) => {
      if (error instanceof ReelscopeError && error.code === 'not_found')
        throw new ReelscopeError('not_found', sentence('agents.no-still'));
      throw error;
    });
    const picture = Buffer.from(await response.arrayBuffer());
    if (picture.length > MAX_BYTES) throw new ReelscopeError('too_large', sentence('agents.still-too-large'));
    const about = { job_id: video.job_id, video: video.name, nearest_to: formatClock(seconds) };
    return dataResult(about, { type: 'image', data: picture.toString('base64'), mimeType: 'image/jpeg' });
  },
});
