import type { ManifestWords } from '../../../contract/evidence/report-section.ts';
import { useThumbnailUrls } from '../../api/queries.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import { type Formats, useFormats } from '../../ui/lib/use-formats.ts';
import { useModuleNames } from '../../ui/media/module-icon.tsx';
import type { FileInput } from './make-file.ts';
import { useExportText } from './text.ts';

/** Localized texts and still URLs for reports. `isReady` once the URLs are known. */
export function useReport(): { isReady: boolean; of(jobId: string): FileInput['report'] } {
  const t = useExportText();
  const nameOf = useModuleNames();
  const messages = useMessages();
  const formats = useFormats();
  const language = usePreferences((preferences) => preferences.language);
  const pictures = useThumbnailUrls();
  return {
    isReady: pictures !== null,
    of: (jobId) => ({
      language,
      nameOf,
      segment: messages.segment,
      words: {
        report: t('report'),
        length: t('length'),
        show: t('show'),
        citation: t('citation'),
        contents: t('section.contents'),
        transcript: t('section.transcript'),
        moments: t('section.moments'),
        findings: t('section.findings'),
      },
      manifestWords: manifestWords(t, formats),
      stillUrl: (ms) => pictures!.still(jobId, ms / 1000),
    }),
  };
}

/** Texts of the manifest in the language of the window. */
function manifestWords(t: ReturnType<typeof useExportText>, formats: Formats): ManifestWords {
  return {
    title: t('manifest.title'),
    note: t('manifest.note'),
    data: t('manifest.data'),
    file: t('manifest.file'),
    originalName: t('manifest.originalName'),
    sha256: 'SHA-256',
    size: t('manifest.size'),
    length: t('length'),
    recorded: t('manifest.recorded'),
    camera: t('manifest.camera'),
    place: t('manifest.place'),
    engines: t('manifest.engines'),
    corrections: t('manifest.corrections'),
    history: t('manifest.history'),
    created: t('manifest.created'),
    product: t('manifest.product'),
    key: t('manifest.key'),
    pending: t('manifest.pending'),
    bytes: (count) => t('manifest.bytes', { size: formats.bytes(count), count }),
    corrected: ({ edited, removed, added }) => t('manifest.corrected', { edited, removed, added }),
    entries: (count) => t('manifest.entries', { count }),
  };
}
