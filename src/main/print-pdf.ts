import { app, BrowserWindow } from 'electron';
import { pdfOptions } from './policies/pdf.ts';
import { PRINTED_PAGE } from './policies/web-preferences.ts';
import { withReportFile } from './report-file.ts';

/** Prints a report in HTML to a PDF, in a hidden window. */
export async function printPdf(html: string): Promise<Uint8Array> {
  const window = new BrowserWindow({ show: false, webPreferences: PRINTED_PAGE });
  try {
    return await withReportFile(html, async (url) => {
      await window.loadURL(url);
      return window.webContents.printToPDF(pdfOptions(app.getLocaleCountryCode()));
    });
  } finally {
    window.destroy();
  }
}
