import { desktop } from '../../api/desktop.ts';
import { api } from '../../api/endpoints.ts';
import { saveFile } from '../../ui/lib/files.ts';
import { printReport } from '../../ui/lib/print-report.ts';

/** Whether PDFs are saved directly; otherwise, the browser's print dialog makes them. */
export const canSavePdf = (): boolean => desktop() !== undefined;

/**
 * Saves a report in HTML as a PDF, and records it in the histories of its videos; in a browser, opens the print dialog.
 */
export async function savePdf(html: string, name: string, videos: readonly string[]): Promise<void> {
  const bridge = desktop();
  if (!bridge) return printReport(html);
  const bytes = await bridge.printPdf(html);
  await api.evidence.recordExport({ videos: [...videos], format: 'pdf', sha256: await sha256Of(bytes) });
  saveFile(new Blob([bytes], { type: 'application/pdf' }), name);
}

/** SHA-256 of bytes, hexadecimal. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
