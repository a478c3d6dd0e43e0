import { Printer } from 'lucide-react';
import type { FormatRow } from './format-group.tsx';
import { canSavePdf } from './save-export.ts';
import type { useExportText } from './text.ts';

/** Row of a PDF; names the browser's print dialog where that makes it. */
export function pdfRow(t: ReturnType<typeof useExportText>): Pick<FormatRow, 'name' | 'about' | 'button'> {
  const name = t('pdf.title');
  if (canSavePdf()) return { name, about: t('pdf.text') };
  return { name, about: t('pdf.print'), button: { icon: Printer, label: t('pdf.button') } };
}
