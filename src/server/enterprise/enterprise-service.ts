import {
  ENTERPRISE_ACTION_NAMES,
  ENTERPRISE_ACTIONS,
  type EnterpriseAction,
  type EnterpriseBody,
  type EnterpriseResponse,
  isEnterpriseAction,
} from '../../contract/account/enterprise.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { ChatAgent } from '../chat/agent.ts';
import { invalidRequest } from '../errors/error-response.ts';
import { parseId } from '../errors/lookup.ts';
import type { ProcessingService } from '../jobs/processing.ts';
import { ANY_MEDIA_TYPE } from '../library/files/links.ts';
import type { UploadService } from '../library/files/uploads.ts';
import { jsonInParts } from '../library/in-parts.ts';
import type { ProjectsService } from '../library/projects.ts';
import type { ResultsService } from '../library/results.ts';
import { segmentJson } from '../library/results-json.ts';

export type EnterpriseService = ReturnType<typeof createEnterpriseService>;

type Handlers = {
  [Action in EnterpriseAction]: (
    userId: number,
    body: EnterpriseBody<Action>,
    origin: string,
  ) => Promise<EnterpriseResponse<Action> | Uint8Array<ArrayBuffer>>;
};

/** One URL for a subset of the operations; each action calls the service of its own endpoint. */
export function createEnterpriseService(parts: {
  projects: ProjectsService;
  storage: UploadService;
  processing: ProcessingService;
  results: ResultsService;
  agent: ChatAgent;
}) {
  const { projects, storage, processing, results, agent } = parts;
  const handlers: Handlers = {
    listProjects: async (userId) => projects.list(userId),
    createProject: async (userId, body) => projects.create(userId, body),

    async registerUpload(userId, body, origin) {
      const projectId = body.project_id === undefined ? null : parseId(body.project_id, 'project');
      if (body.project_id !== undefined) projects.get(userId, body.project_id);
      const upload = await storage.createUpload(userId, origin, body.name, ANY_MEDIA_TYPE);
      const video = processing.registerExpected(userId, upload.file_path, body.name, {
        projectId,
        ...(body.selected_insights && { selectedInsights: JSON.stringify(body.selected_insights) }),
        ...(body.initial_prompt !== undefined && { initialPrompt: body.initial_prompt }),
      });
      return { job_id: video.jobId, upload_url: upload.upload_url };
    },

    async process(userId, body) {
      const status = await processing.start(userId, body.job_id, {
        modules: body.selected_insights,
        action: 'process',
      });
      return { job_id: status.job_id, status: status.status };
    },

    getStatus: (userId, body) => processing.status(userId, body.job_id),

    async getResults(userId, body) {
      const { head, rows } = await results.read(userId, body.job_id, { modules: body.modules });
      return jsonInParts({ job_id: head.job_id, status: head.status }, 'segments', rows, segmentJson);
    },

    async askAgent(userId, body) {
      const { job_id, query, modules } = body;
      const { answer, citations, metadata } = await agent.ask(userId, {
        question: query,
        about: job_id,
        modules,
        mode: 'vector',
        withPeople: true,
      });
      return { answer, job_id, segments_used: metadata.segments_used, citations };
    },
  };

  return {
    /**
     * Runs an action. Returns its response; long ones as JSON.
     * @throws ReelscopeError `invalid_request` for an unknown action or a body that does not fit it, and what the
     * service throws
     */
    async run(userId: number, action: string | undefined, body: unknown, origin: string): Promise<unknown> {
      if (action === undefined || !isEnterpriseAction(action)) {
        const names = ENTERPRISE_ACTION_NAMES.join(', ');
        throw new ReelscopeError('invalid_request', sentence('request.unknown-action', { actions: names }), {
          details: { actions: ENTERPRISE_ACTION_NAMES },
        });
      }
      const parsed = ENTERPRISE_ACTIONS[action].body.safeParse(body);
      if (!parsed.success) throw invalidRequest(parsed.error, 'body');
      return handlers[action](userId, parsed.data as never, origin);
    },
  };
}
