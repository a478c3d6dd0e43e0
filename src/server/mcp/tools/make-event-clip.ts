import { z } from 'zod';
import { ReelscopeError } from '../../../contract/errors.ts';
import { EventGroup, MAX_TILES } from '../../../contract/library/event-groups.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import { clipResult, clipShape, requireLength } from '../clip-result.ts';
import { defineTool, JobIdInput } from '../tool.ts';
import { JobIdShape } from './shapes.ts';

const seconds = z.number().min(0).describe('Seconds on the clock of the event.');

export const makeEventClip = defineTool({
  name: 'make_event_clip',
  title: 'Make a side-by-side clip',
  description:
    'Makes an MP4 of at most 10 minutes of recordings of one event side by side, in step, with the sound of one. The user must have put the videos on one timeline (an event). It is saved or returned as by make_clip.',
  isReadOnly: false,
  input: z.object({
    job_ids: z.array(JobIdInput).min(1).max(MAX_TILES).describe('Videos to show, in order.'),
    start_time: seconds,
    end_time: seconds,
    sound: JobIdInput.optional().describe('Video to hear; default: the one that was running longest.'),
  }),
  output: z.object({
    event: z.string().describe('Title of the event.'),
    job_ids: z.array(JobIdShape),
    start_time: z.number(),
    end_time: z.number(),
    ...clipShape,
  }),
  async run({ job_ids, sound, ...range }, { api, permissions, signal }) {
    requireLength(range);
    const events = await api.get(`/event-groups?job_id=${job_ids[0]}`, EventGroup.array(), signal);
    const placed = ({ recordings }: EventGroup) =>
      new Set(recordings.filter(({ offset }) => offset !== null).map(({ job_id }) => job_id));
    const event = events.find((each) => job_ids.every((id) => placed(each).has(id)));
    if (!event) throw new ReelscopeError('not_found', sentence('agents.no-event'));
    const query = new URLSearchParams({
      format: 'mp4',
      job_ids: job_ids.join(','),
      start_time: String(range.start_time),
      end_time: String(range.end_time),
      ...(sound !== undefined && { sound }),
    });
    const clip = await api.download(`/event-groups/${event.id}/export?${query}`, signal);
    const uri = `reelscope://events/${event.id}/${range.start_time}-${range.end_time}.mp4`;
    return clipResult({ event: event.title, job_ids, ...range }, { ...clip, uri }, permissions.clipFolder);
  },
});
