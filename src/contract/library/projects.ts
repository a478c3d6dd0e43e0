import { z } from 'zod';
import { multilineText, Name } from '../text.ts';
import { Timestamp } from './video.ts';

export const Project = z
  .object({
    id: z.string().describe('ID of the project.'),
    user_id: z.string().describe('ID of the user.'),
    name: z.string().describe('Name of the project.'),
    description: z.string().nullable().describe('Description; null for none.'),
    video_count: z.number().int().describe('Number of videos.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof Project>;

export const CreateProjectRequest = z
  .object({
    name: Name.describe('Name of the project.'),
    description: multilineText(10_000).nullable().optional().describe('Description; null for none.'),
  })
  .meta({ id: 'CreateProjectRequest' });
export type CreateProjectRequest = z.infer<typeof CreateProjectRequest>;

export const UpdateProjectRequest = z
  .object({
    name: Name.optional().describe('Name of the project.'),
    description: multilineText(10_000).nullable().optional().describe('Description; null for none.'),
  })
  .meta({ id: 'UpdateProjectRequest' });
export type UpdateProjectRequest = z.infer<typeof UpdateProjectRequest>;
