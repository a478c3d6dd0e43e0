import { AudioWaveform, Bookmark, GalleryVerticalEnd, PencilLine, Scissors, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Moment } from '../../../../contract/search/moments.ts';
import { restoreMoment, trashMoment } from '../../../api/live/moment-changes.ts';
import { useOtherRecordings } from '../../../api/other-recordings.ts';
import { useThumbnailUrls } from '../../../api/queries.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { errorText } from '../../../ui/lib/messages.ts';
import { dragMoments } from '../../../ui/lib/moment-drag.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { Markdown } from '../../../ui/media/markdown.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { TagLabel } from '../../../ui/media/tag-label.tsx';
import { usePlayer } from '../player/player-store.ts';
import { MomentEditor } from './moment-editor.tsx';
import styles from './moments.module.css';

/** Length in seconds of a clip of an instant. */
const INSTANT_CLIP_SECONDS = 5;

/** Row of a moment, or its editor; a click seeks to it. */
export function MomentRow({
  moment,
  isAudio,
  isPlaying,
  isOpened,
  isEditing,
  setEditing,
}: {
  moment: Moment;
  /** Whether the file has sound only. */
  isAudio: boolean;
  isPlaying: boolean;
  isOpened: boolean;
  isEditing: boolean;
  setEditing(on: boolean): void;
}) {
  const t = useMomentText();
  const player = usePlayer();
  const thumbnails = useThumbnailUrls();
  const [, navigate] = useLocation();
  const event = useOtherRecordings()(moment.job_id, moment);
  if (isEditing) return <MomentEditor moment={moment} onClose={() => setEditing(false)} />;
  const { job_id, start_time, end_time, title, note, tags, origin } = moment;
  const remove = async () => {
    try {
      await trashMoment(moment);
      toast(t('trashed'), {
        action: {
          label: t('undo'),
          run: () => void restoreMoment(moment.id).catch((error) => toast(errorText(error), { tone: 'bad' })),
        },
        trashed: { kind: 'moments', ids: [moment.id] },
      });
    } catch (error) {
      toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
    }
  };
  const clip = () => {
    const end = end_time ?? start_time + INSTANT_CLIP_SECONDS;
    openOverlay({ kind: 'clips', clips: [{ job_id, start_time, end_time: end }], padding: 0 });
  };
  return (
    <article
      draggable
      onDragStart={(event) => dragMoments(event, [{ moment_id: moment.id }])}
      className={cx(styles.row, isPlaying && styles.playing, isOpened && styles.opened)}
      {...(isPlaying && { 'aria-current': 'time' })}
    >
      <button type="button" className={styles.seek} onClick={() => player.seek(start_time)}>
        <span className={styles.main}>
          <span className={styles.time}>
            {position(start_time, true)}
            {end_time !== null && `–${position(end_time, true)}`}
          </span>
          <span dir="auto" className={styles.title}>
            {title}
          </span>
          {origin?.name !== undefined && (
            <span dir="auto" className={styles.from}>
              {t('comment.from', { name: origin.name })}
            </span>
          )}
          {tags.length > 0 && (
            <span className={styles.rowTags}>
              {tags.map((tag) => (
                <TagLabel key={tag.id} tag={tag} />
              ))}
            </span>
          )}
        </span>
        {!isAudio && (
          <Still src={thumbnails?.near(job_id, start_time) ?? null} icon={Bookmark} className={styles.still} />
        )}
      </button>
      {note !== '' && <Markdown text={note} className={styles.note} />}
      <span className={styles.actions}>
        <IconButton size="small" icon={PencilLine} label={t('edit')} onClick={() => setEditing(true)} />
        <IconButton
          size="small"
          icon={GalleryVerticalEnd}
          label={t('story')}
          onClick={() => openOverlay({ kind: 'add-to-story', moments: [{ moment_id: moment.id }] })}
        />
        {event !== null && (
          <IconButton size="small" icon={AudioWaveform} label={t('event')} onClick={() => navigate(event)} />
        )}
        <IconButton size="small" icon={Scissors} label={t('clip')} onClick={clip} />
        <IconButton size="small" icon={Trash2} label={t('trash')} onClick={() => void remove()} />
      </span>
    </article>
  );
}
