import { Check } from 'lucide-react';
import { Link } from 'wouter';
import { isAudioFile, type Video } from '../../../../contract/library/video.ts';
import type { MomentSource } from '../../../../contract/search/stories.ts';
import { useThumbnailUrls } from '../../../api/queries.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useMessages } from '../../../ui/lib/messages.ts';
import { dragMoments } from '../../../ui/lib/moment-drag.ts';
import { snippet } from '../../../ui/lib/snippet.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { clipOf, findingsOf, type Moment, momentHref, type ShownFinding, stillTime } from '../moments.ts';
import { useSearchText } from '../text.ts';
import { MarkedText } from './marked-text.tsx';
import styles from './moment-card.module.css';
import { MomentTools } from './moment-tools.tsx';
import { SoundWave } from './sound-wave.tsx';

/** Findings shown per moment. */
const LINES = 3;

/** Card of a moment with its still and findings; opens the video at its time. */
export function MomentCard({
  moment,
  video,
  words,
  isNew,
  isSelected,
  isSelecting,
  onSelect,
  sources,
}: {
  moment: Moment;
  /** Undefined for a deleted video. */
  video: Video | undefined;
  words: readonly string[];
  /** Whether it is a new hit of the saved search. */
  isNew: boolean;
  isSelected: boolean;
  /** Whether any moment is selected, so that a click selects instead of opening. */
  isSelecting: boolean;
  onSelect(): void;
  /** Returns the moments that a drag carries: this one, or all that are selected. */
  sources(): readonly MomentSource[];
}) {
  const t = useSearchText();
  const thumbnails = useThumbnailUrls();
  const best = moment.hits[0]!;
  const name = video?.name ?? t('unknownVideo');
  const time = position(moment.time, true);
  const target = `${name}, ${time}`;
  const range = clipOf(moment);
  const reason = moment.hasLooks ? t('looks') : moment.hasWords ? null : t('meaning');
  return (
    <article
      className={cx(styles.card, isSelected && styles.selected)}
      onDragStart={(event) => dragMoments(event, sources())}
    >
      <Link
        href={momentHref(moment, words)}
        className={styles.link}
        onClick={(event) => {
          if (!isSelecting && !event.shiftKey) return;
          event.preventDefault();
          onSelect();
        }}
      >
        <span className="visually-hidden">{t('play', { name, time })}</span>
        {video && isAudioFile(video) ? (
          <SoundWave jobId={moment.jobId} start={range.start_time} end={range.end_time} time={time} />
        ) : (
          <Still
            src={thumbnails?.near(moment.jobId, stillTime(best)) ?? null}
            icon={moduleIcon(best.module)}
            time={time}
          />
        )}
        <span className={styles.lines}>
          {findingsOf(moment)
            .slice(0, LINES)
            .map((hit) => (
              <FindingLine key={hit.id} hit={hit} words={words} />
            ))}
          {isNew && <span className={styles.new}>{t('new.one')}</span>}
          {moment.hits.some(({ data }) => data?.preview) && <span className={styles.preview}>{t('preview')}</span>}
          {reason && <span className={styles.note}>{reason}</span>}
        </span>
      </Link>
      {!isSelecting && <MomentTools moment={moment} target={target} />}
      <button
        type="button"
        aria-pressed={isSelected}
        aria-label={`${t('select')}: ${target}`}
        className={cx(styles.check, isSelecting && styles.shown)}
        onClick={onSelect}
      >
        {isSelected && <Check aria-hidden size={13} strokeWidth={3} />}
      </button>
    </article>
  );
}

/** Finding with its speaker and its condition of the query. */
function FindingLine({ hit, words }: { hit: ShownFinding; words: readonly string[] }) {
  const messages = useMessages();
  const formats = useFormats();
  return (
    <span className={styles.line}>
      <ModuleIcon name={hit.module} />
      <span className={styles.content}>
        {hit.data?.speaker !== undefined && <bdi className={styles.speaker}>{formats.speaker(hit.data.speaker)}: </bdi>}
        <MarkedText text={snippet(messages.segment(hit).content, words)} words={words} />
        {hit.condition !== null && <span className={styles.reason}>{hit.condition}</span>}
      </span>
    </span>
  );
}
