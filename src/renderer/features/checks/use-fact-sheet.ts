import { useState } from 'react';
import type { CheckedText } from '../../../contract/evidence/checks.ts';
import { receiveFile } from '../../api/download-file.ts';
import { api } from '../../api/endpoints.ts';
import { reportPdf } from '../../api/report-pdf.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { saveFile } from '../../ui/lib/files.ts';
import { errorText } from '../../ui/lib/messages.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import { printReport } from '../../ui/lib/print-report.ts';
import { useChecksText } from './text.ts';

type Format = 'html' | 'docx' | 'pdf' | 'json';

/** Saves the fact sheet of a text; a PDF by the print dialog in a browser. */
export function useFactSheet(
  request: { text: string; project_id?: string },
  name: string,
  checked: CheckedText | undefined,
) {
  const t = useChecksText();
  const language = usePreferences((preferences) => preferences.language);
  const [isSaving, setSaving] = useState(false);
  const save = async (format: Format) => {
    setSaving(true);
    try {
      const title = name === '' ? t('sheet.name') : name;
      const response = await api.checks.factSheet({
        ...request,
        title,
        format: format === 'pdf' ? 'html' : format,
        language: language === 'de' ? 'de' : 'en',
      });
      if (format === 'pdf') {
        const html = await response.text();
        const videos = new Set(checked?.passages.flatMap(({ evidence }) => evidence?.job_id ?? []));
        const pdf = await reportPdf(html, [...videos]);
        if (pdf) saveFile(pdf, `${title}.pdf`);
        else await printReport(html);
      } else saveFile(await receiveFile(response), `${title}.${format}`);
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    setSaving(false);
  };
  return { isSaving, save };
}
