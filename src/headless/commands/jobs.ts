import { JobStatus } from '../../contract/analysis/job.ts';
import { JobAccepted } from '../../contract/analysis/processing.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { Video } from '../../contract/library/video.ts';
import { Ok } from '../../contract/text.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { ANALYSIS_OPTIONS, analysisRequest } from '../arguments/analysis-options.ts';
import {
  args,
  type Command,
  type CommandInput,
  EXIT,
  has,
  MODULES_OPTION,
  type Options,
  print,
  text,
} from '../command.ts';
import { findVideos, withLibrary } from '../connection/with-library.ts';
import { followJob } from '../follow-job.ts';

const MAX_VIDEOS = 10_000;
const WAIT_OPTION = {
  wait: { type: 'boolean', help: 'show the progress until every analysis has ended' },
} as const satisfies Options;

/** `reelscope start`: queues videos of the library for analysis. */
export const startCommand: Command = {
  usage: ['start VIDEO…'],
  options: { ...ANALYSIS_OPTIONS, ...WAIT_OPTION },
  notes: ['Without --wait, a running server does the analysis, or the one that starts next.'],
  examples: [['start interview.mp4 --modules transcription --wait', 'Transcribe a video again.']],
  run: (input) => queue(input, 'process'),
};

/** `reelscope reprocess`: deletes the findings of videos and queues them again. */
export const reprocessCommand: Command = {
  usage: ['reprocess VIDEO…'],
  options: {
    ...ANALYSIS_OPTIONS,
    modules: { ...ANALYSIS_OPTIONS.modules, help: `${MODULES_OPTION.modules.help} (default: those of the video)` },
    ...WAIT_OPTION,
  },
  notes: ['The modules are those of the last analysis, unless --modules names others.'],
  examples: [['reprocess interview.mp4 --wait', 'Start over.']],
  run: (input) => queue(input, 'reprocess'),
};

/** `reelscope cancel`: stops analyses. */
export const cancelCommand: Command = {
  usage: ['cancel VIDEO…'],
  options: {},
  examples: [['cancel interview.mp4', 'Stop one analysis.']],

  run: (input) =>
    each(input, 'cancel', (api, { job_id }) => api.send('POST', `/processing/${job_id}/cancel`, {}, JobStatus)),
};

/** `reelscope delete`: moves videos to the trash, or deletes them. */
export const deleteCommand: Command = {
  usage: ['delete VIDEO…'],
  options: {
    permanent: {
      type: 'boolean',
      help: 'delete immediately, with the stored file, instead of moving to the trash; originals elsewhere are kept',
    },
  },
  examples: [['delete old.mp4', 'Move a video to the trash for 30 days.']],

  run: (input) =>
    each(input, 'delete', (api, video) =>
      has(input, 'permanent') ? deleteWithFile(api, video) : api.send('POST', `/videos/${video.job_id}/trash`, {}, Ok),
    ),
};

/** Deletes a video and its file in the library, as emptying the trash does. */
async function deleteWithFile(api: ApiClient, { job_id, storage_path }: Video): Promise<Ok> {
  const deleted = await api.send('DELETE', `/videos/${job_id}`, undefined, Ok);
  await api.send('DELETE', '/storage/files', { file_path: storage_path }, Ok).catch((error: unknown) => {
    // A file that was left in place, or that is gone.
    if (!(error instanceof ReelscopeError && error.code === 'not_found')) throw error;
  });
  return deleted;
}

async function queue(input: CommandInput, route: 'process' | 'reprocess') {
  const request = analysisRequest(input);
  const names = args(input, 1, MAX_VIDEOS, `${route === 'process' ? 'start' : route} requires videos, by ID or name.`);
  return withLibrary(input, async (api) => {
    const { modules, ...options } = await request(api);
    // The server knows those of each video.
    const body = route === 'reprocess' && text(input, 'modules') === undefined ? options : { ...options, modules };
    const videos = await findVideos(api, names);
    const accepted = [];
    for (const { job_id } of videos)
      accepted.push(await api.send('POST', `/videos/${job_id}/${route}`, body, JobAccepted));
    print(input, accepted, accepted.map(({ job_id, status }) => `${job_id}\t${status}\n`).join(''));
    if (!has(input, 'wait')) return EXIT.done;
    for (const { job_id } of accepted) {
      const code = await followJob(api, job_id, input);
      if (code !== EXIT.done) return code;
    }
    return EXIT.done;
  });
}

/** Sends one request for each video, and prints their names. */
async function each(input: CommandInput, name: string, send: (api: ApiClient, video: Video) => Promise<unknown>) {
  const names = args(input, 1, MAX_VIDEOS, `${name} requires videos, by ID or name.`);
  await withLibrary(input, async (api) => {
    const videos = await findVideos(api, names);
    const responses = [];
    for (const video of videos) responses.push(await send(api, video));
    print(input, responses, videos.map((video) => `${video.name}\n`).join(''));
  });
  return EXIT.done;
}
