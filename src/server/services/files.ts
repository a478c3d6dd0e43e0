import { randomBytes } from 'node:crypto';
import { MAX_UPLOAD_BYTES } from '../../contract/library/storage.ts';
import { preparedFolder } from '../../models/installer/speech-models.ts';
import { UrlSigner } from '../../storage/url-signer.ts';
import { BackupService } from '../backups/backups.ts';
import { modelsFolder } from '../engines/engine-options.ts';
import type { CloseStack } from '../hosting/close-stack.ts';
import { createDiskSpace } from '../hosting/disk-space.ts';
import type { SecretStore } from '../hosting/host.ts';
import { createDerivedPictures } from '../library/derived-pictures.ts';
import { createEditedFiles } from '../library/files/edited-files.ts';
import { createImportService } from '../library/files/imports.ts';
import { createLinks } from '../library/files/links.ts';
import { createPendingCopies } from '../library/files/pending-copies.ts';
import { createRelinkService } from '../library/files/relink.ts';
import { SourceFiles } from '../library/files/source-files.ts';
import { createSourceService } from '../library/files/sources.ts';
import { createStorageOptions } from '../library/files/storage-options.ts';
import { createStorageUsage } from '../library/files/storage-usage.ts';
import { createUploadService } from '../library/files/uploads.ts';
import { createStillFiles } from '../library/stills.ts';
import { createThumbnails } from '../library/thumbnails.ts';
import { createProxyFiles } from '../proxies/proxy-files.ts';
import { ProxyService } from '../proxies/proxy-service.ts';
import type { ServiceParts } from './service-parts.ts';

export type FileServices = Awaited<ReturnType<typeof buildFiles>>;

/** Builds the services of source files, of what is derived from them, and of their storage. */
export async function buildFiles(parts: ServiceParts, resources: CloseStack) {
  const { host, store, objects, clock, log, work } = parts;
  const { media, transcode } = work;
  const dataFolder = host.folders.data;
  const links = createLinks(new UrlSigner(await signingSecret(host.secrets)), clock);
  const stills = createStillFiles(dataFolder, store.visual.shotOf);
  const sourceFiles = new SourceFiles({ store, objects, log });
  const source = createSourceService({ store, objects, files: sourceFiles, media, log });
  const proxyFiles = createProxyFiles(dataFolder);
  await proxyFiles.removeOrphans();
  const proxies = new ProxyService({ store, source, files: proxyFiles, log, transcode });
  const pictures = createDerivedPictures({ store, source, stills, log, rebuild: work.rebuildPictures });
  resources.defer(pictures.close);

  const storageOptions = createStorageOptions(store);
  const options = storageOptions.get;
  const backups = new BackupService({
    store,
    dataFolder,
    clock,
    log,
    options,
    restart: parts.restart,
    seal: parts.backupSeal,
  });
  resources.defer(() => backups.close());
  const relink = createRelinkService({
    store,
    objects,
    files: sourceFiles,
    source,
    options,
    async dropDerived(jobId) {
      await stills.remove(jobId);
      await proxies.drop(jobId);
    },
  });
  const pendingCopies = createPendingCopies({ store, objects, files: sourceFiles, log, isResuming: parts.isLongLived });
  const uploads = createUploadService({
    store,
    objects,
    links,
    source,
    uploadLimitBytes: () => parts.uploadLimitBytes ?? MAX_UPLOAD_BYTES,
    pace: parts.uploadPace,
    release: work.release,
  });
  const imports = createImportService({
    store,
    objects,
    files: sourceFiles,
    copies: pendingCopies,
    options,
    reserve: uploads.reserve,
    dataFolder,
  });
  return {
    links,
    stills,
    sourceFiles,
    source,
    editedFiles: createEditedFiles({ source }),
    thumbnails: createThumbnails({ source, stills, media, log }),
    proxyFiles,
    proxies,
    pictures,
    storageOptions,
    disk: createDiskSpace(dataFolder, () => options().min_free_bytes, parts.freeBytes),
    backups,
    relink,
    pendingCopies,
    uploads,
    imports,
    storageUsage: createStorageUsage({
      store,
      objects,
      files: sourceFiles,
      stills,
      proxies,
      dataFolder,
      modelsFolder: modelsFolder(dataFolder),
      preparedFolder: preparedFolder(modelsFolder(dataFolder)),
    }),
  };
}

/** Returns the key that signs URLs, creating it on first start. */
async function signingSecret(secrets: SecretStore): Promise<Buffer> {
  const name = 'url-signing-key';
  const stored = await secrets.get(name);
  if (stored) return Buffer.from(stored, 'hex');
  const secret = randomBytes(32);
  await secrets.set(name, secret.toString('hex'));
  return secret;
}
