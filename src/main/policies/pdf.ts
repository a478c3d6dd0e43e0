/** Countries where letter paper is usual (CLDR, `paperSize`), by ISO 3166 code. */
const LETTER = ['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE'];

/** Page numbers at the bottom of each page; Chromium fills in the classes. */
const FOOTER =
  '<div style="width:100%;padding:0 16mm;font:8px sans-serif;color:#585c66;text-align:right"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/** Options of a PDF. @param country ISO 3166 code, which decides the paper; empty if unknown */
export function pdfOptions(country: string) {
  return {
    pageSize: LETTER.includes(country) ? 'Letter' : 'A4',
    printBackground: true,
    // Margins are those of the report.
    preferCSSPageSize: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: FOOTER,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  } as const;
}
