import type { Segment } from '../../../../contract/analysis/segment.ts';
import { FOREIGN_BACKUP, importedFrom, UNSIGNED } from '../../../../core/evidence/imported-engine.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { useVideoText } from '../text.ts';
import styles from './findings.module.css';

/** Note on a finding of a first look, of a bundle, or that a user edited or added; the tooltip explains it. */
export function EditNote({ segment: { data, engine } }: { segment: Segment }) {
  const t = useVideoText();
  const formats = useFormats();
  if (data?.closer_look && !data.corrected) {
    return (
      <span className={styles.corrected} title={t('closer.mark.hint')}>
        {t('closer.mark')}
      </span>
    );
  }
  if (data?.added) {
    const { added_by: name, added_at: at } = data;
    const title = name !== undefined && at !== undefined ? t('added.by', { name, date: formats.date(at) }) : undefined;
    return (
      <span className={styles.corrected} title={title}>
        {t('added')}
      </span>
    );
  }
  if (data?.preview && !data.corrected) {
    return (
      <span className={styles.preview} title={t('preview.hint')}>
        {t('preview')}
      </span>
    );
  }
  if (!data?.corrected) {
    const signer = importedFrom(engine);
    if (signer === undefined) return null;
    const isNamed = signer !== UNSIGNED && signer !== FOREIGN_BACKUP;
    const title = isNamed ? t('imported.by', { key: signer }) : t(`imported.${signer}`);
    return (
      <span className={styles.corrected} title={title}>
        {t('imported')}
      </span>
    );
  }
  const { original, original_start_time: start, original_end_time: end } = data;
  const text = original === undefined ? undefined : t('corrected.was', { text: original });
  const times = start === undefined || end === undefined ? '' : ` (${position(start, true)}–${position(end, true)})`;
  return (
    <span className={styles.corrected} title={text && `${text}${times}`}>
      {t('corrected')}
    </span>
  );
}
