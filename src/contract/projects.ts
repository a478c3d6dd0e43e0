import { z } from 'zod';
import { multilineText, Name } from './text.ts';
import { Timestamp } from './video.ts';

export const Project = z
  .object({
    id: z.string(),
    user_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    video_count: z.number().int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof Project>;

export const CreateProjectRequest = z
  .object({ name: Name, description: multilineText(10_000).nullable().optional() })
  .meta({ id: 'CreateProjectRequest' });
export type CreateProjectRequest = z.infer<typeof CreateProjectRequest>;

export const UpdateProjectRequest = z
  .object({ name: Name.optional(), description: multilineText(10_000).nullable().optional() })
  .meta({ id: 'UpdateProjectRequest' });
export type UpdateProjectRequest = z.infer<typeof UpdateProjectRequest>;
