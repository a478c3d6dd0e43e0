import { z } from 'zod';
import { JobStatus, ModuleStatus } from './job.ts';
import { Segment } from './segment.ts';

/** Names of the frames of `GET /processing/{job_id}/events`. */
const JOB_EVENT_NAMES = ['status', 'reset', 'progress', 'module', 'segment', 'completed', 'failed'] as const;
export type JobEventName = (typeof JOB_EVENT_NAMES)[number];

const ModuleEventBody = ModuleStatus.extend({ job_id: z.string().describe('ID of the video, and of its job.') }).meta({
  id: 'ModuleEvent',
});

const SegmentEventBody = Segment.extend({
  job_id: z.string().describe('ID of the video, and of its job.'),
  first_id: z.string().meta({
    description: "Lowest id of the module's current findings; those with lower ids have been replaced (extension).",
  }),
}).meta({ id: 'SegmentEvent' });
export type SegmentEvent = z.infer<typeof SegmentEventBody>;

/** Events after Last-Event-ID are no longer known: the client fetches the findings again. */
const ResetEventBody = z
  .object({ job_id: z.string().describe('ID of the video, and of its job.') })
  .meta({ id: 'ResetEvent' });

/** JSON in the `data` of each frame. */
export const JOB_EVENT_BODIES = {
  status: JobStatus,
  reset: ResetEventBody,
  progress: JobStatus,
  module: ModuleEventBody,
  segment: SegmentEventBody,
  completed: JobStatus,
  failed: JobStatus,
} as const satisfies Record<JobEventName, z.ZodType>;

type JobEventBody<Name extends JobEventName> = z.infer<(typeof JOB_EVENT_BODIES)[Name]>;

/** One frame; `id` increases within a job, and `Last-Event-ID` refers to it. */
export type JobEvent = { [Name in JobEventName]: { id: string; name: Name; body: JobEventBody<Name> } }[JobEventName];

/** A frame before it is assigned an id. */
export type JobEventDraft = { [Name in JobEventName]: { name: Name; body: JobEventBody<Name> } }[JobEventName];

/** Returns whether this frame is the last one: the stream closes after it. */
export function isTerminalEvent(name: JobEventName): name is 'completed' | 'failed' {
  return name === 'completed' || name === 'failed';
}
