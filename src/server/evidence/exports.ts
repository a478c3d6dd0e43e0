import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/json/canonical-json.ts';
import { roundSeconds } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ExportFormat, RecordExportRequest } from '../../contract/evidence/manifest.ts';
import { jsonForm, type ReportSignature, withSignature } from '../../contract/evidence/signature.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { requireVideo } from '../errors/lookup.ts';
import { mapInParts } from '../library/in-parts.ts';
import type { InstallationKey } from './installation-key.ts';

export type ExportsService = ReturnType<typeof createExportsService>;

/** Signs reports and records exports in the histories of their videos. */
export function createExportsService(parts: { store: Store; key: InstallationKey }) {
  const { store, key } = parts;

  /**
   * Records an exported file; returns the signature of a report that the server wrote. @throws ReelscopeError
   * `not_found`
   */
  const record = (userId: number, { videos, format, sha256 }: RecordExportRequest): ReportSignature => {
    const rows = videos.map((jobId) => requireVideo(store, userId, jobId));
    const details = { format, sha256, ...(rows.length > 1 && { videos: rows.length }) };
    store.transaction(() => {
      for (const row of rows) store.audit.record(row, { action: 'exported', details });
      store.outbox.emit(userId, 'export.created', () => ({ job_ids: rows.map(({ jobId }) => jobId), format, sha256 }));
    });
    return key.sign(format === 'json' ? 'json' : 'text', sha256);
  };

  return {
    record,

    /**
     * Signs a report again that the server wrote, by the hash of its signed form.
     * @throws ReelscopeError `not_found`, `forbidden` (any other document)
     */
    signAgain(userId: number, { videos, format, sha256 }: RecordExportRequest): ReportSignature {
      const isWritten = (jobId: string): boolean => {
        requireVideo(store, userId, jobId);
        const { entries = [], problem = null } = store.audit.read(userId, jobId) ?? {};
        // Another installation can have stated earlier ones.
        const own = entries.slice(entries.findLastIndex(({ action }) => action === 'adopted') + 1);
        return (
          problem === null &&
          own.some(
            ({ action, details }) =>
              action === 'exported' && details['format'] === format && details['sha256'] === sha256,
          )
        );
      };
      const isSigned = format === 'html' || format === 'md' || format === 'json';
      if (!videos.every(isWritten) || !isSigned) throw new ReelscopeError('forbidden', sentence('export.not-written'));
      return key.sign(format === 'json' ? 'json' : 'text', sha256);
    },

    /** Records clips, in the histories of their videos. A video that was deleted meanwhile is left out. */
    recordClips(
      userId: number,
      clips: readonly { jobId: string; start: number; end: number }[],
      { format, sha256 }: { format: ExportFormat & ('clip' | 'zip'); sha256: string },
    ): void {
      const byVideo = Map.groupBy(clips, ({ jobId }) => jobId);
      store.transaction(() => {
        for (const [jobId, own] of byVideo) {
          const video = store.videos.get(userId, jobId);
          const ranges = own.map(({ start, end }) => [roundSeconds(start), roundSeconds(end)]);
          const details = { format, sha256, ...(byVideo.size > 1 && { videos: byVideo.size }), ranges };
          if (video) store.audit.record(video, { action: 'exported', details });
        }
        store.outbox.emit(userId, 'export.created', () => ({ job_ids: [...byVideo.keys()], format, sha256 }));
      });
    },

    /**
     * Signs a report in HTML or Markdown that contains `EMPTY_SIGNATURE` once, and records its export.
     * @throws ReelscopeError `not_found`
     */
    signText(userId: number, videos: string[], format: ExportFormat & ('html' | 'md'), text: string): string {
      return withSignature(text, record(userId, { videos, format, sha256: hashOf(text) }));
    },

    /** Signs a report in JSON, and records its export. @throws ReelscopeError `not_found` */
    signJson<Document extends object>(
      userId: number,
      videos: string[],
      document: Document,
    ): Document & { signature: ReportSignature } {
      const sha256 = hashOf(jsonForm(document));
      return { ...document, signature: record(userId, { videos, format: 'json', sha256 }) };
    },
  };
}

/**
 * Signs the content of a shared report, whose opening is recorded apart. Reads long lists in it in parts, so that other
 * requests are answered meanwhile.
 */
export async function signShared(key: InstallationKey, document: object): Promise<ReportSignature> {
  const sum = createHash('sha256');
  const members = Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [i, [name, value]] of members.entries()) {
    sum.update(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (!Array.isArray(value)) sum.update(canonicalJson(value));
    else {
      await mapInParts(value, (item, at) => void sum.update(`${at === 0 ? '[' : ','}${canonicalJson(item)}`));
      sum.update(value.length === 0 ? '[]' : ']');
    }
  }
  return key.sign('json', sum.update('}').digest('hex'));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
