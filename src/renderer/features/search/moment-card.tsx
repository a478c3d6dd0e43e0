import { Check } from 'lucide-react';
import { Link } from 'wouter';
import { useThumbnailUrls } from '../../api/queries.ts';
import { cx } from '../../ui/lib/classes.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { position } from '../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../ui/media/module-icon.tsx';
import { Still } from '../../ui/media/still.tsx';
import { MarkedText } from './marked-text.tsx';
import styles from './moment-card.module.css';
import { type Moment, momentHref, stillTime } from './moments.ts';
import { useSearchText } from './text.ts';

/** Findings shown per moment. */
const LINES = 3;

/** Card of a moment with its still and findings; opens the video at its time. */
export function MomentCard({
  moment,
  videoName,
  words,
  isSelected,
  isSelecting,
  onSelect,
}: {
  moment: Moment;
  videoName: string;
  words: readonly string[];
  isSelected: boolean;
  /** Whether any moment is selected, so that a click selects instead of opening. */
  isSelecting: boolean;
  onSelect(): void;
}) {
  const messages = useMessages();
  const t = useSearchText();
  const pictures = useThumbnailUrls();
  const best = moment.hits[0]!;
  const time = position(moment.time, true);
  return (
    <article className={cx(styles.card, isSelected && styles.selected)}>
      <Link
        href={momentHref(moment)}
        className={styles.link}
        onClick={(event) => {
          if (!isSelecting && !event.shiftKey) return;
          event.preventDefault();
          onSelect();
        }}
      >
        <span className="visually-hidden">{t('play', { name: videoName, time })}</span>
        <Still src={pictures?.near(moment.jobId, stillTime(best)) ?? null} icon={moduleIcon(best.module)}>
          <span className={styles.time}>{time}</span>
        </Still>
        <span className={styles.lines}>
          {moment.hits.slice(0, LINES).map((hit) => (
            <span key={hit.id} className={styles.line}>
              <ModuleIcon name={hit.module} />
              <span className={styles.content}>
                <MarkedText text={messages.segment(hit).content} words={words} />
              </span>
            </span>
          ))}
          {!moment.hasWords && <span className={styles.note}>{t('meaning')}</span>}
        </span>
      </Link>
      <button
        type="button"
        aria-pressed={isSelected}
        aria-label={`${t('select')}: ${videoName}, ${time}`}
        className={cx(styles.check, isSelecting && styles.shown)}
        onClick={onSelect}
      >
        {isSelected && <Check aria-hidden size={13} strokeWidth={3} />}
      </button>
    </article>
  );
}
