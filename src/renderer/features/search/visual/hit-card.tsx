import { Film, ScanSearch } from 'lucide-react';
import { Link } from 'wouter';
import type { VisualHit } from '../../../../contract/search/visual.ts';
import { similarFrameHref } from '../../../ui/lib/similar-href.ts';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { Still } from '../../../ui/media/still.tsx';
import styles from './visual.module.css';

/** A shot that looks like the image; opens the video at its time. */
export function HitCard({ hit, name }: { hit: VisualHit; name: string }) {
  const t = useVisualText();
  const time = position(hit.time, true);
  const finding = hit.segment_id === null ? '' : `&finding=${hit.segment_id}`;
  return (
    <article className={styles.card}>
      <Link href={`/videos/${hit.job_id}?t=${hit.time}${finding}`} className={styles.link}>
        <span className="visually-hidden">{t('play', { name, time })}</span>
        <Still src={hit.still_url} icon={Film} time={time} />
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.score} data-match={hit.match}>
          {t(`match.${hit.match}`)}
          <span className={styles.similarity}>{Math.round(hit.similarity * 100)}%</span>
        </span>
      </Link>
      <Link
        href={similarFrameHref(hit.job_id, hit.time)}
        className={styles.again}
        aria-label={`${t('similar')}: ${name}, ${time}`}
        title={t('similar')}
      >
        <ScanSearch aria-hidden size={13} strokeWidth={2} />
      </Link>
    </article>
  );
}
