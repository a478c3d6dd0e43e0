import { createByteFormat } from '../../base/bytes.ts';
import { formatClock } from '../../base/time.ts';
import type { ManifestWords } from '../../core/evidence/report-section.ts';
import { moduleTexts } from '../../core/modules/module-display.ts';
import type { ReportLanguage } from './report-language.ts';

/** Texts of the manifest in the language of a report. */
export function manifestWords({ t, tag, sentence }: ReportLanguage): ManifestWords {
  const size = createByteFormat(tag);
  return {
    title: t('manifest.title'),
    note: t('manifest.note'),
    data: t('manifest.data'),
    file: t('manifest.file'),
    originalName: t('manifest.original-name'),
    sha256: t('manifest.sha256'),
    size: t('manifest.size'),
    length: t('manifest.length'),
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
    bytes: (count) => t('manifest.bytes', { size: size(count), count }),
    corrected: ({ edited, removed, added }) => t('manifest.corrected', { edited, removed, added }),
    entries: (count) => t('manifest.entries', { count }),
    examined: t('examined.title'),
    examinedPart: ({ module, examined }, duration) =>
      t('examined.part', {
        module: moduleTexts(module, tag).title,
        examined: formatClock(examined),
        duration: formatClock(duration),
      }),
    limit: sentence,
  };
}
