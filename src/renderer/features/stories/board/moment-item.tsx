import { useQuery } from '@tanstack/react-query';
import { Bookmark, FileX2, Play } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import type { Moment } from '../../../../contract/search/moments.ts';
import { playedRange, type StoryItem } from '../../../../contract/search/stories.ts';
import { queries, useThumbnailUrls } from '../../../api/queries.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { markedHref } from '../../../ui/lib/moment-href.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import badge from '../../../ui/media/badge.module.css';
import { Still } from '../../../ui/media/still.tsx';
import { TagLabel } from '../../../ui/media/tag-label.tsx';
import styles from './board.module.css';
import { MomentState } from './moment-state.tsx';
import { NoteText } from './note-text.tsx';
import { Trim, TrimPreview } from './trim.tsx';
import type { StoryEdits } from './use-story-edits.ts';

/** Moment of a story: still, title, place, tags, and note. */
export function MomentItem({
  item: { moment },
  number,
  edits,
  isEditing,
  setEditing,
  isTrimming,
  setTrimming,
  onPlay,
}: {
  item: StoryItem;
  /** Place among the moments that are played. */
  number: number | undefined;
  edits: StoryEdits;
  isEditing: boolean;
  setEditing(on: boolean): void;
  isTrimming: boolean;
  setTrimming(on: boolean): void;
  onPlay(): void;
}) {
  const t = useStoryText();
  const media = useRef<HTMLVideoElement>(null);
  const { data: problems = [] } = useQuery(queries.sourceProblems);
  if (!moment)
    return (
      <p className={styles.gone}>
        <FileX2 aria-hidden size={16} strokeWidth={1.75} />
        {t('gone.text')}
      </p>
    );
  const { job_id, start_time, end_time, title, tags, note, video_title, deleted_at } = moment;
  const isDeleted = deleted_at !== null;
  const isFileMissing = problems.some((problem) => problem.job_id === job_id);
  return (
    <article className={cx(styles.moment, isDeleted && styles.deleted)}>
      <MomentStill moment={moment} number={number} onPlay={onPlay}>
        {isTrimming && <TrimPreview jobId={job_id} media={media} />}
      </MomentStill>
      <div className={styles.about}>
        <h3 className={styles.momentTitle}>
          <Link href={markedHref(moment)} className={styles.link} dir="auto">
            {title}
          </Link>
        </h3>
        <p className={styles.place}>
          <button
            type="button"
            className={styles.time}
            title={t('trim')}
            aria-expanded={isTrimming}
            disabled={isDeleted || isFileMissing}
            onClick={() => setTrimming(!isTrimming)}
          >
            {position(start_time, true)}
            {end_time !== null && `–${position(end_time, true)}`}
          </button>
          <bdi className={styles.video}>{video_title}</bdi>
        </p>
        {isTrimming && (
          <Trim
            moment={moment}
            media={media}
            onSave={(times) => edits.setTimes(moment, times)}
            onClose={() => setTrimming(false)}
          />
        )}
        {tags.length > 0 && (
          <p className={styles.tags}>
            {tags.map((tag) => (
              <TagLabel key={tag.id} tag={tag} />
            ))}
          </p>
        )}
        <MomentState moment={moment} isFileMissing={isFileMissing} />
        <NoteText
          text={note}
          label={t('note')}
          {...(!isDeleted && { addLabel: t('note.add') })}
          maxLength={20_000}
          className={styles.momentNote}
          isEditing={isEditing}
          setEditing={setEditing}
          onSave={(text) => edits.setNote(moment, text)}
        />
      </div>
    </article>
  );
}

interface MomentStillProps {
  moment: Moment;
  number: number | undefined;
  onPlay(): void;
  /** Shown in place of the still, without its button. */
  children: ReactNode;
}

/** Still of a moment with its number, its length, and a button that plays the story from it. */
function MomentStill({ moment, number, onPlay, children }: MomentStillProps) {
  const { lasting } = useFormats();
  const t = useStoryText();
  const thumbnails = useThumbnailUrls();
  const { job_id, start_time, title, deleted_at } = moment;
  const { start, end } = playedRange(moment);
  return (
    <Still
      src={children ? null : (thumbnails?.near(job_id, start_time) ?? null)}
      icon={Bookmark}
      className={styles.still}
    >
      {children}
      {number !== undefined && <span className={cx(badge.badge, badge.start)}>{number}</span>}
      <span className={cx(badge.badge, badge.end)}>{lasting(end - start)}</span>
      {!children && deleted_at === null && (
        <button type="button" aria-label={t('play.from', { title })} className={styles.playFrom} onClick={onPlay}>
          <Play aria-hidden size={18} strokeWidth={1.75} />
        </button>
      )}
    </Still>
  );
}
