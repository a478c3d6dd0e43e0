import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toError } from '../../base/errors.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Logger } from '../../base/logger.ts';
import { isModuleName } from '../../contract/analysis/modules.ts';
import type {
  BundleFacts,
  ImportBundleRequest,
  ImportedBundle,
  InspectBundleRequest,
} from '../../contract/bundles/imports.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { requireAbsolutePath } from '../../files/local-path.ts';
import { parseObjectPath } from '../../storage/paths.ts';
import { hashStream } from '../clips/hash-stream.ts';
import { requireLocalUser } from '../errors/local-user.ts';
import { notFound } from '../errors/lookup.ts';
import { displayName } from '../library/display-name.ts';
import type { RelinkService } from '../library/files/relink.ts';
import { type ExportedBundle, type ExportParts, exportBundle } from './export-bundle.ts';
import { findSameSource, type Imported, type ImportParts, importBundle, signerKind } from './import-bundle.ts';
import { openBundle } from './open-bundle.ts';

export type BundleService = ReturnType<typeof createBundleService>;

type BundleParts = ImportParts &
  ExportParts & {
    relink: Pick<RelinkService, 'relink'>;
    log: Logger;
    /** Called after an import, since findings may lack embeddings. */
    changed(): void;
  };

/** Exports the results of videos as bundles, and imports those of other libraries, one at a time. */
export function createBundleService(parts: BundleParts) {
  const { store, objects, log } = parts;
  const queue = createKeyedQueue<'import'>();

  /** File of a bundle, and its place among uploads. @throws like `import` */
  const fileOf = async (userId: number, { path, file_path }: InspectBundleRequest) => {
    const upload = file_path === undefined ? undefined : parseObjectPath(file_path, userId);
    if (file_path !== undefined && store.videos.getByStoragePath(userId, file_path))
      throw new ReelscopeError('conflict', sentence('video.source-used'));
    const file = upload ? (await objects.find(upload))?.file : await requireFile(store, userId, path!);
    if (file === undefined) throw notFound('upload');
    return { upload, file };
  };

  return {
    /**
     * Exports the results of a video, written while they are read, and records it in the history.
     * @throws ReelscopeError `not_found`, `not_ready`
     */
    async export(userId: number, jobId: string): Promise<ExportedBundle> {
      const { name, body } = await exportBundle(parts, userId, jobId);
      const recorded = hashStream(body, (sha256) => {
        const video = store.videos.get(userId, jobId);
        try {
          if (video) store.audit.record(video, { action: 'exported', details: { format: 'bundle', sha256 } });
        } catch (error) {
          // The bundle is complete nevertheless.
          log.warn('an export could not be recorded', { reason: toError(error).message });
        }
      });
      return { name, body: recorded };
    },

    /**
     * Reads the facts of a bundle from its manifest, for a decision about its import. Its entries are checked later.
     * @throws ReelscopeError `forbidden`, `invalid_request`, `not_found`, `too_large`
     */
    async inspect(userId: number, place: InspectBundleRequest): Promise<BundleFacts> {
      const { file } = await fileOf(userId, place);
      const { manifest, signer, close } = await openBundle(file);
      close();
      const { video, analysis } = manifest;
      const known = await findSameSource(parts, userId, manifest);
      const modules = analysis.modules.map(({ module }) => module).filter(isModuleName);
      const own = known ? store.bundles.ownModules(known.id) : [];
      return {
        name: displayName(video.name),
        modules,
        analyzed_at: analysis.finished_at,
        findings: analysis.modules.reduce((sum, module) => sum + module.findings, 0),
        signer: signerKind(signer, parts.key),
        fingerprint: signer,
        is_known: known !== undefined,
        own_modules: modules.filter((module) => own.includes(module)),
      };
    },

    /**
     * Imports a bundle. An uploaded one is deleted afterwards, whatever the outcome.
     * @throws ReelscopeError `forbidden`, `invalid_request`, `not_found`, `too_large`, `storage_full`, `conflict`
     */
    import(userId: number, { path, file_path, replace = false }: ImportBundleRequest): Promise<ImportedBundle> {
      return queue.run('import', async () => {
        const { upload, file } = await fileOf(userId, { path, file_path });
        try {
          const imported = await importBundle(parts, userId, file, replace);
          const { outcome, video, manifest, signer } = imported;
          if (outcome !== 'unchanged') parts.changed();
          return {
            outcome,
            job_id: video.jobId,
            name: video.name,
            findings: manifest.analysis.modules.reduce((sum, module) => sum + module.findings, 0),
            source: await relinkBeside(parts, userId, imported, path),
            signer,
          };
        } finally {
          if (upload) await objects.remove(upload);
        }
      });
    },
  };
}

/**
 * Only the local user's permissions are those of the server. @throws ReelscopeError `forbidden`, `invalid_request`,
 * `not_found`
 */
async function requireFile(store: Store, userId: number, path: string): Promise<string> {
  requireLocalUser(store, userId);
  requireAbsolutePath(path);
  const stats = await fs.stat(path).catch((cause: unknown) => {
    throw new ReelscopeError('not_found', sentence('storage.path-unreadable', { path }), { cause });
  });
  if (!stats.isFile()) throw new ReelscopeError('invalid_request', sentence('storage.path-not-file', { path }));
  return path;
}

/** Relinks the video with the source file beside the bundle, if it is there. */
async function relinkBeside(
  { files, relink, log }: BundleParts,
  userId: number,
  { video, manifest }: Imported,
  path: string | undefined,
): Promise<ImportedBundle['source']> {
  const { name, size_bytes } = manifest.source;
  const isName = !/[\\/\0]/.test(name) && name !== '..';
  if (path !== undefined && isName && (await files.state(video)) === 'missing') {
    const beside = join(dirname(path), name);
    const stats = await fs.lstat(beside).catch(() => undefined);
    if (stats?.isFile() && stats.size === size_bytes)
      await relink.relink(userId, video.jobId, { path: beside }).catch((error: unknown) => {
        log.info('the file beside a bundle is not its source', { reason: toError(error).message });
      });
  }
  return (await files.state(video)) === 'missing' ? 'missing' : 'ok';
}
