import type { VideoCitations } from '../../../contract/evidence/citations.ts';
import type { ExportFormat, Manifest } from '../../../contract/evidence/manifest.ts';
import { jsonForm, type ReportSignature, withSignature } from '../../../contract/evidence/signature.ts';
import type { Results } from '../../../contract/results.ts';
import { api } from '../../api/endpoints.ts';

/** Signs files of a video, and records them in its history. */
export interface FileSigner {
  /** Facts about the file and its analyses, for reports. */
  manifest(): Promise<Manifest>;
  /** Citations of the findings, for reports. */
  citations(): Promise<VideoCitations>;
  /** @param sha256 of the signed form for reports; otherwise of the file, hexadecimal */
  record(format: ExportFormat, sha256: string): Promise<ReportSignature>;
}

/** Signer of this installation. @param includesRecording whether reports state recording time, camera, and place */
export function signerOf(jobId: string, includesRecording: boolean): FileSigner {
  return {
    manifest: () => api.evidence.manifest([jobId], includesRecording),
    citations: () => api.evidence.citations(jobId),
    record: (format, sha256) => api.evidence.recordExport({ videos: [jobId], format, sha256 }),
  };
}

/** Signs a report in HTML or Markdown that has a place for a signature. */
export async function signText(format: 'html' | 'md', text: string, signer: FileSigner): Promise<string> {
  return withSignature(text, await signer.record(format, await sha256Of(text)));
}

/** Signs a report in JSON. @returns its text */
export async function signJson(results: Results, signer: FileSigner): Promise<string> {
  const document = { ...results, manifest: await signer.manifest() };
  const signature = await signer.record('json', await sha256Of(jsonForm(document)));
  return `${JSON.stringify({ ...document, signature }, null, 2)}\n`;
}

/** SHA-256 of bytes, or of a text in UTF-8, hexadecimal. */
export async function sha256Of(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
