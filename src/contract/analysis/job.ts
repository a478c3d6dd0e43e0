import { z } from 'zod';
import { ErrorCode } from '../error-body.ts';
import { Timestamp, VideoStatus } from '../library/video.ts';
import { MessageRef } from '../message.ts';
import { Depth } from './depth.ts';
import { ModuleName } from './modules.ts';

export const MODULE_STATES = ['waiting', 'running', 'completed', 'failed', 'skipped'] as const;

export const ModuleStatus = z
  .object({
    module: ModuleName,
    status: z.enum(MODULE_STATES).describe('State of the module.'),
    progress: z.number().min(0).max(100).describe('Percentage, 0 to 100.'),
    error: z.string().nullable().describe('Error as a sentence; null for none.'),
    error_text: MessageRef.nullable().meta({ description: '`error` by key (extension); null without.' }),
    engine: z.string().nullable().describe('Engine that produced it, as name@version; null for none.'),
  })
  .meta({ id: 'ModuleStatus' });
export type ModuleStatus = z.infer<typeof ModuleStatus>;

/** Returned by start and status, and sent in every frame of the event stream. */
export const JobStatus = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    status: VideoStatus,
    error: z.string().nullable().describe('Error as a sentence; null for none.'),
    error_text: MessageRef.nullable().meta({ description: '`error` by key (extension); null without.' }),
    error_code: ErrorCode.nullable().describe('Code of the error; null for none.'),
    processing_time: z
      .number()
      .nullable()
      .meta({ description: 'Seconds; null until completed, and for a canceled run.' }),
    progress: z.number().min(0).max(100).describe('Percentage, 0 to 100.'),
    stage: z.string().nullable().meta({ description: 'Human-readable name of the current stage.' }),
    modules: z.array(ModuleStatus).describe('Modules of the run, with their states.'),
    depth: Depth,
    queue_position: z.number().int().nullable().meta({ description: '1 = next; null unless queued.' }),
    speed: z
      .number()
      .nullable()
      .meta({ description: 'Media seconds analyzed per second of processing; null unless running.' }),
    eta_seconds: z.number().nullable().describe('Expected seconds left; null if unknown.'),
    has_results: z.boolean().meta({
      description:
        'True if results are available: earlier results remain during a later run, and a failed or stopped run keeps what it found.',
    }),
    warnings: z.array(z.string()).describe('Warnings, as sentences.'),
    warning_texts: z
      .array(MessageRef.nullable())
      .meta({ description: '`warnings` as keys and parameters; null entries have no key (extension).' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    stage_text: MessageRef.nullable().meta({
      description: '`stage` as a key and parameters; null if it has no key (extension).',
    }),
  })
  .meta({ id: 'JobStatus' });
export type JobStatus = z.infer<typeof JobStatus>;
