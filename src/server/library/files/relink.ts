import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { RelinkFolderResult, SourceProblem } from '../../../contract/library/sources.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { requireAbsolutePath } from '../../../files/local-path.ts';
import { realPath } from '../../../files/real-path.ts';
import { requireLocalUser } from '../../errors/local-user.ts';
import { requireVideo } from '../../errors/lookup.ts';
import { hasOpenJob, requireIdle } from '../../errors/open-job.ts';
import { createSourceReplacement, type ReplacementParts } from './source-replacement.ts';

export type RelinkService = ReturnType<typeof createRelinkService>;

/** Maximum number of files that a search of a folder looks at. */
const MAX_FILES = 500_000;

/** Maximum depth of folders. */
const MAX_DEPTH = 32;

/** Connects videos with files that were moved, restored, or replaced. */
export function createRelinkService(parts: ReplacementParts) {
  const { store, files } = parts;
  const { reconnect, replace, grow, exchange } = createSourceReplacement(parts);

  /**
   * Only the local user's permissions are those of the server. @throws ReelscopeError `forbidden`, `invalid_request`
   */
  const requireLocalPath = async (userId: number, path: string): Promise<string> => {
    requireLocalUser(store, userId);
    requireAbsolutePath(path);
    return realPath(path).catch((cause: unknown) => {
      throw new ReelscopeError('not_found', sentence('storage.path-unreadable', { path }), { cause });
    });
  };

  const problems = async (userId: number): Promise<{ video: VideoRow; state: SourceProblem['state'] }[]> => {
    const found = [];
    for (const jobId of await files.unsettled(userId)) {
      const video = store.videos.get(userId, jobId);
      const state = video && (await files.state(video));
      if (video && (state === 'missing' || state === 'changed')) found.push({ video, state });
    }
    return found;
  };

  const toProblem = ({ video, state }: { video: VideoRow; state: SourceProblem['state'] }): SourceProblem => ({
    job_id: video.jobId,
    name: video.name,
    state,
    referenced_path: store.sourceFiles.get(video.userId, video.storagePath)?.location ?? null,
  });

  return {
    grow,
    exchange,

    /** Videos whose source file is missing or changed, newest first. */
    problems: async (userId: number): Promise<SourceProblem[]> => (await problems(userId)).map(toProblem),

    /**
     * Connects a video with a file that was moved.
     * @param request without a path, the present file; `replace` accepts another content, whose findings replace the
     *   present ones
     * @throws ReelscopeError `source_changed` (the content differs), `conflict` (the video is being analyzed),
     *   `forbidden`, `invalid_request`, `not_found`, `not_ready`, `unreadable_media`
     */
    async relink(
      userId: number,
      jobId: string,
      request: { path?: string | undefined; replace?: boolean | undefined },
    ): Promise<void> {
      const video = requireVideo(store, userId, jobId);
      const file = request.path === undefined ? undefined : await requireLocalPath(userId, request.path);
      requireIdle(video);
      const present = file ?? (await files.locate(userId, video.storagePath))?.file;
      if (present === undefined) throw new ReelscopeError('not_ready', sentence('video.source-missing'));
      if (!(await fs.stat(present)).isFile())
        throw new ReelscopeError('invalid_request', sentence('storage.path-not-file', { path: present }));
      if (await files.isSameContent(video, present)) {
        if (file !== undefined) await reconnect(video, file);
      } else if (request.replace) await replace(video, file);
      else throw new ReelscopeError('source_changed', sentence('source.different'));
    },

    /**
     * Searches a folder and its subfolders for the files of all videos whose source is missing or changed.
     * @throws ReelscopeError `forbidden`, `invalid_request`, `not_found`
     */
    async relinkFolder(userId: number, path: string): Promise<RelinkFolderResult> {
      const folder = await requireLocalPath(userId, path);
      if (!(await fs.stat(folder)).isDirectory())
        throw new ReelscopeError('invalid_request', sentence('storage.path-not-folder', { path }));
      const wanted = new Map((await problems(userId)).map((problem) => [problem.video.jobId, problem]));
      const relinked: RelinkFolderResult['relinked'] = [];
      for await (const { file, sizeBytes } of filesIn(folder)) {
        if (wanted.size === 0) break;
        for (const { video } of [...wanted.values()]) {
          // A size alone doesn't identify a file among many.
          const row = store.sourceFiles.get(userId, video.storagePath);
          if (row?.sizeBytes !== sizeBytes || hasOpenJob(video) || !(await files.isSameContent(video, file))) continue;
          await reconnect(video, file);
          wanted.delete(video.jobId);
          relinked.push({ job_id: video.jobId, name: video.name, path: file });
        }
      }
      return { relinked, unresolved: [...wanted.values()].map(toProblem) };
    },
  };
}

/** Regular files of a folder and its subfolders; links are not followed, and unreadable folders are skipped. */
async function* filesIn(folder: string): AsyncGenerator<{ file: string; sizeBytes: number }> {
  let seen = 0;
  const waiting = [{ path: folder, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, depth } = next;
    for (const entry of await fs.readdir(path, { withFileTypes: true }).catch(() => [])) {
      const file = join(path, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) waiting.push({ path: file, depth: depth + 1 });
      if (!entry.isFile()) continue;
      if (++seen > MAX_FILES) return;
      const stats = await fs.lstat(file).catch(() => undefined);
      if (stats) yield { file, sizeBytes: stats.size };
    }
  }
}
