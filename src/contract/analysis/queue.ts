import { z } from 'zod';
import { MessageRef } from '../message.ts';

/** Priorities of queued analyses, most urgent first. */
export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00')
  .meta({ description: 'Local time of the server’s machine, HH:MM.' });

/** When queued analyses run. */
export const QueueSettings = z.object({
  paused: z.boolean().meta({ description: 'True to stop running analyses, which continue later, and to start none.' }),
  hours: z
    .object({ from: TimeOfDay, to: TimeOfDay })
    .nullable()
    .meta({ description: 'Only in these hours, over midnight if `to` is earlier; null for always.' }),
  only_on_mains: z.boolean().describe('Only while the machine runs on mains power.'),
  only_when_away: z
    .boolean()
    .meta({ description: 'Only after five minutes without input, or while the screen is locked.' }),
  concurrency: z
    .int()
    .min(1)
    .max(16)
    .meta({ description: 'Analyses that run at once; fewer while the memory has no room for another one.' }),
});
export type QueueSettings = z.infer<typeof QueueSettings>;

export const UpdateQueueSettingsRequest = QueueSettings.partial().meta({ id: 'UpdateQueueSettingsRequest' });
export type UpdateQueueSettingsRequest = z.infer<typeof UpdateQueueSettingsRequest>;

/** Reasons for which the queue waits; each is also the stage of a queued job. */
const QUEUE_WAITS = ['paused', 'hours', 'mains', 'away', 'disk-space', 'memory'] as const;
export type QueueWait = (typeof QUEUE_WAITS)[number];

const QueueJob = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    name: z.string().describe('Name of the video.'),
    status: z.enum(['queued', 'processing']).describe('State of the job.'),
    priority: z.enum(PRIORITIES).describe('Priority among the queued jobs.'),
    estimated_seconds: z
      .number()
      .nullable()
      .meta({ description: 'Of what is left; null without a comparable analysis.' }),
  })
  .meta({ id: 'QueueJob' });

export const Queue = z
  .object({
    settings: QueueSettings.describe('Settings of the queue.'),
    waits_for: z
      .enum(QUEUE_WAITS)
      .nullable()
      .meta({ description: 'Why no further analysis starts; null if they do. For `memory`, running ones go on.' }),
    waits_for_text: MessageRef.nullable().meta({ description: '`waits_for` by key; null without.' }),
    power: z
      .object({
        mains: z.boolean().describe('Whether the machine runs on mains power.'),
        away: z.boolean().describe('Whether the user is away from the machine.'),
      })
      .nullable()
      .meta({ description: 'Power supply and absence; null if the server can’t tell, as one without a window.' }),
    eta_seconds: z.number().nullable().meta({ description: 'Of the whole queue; null without a comparable analysis.' }),
    jobs: z.array(QueueJob).meta({ description: 'Your running and queued analyses, in the order of their runs.' }),
  })
  .meta({ id: 'Queue' });
export type Queue = z.infer<typeof Queue>;

export const UpdateQueueJobRequest = z
  .object({
    priority: z.enum(PRIORITIES).optional().describe('Priority among the queued jobs.'),
    position: z.int().min(1).max(1e6).optional().meta({
      description:
        'New place among your queued analyses, from 1; takes the priority of its new neighbors if they differ.',
    }),
  })
  .meta({ id: 'UpdateQueueJobRequest' });
export type UpdateQueueJobRequest = z.infer<typeof UpdateQueueJobRequest>;
