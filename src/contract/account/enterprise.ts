import { z } from 'zod';
import { JobStatus } from '../analysis/job.ts';
import { InitialPrompt, ModuleSelection, SelectedInsights } from '../analysis/processing.ts';
import { Segment } from '../analysis/segment.ts';
import { CreateProjectRequest, Project } from '../library/projects.ts';
import { JobId, VideoStatus } from '../library/video.ts';
import { Citation } from '../search/chat.ts';
import { notBlank, singleLine } from '../text.ts';

/** Actions of `POST /enterprise` with their request and response bodies. */
export const ENTERPRISE_ACTIONS = {
  listProjects: {
    body: z.object({}).meta({ id: 'EnterpriseListProjectsRequest', description: 'Body of listProjects.' }),
    response: z.array(Project),
    summary: 'GET /projects',
  },
  createProject: { body: CreateProjectRequest, response: Project, summary: 'POST /projects' },
  registerUpload: {
    body: z
      .object({
        name: singleLine(1024).describe('Name of the file.'),
        selected_insights: SelectedInsights.optional(),
        initial_prompt: InitialPrompt.optional().describe('Custom vocabulary for speech recognition.'),
        project_id: z.string().max(64).optional().describe('ID of the project.'),
      })
      .meta({ id: 'EnterpriseRegisterUploadRequest', description: 'Body of registerUpload.' }),
    response: z
      .object({
        job_id: z.string().describe('ID of the video, and of its job.'),
        upload_url: z.string().describe('URL for the upload, by PUT.'),
      })
      .meta({ id: 'EnterpriseUpload' }),
    summary: 'Create a video and return a presigned upload URL',
  },
  process: {
    body: z
      .object({
        job_id: JobId.describe('ID of the video, and of its job.'),
        selected_insights: SelectedInsights.optional(),
      })
      .meta({ id: 'EnterpriseProcessRequest', description: 'Body of process.' }),
    response: z
      .object({ job_id: z.string().describe('ID of the video, and of its job.'), status: VideoStatus })
      .meta({ id: 'EnterpriseProcess' }),
    summary: 'POST /processing/{job_id}/start',
  },
  getStatus: {
    body: z
      .object({ job_id: JobId.describe('ID of the video, and of its job.') })
      .meta({ id: 'EnterpriseStatusRequest', description: 'Body of getStatus.' }),
    response: JobStatus,
    summary: 'GET /processing/{job_id}/status',
  },
  getResults: {
    body: z
      .object({ job_id: JobId.describe('ID of the video, and of its job.'), modules: ModuleSelection.optional() })
      .meta({ id: 'EnterpriseResultsRequest', description: 'Body of getResults.' }),
    response: z
      .object({
        job_id: z.string().describe('ID of the video, and of its job.'),
        status: VideoStatus,
        segments: z.array(Segment).describe('Findings, in time order.'),
      })
      .meta({ id: 'EnterpriseResults' }),
    summary: 'GET /results/job/{job_id}',
  },
  askAgent: {
    body: z
      .object({
        job_id: JobId.describe('ID of the video, and of its job.'),
        query: notBlank(4000).describe('The question.'),
        modules: ModuleSelection.optional(),
      })
      .meta({ id: 'EnterpriseAskRequest', description: 'Body of askAgent.' }),
    response: z
      .object({
        answer: z.string().describe('Answer, with times that are verified.'),
        job_id: z.string().describe('ID of the video, and of its job.'),
        segments_used: z.number().int().describe('Number of findings that the answer is based on.'),
        citations: z.array(Citation).describe('Findings that support it, with their times.'),
      })
      .meta({ id: 'EnterpriseAnswer' }),
    summary: 'POST /chat/ask',
  },
} as const satisfies Record<string, { body: z.ZodType; response: z.ZodType; summary: string }>;

export type EnterpriseAction = keyof typeof ENTERPRISE_ACTIONS;
export const ENTERPRISE_ACTION_NAMES = Object.keys(ENTERPRISE_ACTIONS) as EnterpriseAction[];
export type EnterpriseBody<Action extends EnterpriseAction> = z.output<(typeof ENTERPRISE_ACTIONS)[Action]['body']>;
export type EnterpriseResponse<Action extends EnterpriseAction> = z.input<
  (typeof ENTERPRISE_ACTIONS)[Action]['response']
>;

/** Returns whether `text` names an action. */
export function isEnterpriseAction(text: string): text is EnterpriseAction {
  return Object.hasOwn(ENTERPRISE_ACTIONS, text);
}
