import { AudioWaveform, Bookmark, Check, GalleryVerticalEnd, ScanSearch } from 'lucide-react';
import { Link } from 'wouter';
import { isAudioFile, type Video } from '../../../../contract/library/video.ts';
import type { MomentSource } from '../../../../contract/search/stories.ts';
import { createMoment, discardMoment } from '../../../api/live/moment-changes.ts';
import { useOtherRecordings } from '../../../api/other-recordings.ts';
import { useThumbnailUrls } from '../../../api/queries.ts';
import { useMarkMoment } from '../../../ui/feedback/mark-moment.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useMessages } from '../../../ui/lib/messages.ts';
import { dragMoments } from '../../../ui/lib/moment-drag.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { similarFindingHref } from '../../../ui/lib/similar-href.ts';
import { snippet } from '../../../ui/lib/snippet.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { clipOf, findingsOf, type Moment, markOf, momentHref, stillTime } from '../moments.ts';
import { useSearchText } from '../text.ts';
import { MarkedText } from './marked-text.tsx';
import styles from './moment-card.module.css';
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
  const messages = useMessages();
  const t = useSearchText();
  const formats = useFormats();
  const videoName = video?.name ?? t('unknownVideo');
  const texts = useMomentText();
  const visual = useVisualText();
  const pictures = useThumbnailUrls();
  const best = moment.hits[0]!;
  const time = position(moment.time, true);
  const range = clipOf(moment);
  const reason = moment.hasLooks ? t('looks') : moment.hasWords ? null : t('meaning');
  const event = useOtherRecordings()(moment.jobId, best);
  const mark = useMarkMoment({ create: createMoment, discard: discardMoment });
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
        <span className="visually-hidden">{t('play', { name: videoName, time })}</span>
        {video && isAudioFile(video) ? (
          <SoundWave jobId={moment.jobId} start={range.start_time} end={range.end_time} time={time} />
        ) : (
          <Still
            src={pictures?.near(moment.jobId, stillTime(best)) ?? null}
            icon={moduleIcon(best.module)}
            time={time}
          />
        )}
        <span className={styles.lines}>
          {findingsOf(moment)
            .slice(0, LINES)
            .map((hit) => (
              <span key={hit.id} className={styles.line}>
                <ModuleIcon name={hit.module} />
                <span className={styles.content}>
                  {hit.data?.speaker !== undefined && (
                    <bdi className={styles.speaker}>{formats.speaker(hit.data.speaker)}: </bdi>
                  )}
                  <MarkedText text={snippet(messages.segment(hit).content, words)} words={words} />
                  {hit.condition !== null && <span className={styles.reason}>{hit.condition}</span>}
                </span>
              </span>
            ))}
          {isNew && <span className={styles.new}>{t('new.one')}</span>}
          {moment.hits.some(({ data }) => data?.preview) && <span className={styles.preview}>{t('preview')}</span>}
          {reason && <span className={styles.note}>{reason}</span>}
        </span>
      </Link>
      {!isSelecting && (
        <span className={styles.tools}>
          <button
            type="button"
            aria-label={`${texts('fromFinding')}: ${videoName}, ${time}`}
            title={texts('fromFinding')}
            className={styles.mark}
            onClick={() => void mark(markOf(moment))}
          >
            <Bookmark aria-hidden size={13} strokeWidth={2} />
          </button>
          <button
            type="button"
            aria-label={`${t('story')}: ${videoName}, ${time}`}
            title={t('story')}
            className={styles.mark}
            onClick={() => openOverlay({ kind: 'add-to-story', moments: [markOf(moment)] })}
          >
            <GalleryVerticalEnd aria-hidden size={13} strokeWidth={2} />
          </button>
          {event !== null && (
            <Link
              href={event}
              aria-label={`${texts('event')}: ${videoName}, ${time}`}
              title={texts('event')}
              className={styles.mark}
            >
              <AudioWaveform aria-hidden size={13} strokeWidth={2} />
            </Link>
          )}
          {best.data?.still_time !== undefined && (
            <Link
              href={similarFindingHref(moment.jobId, stillTime(best), best.id)}
              aria-label={`${visual('similar')}: ${videoName}, ${time}`}
              title={visual('similar')}
              className={styles.mark}
            >
              <ScanSearch aria-hidden size={13} strokeWidth={2} />
            </Link>
          )}
        </span>
      )}
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
