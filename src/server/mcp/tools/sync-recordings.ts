import { z } from 'zod';
import { MAX_SYNCED_VIDEOS, SyncResult } from '../../../contract/library/sync.ts';
import { dataResult } from '../output.ts';
import { defineTool, JobIdInput } from '../tool.ts';
import { JobIdShape, VideoShape } from './shapes.ts';

const SyncedRecording = z.object({
  job_id: JobIdShape,
  video: VideoShape,
  state: z.string().describe('placed; no_match: of another event; no_sound.'),
  offset: z.number().nullable().describe('Start on the common clock in seconds; null unless placed.'),
  drift_ppm: z.number().nullable(),
  confidence: z.number().nullable(),
});

export const syncRecordings = defineTool({
  name: 'sync_recordings',
  title: 'Synchronize recordings',
  description:
    'Places videos of one event on one clock by their sound. A time t of a video is at offset + t * (1 + drift_ppm / 1e6), so it converts a time of one video to that of another. Takes seconds to minutes.',
  isReadOnly: true,
  input: z.object({
    job_ids: z.array(JobIdInput).min(2).max(MAX_SYNCED_VIDEOS).describe('Videos that may be of one event.'),
  }),
  output: z.object({ recordings: z.array(SyncedRecording) }),
  async run(body, { api, signal }) {
    const { videos } = await api.send('POST', '/sync', body, SyncResult, signal);
    return dataResult({ recordings: videos.map(({ name, ...place }) => ({ ...place, video: name })) });
  },
});
