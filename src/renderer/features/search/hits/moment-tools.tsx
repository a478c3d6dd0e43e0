import { AudioWaveform, Bookmark, GalleryVerticalEnd, ScanSearch } from 'lucide-react';
import { Link } from 'wouter';
import { createMoment, discardMoment } from '../../../api/live/moment-changes.ts';
import { useOtherRecordings } from '../../../api/other-recordings.ts';
import { useMarkMoment } from '../../../ui/feedback/mark-moment.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { similarFindingHref } from '../../../ui/lib/similar-href.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';
import { type Moment, markOf, stillTime } from '../moments.ts';
import { useSearchText } from '../text.ts';
import styles from './moment-card.module.css';

/** Actions on a found moment. @param target its video and time, for their labels */
export function MomentTools({ moment, target }: { moment: Moment; target: string }) {
  const t = useSearchText();
  const texts = useMomentText();
  const visual = useVisualText();
  const best = moment.hits[0]!;
  const event = useOtherRecordings()(moment.jobId, best);
  const mark = useMarkMoment({ create: createMoment, discard: discardMoment });
  return (
    <span className={styles.tools}>
      <button
        type="button"
        aria-label={`${texts('fromFinding')}: ${target}`}
        title={texts('fromFinding')}
        className={styles.mark}
        onClick={() => void mark(markOf(moment))}
      >
        <Bookmark aria-hidden size={13} strokeWidth={2} />
      </button>
      <button
        type="button"
        aria-label={`${t('story')}: ${target}`}
        title={t('story')}
        className={styles.mark}
        onClick={() => openOverlay({ kind: 'add-to-story', moments: [markOf(moment)] })}
      >
        <GalleryVerticalEnd aria-hidden size={13} strokeWidth={2} />
      </button>
      {event !== null && (
        <Link href={event} aria-label={`${texts('event')}: ${target}`} title={texts('event')} className={styles.mark}>
          <AudioWaveform aria-hidden size={13} strokeWidth={2} />
        </Link>
      )}
      {best.data?.still_time !== undefined && (
        <Link
          href={similarFindingHref(moment.jobId, stillTime(best), best.id)}
          aria-label={`${visual('similar')}: ${target}`}
          title={visual('similar')}
          className={styles.mark}
        >
          <ScanSearch aria-hidden size={13} strokeWidth={2} />
        </Link>
      )}
    </span>
  );
}
