import { useThumbnailUrls } from '../../api/queries.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import { useModuleNames } from '../../ui/media/module-icon.tsx';
import type { FileInput } from './make-file.ts';
import { useExportText } from './text.ts';

/** Localized texts and still URLs for reports. `isReady` once the URLs are known. */
export function useReport(): { isReady: boolean; of(jobId: string): FileInput['report'] } {
  const t = useExportText();
  const nameOf = useModuleNames();
  const messages = useMessages();
  const language = usePreferences((preferences) => preferences.language);
  const pictures = useThumbnailUrls();
  return {
    isReady: pictures !== null,
    of: (jobId) => ({
      language,
      nameOf,
      segment: messages.segment,
      words: { report: t('report'), length: t('length'), show: t('show') },
      stillUrl: (ms) => pictures!.still(jobId, ms / 1000),
    }),
  };
}
