import type { UsageSummary } from '../../../contract/account/usage.ts';
import type { Video } from '../../../contract/library/video.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './facts.module.css';
import { useHomeText } from './text.ts';

/** Library statistics. */
export function Facts({ videos, usage }: { videos: readonly Video[]; usage: UsageSummary }) {
  const t = useHomeText();
  const formats = useFormats();
  const facts = [
    { label: t('videos'), value: formats.number(videos.length) },
    { label: t('analyzed'), value: formats.span(Math.max(0, usage.total_minutes) * 60) },
    { label: t('stored'), value: formats.bytes(usage.total_file_size_gb * 1e9) },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
