import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { JobStatus } from '../../../contract/analysis/job.ts';
import { ModuleName } from '../../../contract/analysis/modules.ts';
import { JobAccepted } from '../../../contract/analysis/processing.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { VIDEO_STATUSES } from '../../../contract/library/video.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import { availableModules, importFile } from '../../client/import-file.ts';
import { namedFile } from '../allowed-folders.ts';
import { dataResult } from '../output.ts';
import { defineTool } from '../tool.ts';
import { JobIdShape } from './shapes.ts';

export const analyzeFile = defineTool({
  name: 'analyze_file',
  title: 'Analyze a file',
  description:
    'Adds a video or audio file of this computer to the library and starts its analysis. The user is asked first, unless they allowed the folder. Returns the job_id; list_videos shows when it is completed.',
  isReadOnly: false,
  input: z.object({
    path: z.string().min(1).max(4096).describe('Absolute path of the file.'),
    modules: z.array(ModuleName).min(1).optional().describe('What to look for; everything available without it.'),
  }),
  output: z.object({ job_id: JobIdShape, status: z.enum(VIDEO_STATUSES), is_new: z.boolean() }),
  async run({ path, modules }, { api, permissions, consent, call }) {
    if (!isAbsolute(path)) throw new ReelscopeError('invalid_request', sentence('agents.path'));
    const file = await namedFile(path, permissions.analyzeFolders);
    if (!file.isAllowed) {
      const answer = consent.answer(call, file.path ?? path);
      if (answer === false) throw new ReelscopeError('forbidden', sentence('agents.declined'));
      if (answer === undefined) {
        if (!consent.canAsk(call)) throw new ReelscopeError('forbidden', sentence('agents.not-allowed'));
        return consent.ask(
          call,
          file.path ?? path,
          sentence('agents.may-analyze', { path: file.path ?? path }).message,
        );
      }
      permissions.allowOnce?.(file.path ?? path);
    }
    if (file.path === undefined) throw new ReelscopeError('not_found', sentence('not-found.file'));
    const job_id = await importFile(api, file.path);
    const status = await api.get(`/processing/${job_id}/status`, JobStatus);
    if (status.status !== 'uploaded') return dataResult({ job_id, status: status.status, is_new: false });
    const body = { modules: modules ?? (await availableModules(api)) };
    const started = await api.send('POST', `/videos/${job_id}/process`, body, JobAccepted);
    return dataResult({ job_id, status: started.status, is_new: true });
  },
});
