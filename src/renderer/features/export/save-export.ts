import { desktop } from '../../api/desktop.ts';
import { receiveFile } from '../../api/download-file.ts';
import { fileNameOf } from '../../api/file-name.ts';
import { reportPdf } from '../../api/report-pdf.ts';
import { saveFile } from '../../ui/lib/files.ts';
import { printReport } from '../../ui/lib/print-report.ts';

/** Whether PDFs are saved directly; otherwise, the browser's print dialog makes them. */
export const canSavePdf = (): boolean => desktop() !== undefined;

/**
 * Saves a report in HTML as a PDF, and records it in the histories of its videos; in a browser, opens the print dialog.
 */
async function savePdf(html: string, name: string, videos: readonly string[]): Promise<void> {
  const pdf = await reportPdf(html, videos);
  if (pdf) saveFile(pdf, name);
  else await printReport(html);
}

/** Saves the file of a response under its own name, otherwise `name`; that of a PDF is its report in HTML. */
export async function saveExport(
  response: Response,
  { format, name, videos }: { format: string; name: string; videos: readonly string[] },
): Promise<void> {
  const fileName = fileNameOf(response) ?? name;
  if (format === 'pdf') await savePdf(await response.text(), fileName.replace(/\.html$/, '.pdf'), videos);
  else saveFile(await receiveFile(response), fileName);
}
