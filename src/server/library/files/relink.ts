import * as fs from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { RelinkFolderResult, SourceProblem } from '../../../contract/library/sources.ts';
import type { StorageOptions } from '../../../contract/library/storage.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { Store } from '../../../db/index.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { requireAbsolutePath } from '../../../files/local-path.ts';
import { realPath } from '../../../files/real-path.ts';
import type { ObjectStore } from '../../../storage/object-store.ts';
import { parseObjectPath } from '../../../storage/paths.ts';
import { requireLocalUser } from '../../errors/local-user.ts';
import { requireVideo } from '../../errors/lookup.ts';
import { hasOpenJob, requireIdle } from '../../errors/open-job.ts';
import type { OpenedFile } from './imports.ts';
import type { SourceFiles } from './source-files.ts';
import type { SourceFacts, SourceService } from './sources.ts';

export type RelinkService = ReturnType<typeof createRelinkService>;

/** Maximum number of files that a search of a folder looks at. */
const MAX_FILES = 500_000;

/** Maximum depth of folders. */
const MAX_DEPTH = 32;

/** Connects videos with files that were moved, restored, or replaced. */
export function createRelinkService(parts: {
  store: Store;
  objects: ObjectStore;
  files: SourceFiles;
  source: SourceService;
  options: () => StorageOptions;
  /** Deletes stills and playable copies of the former file. */
  dropDerived(jobId: string): Promise<void>;
}) {
  const { store, objects, files, source, options } = parts;

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

  /**
   * Makes a file the source of a video: in place if the former one was, or according to the import setting.
   * @returns a function that records it
   */
  const place = async (video: VideoRow, file: string): Promise<() => Promise<void>> => {
    const { userId, storagePath } = video;
    const path = parseObjectPath(storagePath, userId);
    const known = store.sourceFiles.get(userId, storagePath);
    // The file of a video from a bundle was never here.
    const wasHere = known !== undefined && known.modifiedMs > 0;
    const isReferenced = wasHere
      ? known.location !== null && known.isCopying === 0
      : options().import_mode === 'reference';
    if (isReferenced) return () => files.reference(userId, storagePath, file);
    await objects.importFile(file, path, { replaces: true });
    return () => files.remember(userId, storagePath);
  };

  /** The file has the content of the former one. */
  const reconnect = async (video: VideoRow, file: string): Promise<void> => {
    const contentHash = store.sourceFiles.get(video.userId, video.storagePath)?.contentHash;
    const record = await place(video, file);
    await record();
    if (contentHash) store.sourceFiles.update(video.userId, video.storagePath, { contentHash });
    store.audit.record(video, { action: 'relinked', details: { file_name: basename(file), sha256: contentHash } });
  };

  /** Gives a video a file with another content: what was found in the former one is removed. */
  const replace = async (video: VideoRow, file: string | undefined): Promise<void> => {
    const { userId, jobId, storagePath } = video;
    const facts = await source.probe(userId, storagePath, file);
    requireIdle(requireVideo(store, userId, jobId));
    const record = file === undefined ? () => files.remember(userId, storagePath) : await place(video, file);
    const originalName = file === undefined ? {} : { originalName: basename(file) };
    await parts.dropDerived(jobId);
    // Recorded last: until then, the file counts as changed, whatever happens.
    if (!store.videos.replaceSource(userId, jobId, { ...facts, ...originalName }))
      requireIdle(requireVideo(store, userId, jobId));
    await record();
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
     * Gives a video its file as it was written further. Findings stay until the next analysis, edits beyond it.
     * @throws ReelscopeError `conflict` (the video is being analyzed), `unreadable_media`, `storage_full`, `not_ready`
     * (the file changes)
     */
    async grow(video: VideoRow, { handle, real, contentHash }: OpenedFile, signal: AbortSignal): Promise<void> {
      const { userId, jobId, storagePath } = video;
      const known = store.sourceFiles.get(userId, storagePath);
      const facts = await source.probe(userId, storagePath, real);
      requireIdle(requireVideo(store, userId, jobId));
      if (known?.location != null) await files.reference(userId, storagePath, real, known.isCopying === 1);
      else {
        const options = { replaces: true, signal };
        const copied = await objects.copyOpened(handle, parseObjectPath(storagePath, userId), options);
        await files.remember(userId, storagePath);
        if (copied.contentHash !== contentHash) throw new ReelscopeError('not_ready', sentence('watch.changing'));
      }
      await parts.dropDerived(jobId);
      const details = { from: { size: video.fileSize }, to: { size: facts.fileSize } };
      store.transaction(() => {
        store.videos.update(userId, jobId, facts);
        store.audit.record(video, { action: 'replaced', details });
      });
    },

    /**
     * Gives a video another stored file. If its content differs, everything that was found in the former one is
     * removed.
     * @throws ReelscopeError `conflict` (the video is being analyzed)
     */
    async exchange(video: VideoRow, storagePath: string, facts: SourceFacts): Promise<void> {
      const { userId, jobId } = video;
      const object = await files.locate(userId, storagePath);
      const isSame = object !== undefined && (await files.isSameContent(video, object.file));
      requireIdle(requireVideo(store, userId, jobId));
      if (isSame || !store.jobs.hasFindings(video.id)) {
        const details = { from: { size: video.fileSize }, to: { size: facts.fileSize } };
        store.transaction(() => {
          store.videos.update(userId, jobId, { ...facts, storagePath });
          store.audit.record(video, { action: isSame ? 'relinked' : 'replaced', details });
        });
        return;
      }
      await parts.dropDerived(jobId);
      if (!store.videos.replaceSource(userId, jobId, { ...facts, storagePath }))
        requireIdle(requireVideo(store, userId, jobId));
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
