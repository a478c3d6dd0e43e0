import { AudioLines, Check } from 'lucide-react';
import { Link } from 'wouter';
import type { CheckEvidence, CheckedPassage } from '../../../contract/evidence/checks.ts';
import { useThumbnailUrls } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/lib/classes.ts';
import { position, useFormats } from '../../ui/lib/use-formats.ts';
import { Still } from '../../ui/media/still.tsx';
import marks from './marked-passages.module.css';
import styles from './passage-card.module.css';
import { useChecksText } from './text.ts';
import { VERDICT_ICONS } from './verdicts.ts';

/** A passage with its verdict, its source to play, and its correction. */
export function PassageCard({
  passage,
  isSelected,
  onSelect,
  onAccept,
}: {
  passage: CheckedPassage;
  isSelected: boolean;
  onSelect(): void;
  onAccept(): void;
}) {
  const t = useChecksText();
  const { verdict, text, attributed_to, evidence, counter_evidence, suggestion } = passage;
  const Icon = VERDICT_ICONS[verdict];
  return (
    <article className={cx(styles.card, marks[verdict], isSelected && styles.selected)}>
      <button type="button" className={styles.head} onClick={onSelect}>
        <span className={styles.verdict}>
          <Icon aria-hidden size={14} strokeWidth={2} />
          {t(`verdict.${verdict}`)}
        </span>
        <bdi className={styles.passage}>{text}</bdi>
      </button>
      {verdict === 'other_speaker' && attributed_to !== null && (
        <p className={styles.fact}>{t('attributed', { name: attributed_to })}</p>
      )}
      {counter_evidence && <p className={styles.label}>{t('supports')}</p>}
      {evidence && <Source evidence={evidence} />}
      {counter_evidence && (
        <>
          <p className={styles.label}>{t('differs')}</p>
          <Source evidence={counter_evidence} />
        </>
      )}
      {suggestion && (
        <div className={styles.suggestion}>
          <p>
            <span className={styles.label}>{t('suggestion')}</span> <bdi>{suggestion.text}</bdi>
          </p>
          <Button
            size="small"
            icon={Check}
            aria-label={t('accept.label', { text: suggestion.text })}
            onClick={onAccept}
          >
            {t('accept')}
          </Button>
        </div>
      )}
    </article>
  );
}

function Source({ evidence }: { evidence: CheckEvidence }) {
  const t = useChecksText();
  const formats = useFormats();
  const thumbnails = useThumbnailUrls();
  const { job_id, video_name, segment_ids, start_time, speaker, context, quote, differences, missing } = evidence;
  const time = position(start_time, true);
  return (
    <>
      <Link href={`/videos/${job_id}?t=${start_time}&finding=${segment_ids[0]}`} className={styles.source}>
        <span className="visually-hidden">{t('play', { name: video_name, time })}</span>
        <Still
          src={thumbnails?.near(job_id, start_time) ?? null}
          icon={AudioLines}
          time={time}
          className={styles.still}
        />
        <span className={styles.where}>
          {speaker !== null && <bdi className={styles.speaker}>{formats.speaker(speaker)}</bdi>}
          <bdi className={styles.video}>{video_name}</bdi>
        </span>
      </Link>
      <p className={styles.context} dir="auto">
        <Quoted context={context} quote={quote} />
      </p>
      {differences.length > 0 && (
        <ul className={styles.differences}>
          {differences.map((one, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of words
            <li key={i}>
              {one.quote !== '' && <del>{one.quote}</del>}
              {one.quote !== '' && one.finding !== '' && <span aria-hidden> → </span>}
              {one.finding !== '' && <ins>{one.finding}</ins>}
            </li>
          ))}
        </ul>
      )}
      {missing !== null && (
        <p className={styles.fact}>
          {t('missing')} <strong dir="auto">{missing}</strong>
        </p>
      )}
    </>
  );
}

/** The words that the passage is of, within those around them. */
function Quoted({ context, quote }: { context: string; quote: string }) {
  const at = context.indexOf(quote);
  if (at < 0) return context;
  return (
    <>
      {context.slice(0, at)}
      <mark className={styles.quote}>{quote}</mark>
      {context.slice(at + quote.length)}
    </>
  );
}
