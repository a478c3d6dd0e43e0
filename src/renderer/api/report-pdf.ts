import { desktop } from './desktop.ts';
import { api } from './endpoints.ts';

/**
 * Writes a report in HTML as a PDF, and records it in the histories of its videos; null in a browser, whose print
 * dialog makes PDFs.
 */
export async function reportPdf(html: string, videos: readonly string[]): Promise<Blob | null> {
  const bridge = desktop();
  if (!bridge) return null;
  const bytes = await bridge.printPdf(html);
  await api.evidence.recordExport({ videos: [...videos], format: 'pdf', sha256: await sha256Of(bytes) });
  return new Blob([bytes], { type: 'application/pdf' });
}

/** SHA-256 of bytes, hexadecimal. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
