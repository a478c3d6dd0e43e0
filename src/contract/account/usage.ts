import { z } from 'zod';
import { Timestamp } from '../library/video.ts';
import { listQuery } from '../lists.ts';
import { InstantText, multilineText } from '../text.ts';

/** Default quota of an account in minutes of video, without bonus: 50 hours. */
export const BASE_LIMIT_MINUTES = 3000;

const USAGE_ACTIONS = ['process', 'reprocess'] as const;
const UsageAction = z.enum(USAGE_ACTIONS).meta({ id: 'UsageAction' });

export const UsageRecord = z
  .object({
    id: z.string().describe('ID of the entry.'),
    user_id: z.string().describe('ID of the user.'),
    job_id: z.string().describe('ID of the video, and of its job.'),
    action: UsageAction,
    state: z.enum(['pending', 'billed', 'void']).meta({
      description: 'Of the run (extension): open, completed, or failed or canceled, which costs nothing.',
    }),
    duration_minutes: z.number().meta({ description: 'Minutes of a completed run, or reserved by an open one.' }),
    processing_time: z.number().meta({ description: 'Seconds.' }),
    modules: z.string().meta({ description: 'JSON text of an array of module names.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'UsageResponse' });
export type UsageRecord = z.infer<typeof UsageRecord>;

const USAGE_SORTS = ['created_at', 'action', 'duration_minutes', 'processing_time'] as const;
export type UsageSort = (typeof USAGE_SORTS)[number];

export const UsageQuery = listQuery(USAGE_SORTS).extend({
  start_date: InstantText.optional(),
  end_date: InstantText.optional(),
});

export const UsageSummary = z
  .object({
    total_jobs: z.number().int().describe('Number of analyses.'),
    total_minutes: z.number().describe('Minutes that were analyzed.'),
    total_duration_minutes: z.number().meta({ description: 'Same value as `total_minutes`.' }),
    by_action: z
      .object({
        process: z.number().int().describe('First analyses.'),
        reprocess: z.number().int().describe('Repeated analyses.'),
      })
      .describe('Number of runs, by what was requested.'),
    plan: z.string().describe('Name of the plan.'),
    trial_status: z.enum(['active', 'expired']).describe('Whether minutes are left in the trial.'),
    remaining_trial_minutes: z.number().min(0).describe('Minutes that are left.'),
    total_limit_minutes: z.number().describe('Minutes that are allowed, with additional ones.'),
    usage_percentage: z.number().min(0).max(100).describe('Percentage of the minutes that are used, 0 to 100.'),
    bonus_minutes: z.number().describe('Additional minutes.'),
    first_usage: Timestamp.nullable().describe('When the first analysis ran; null for none.'),
    total_file_size_gb: z.number().describe('Size of all analyzed files, in gigabytes.'),
  })
  .meta({ id: 'UsageSummary' });
export type UsageSummary = z.infer<typeof UsageSummary>;

/** Most minutes of one grant: a thousand hours. */
const MAX_BONUS_MINUTES = 60_000;

export const GrantBonusRequest = z
  .object({
    minutes: z.number().positive().max(MAX_BONUS_MINUTES).describe('Minutes to add.'),
    note: multilineText(1000).optional().meta({ description: 'Reason, which is recorded.' }),
    user_id: z.string().max(64).optional().meta({ description: 'Account that gets them; default: the caller’s.' }),
  })
  .meta({ id: 'GrantBonusRequest' });
export type GrantBonusRequest = z.infer<typeof GrantBonusRequest>;

/** Minutes granted beside the quota. */
export const BonusGrant = z
  .object({
    id: z.string().describe('ID of the grant.'),
    user_id: z.string().describe('ID of the user.'),
    minutes: z.number().describe('Minutes that were added.'),
    note: z.string().nullable().describe('Reason; null for none.'),
    granted_by: z.string().meta({ description: 'Id of the user who granted them.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'BonusGrant' });
export type BonusGrant = z.infer<typeof BonusGrant>;

/** `details` of a `quota_exceeded` error; all values in minutes. */
export interface QuotaDetails {
  required: number;
  remaining: number;
  limit: number;
}
