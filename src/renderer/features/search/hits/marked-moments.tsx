import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CountedTag } from '../../../../contract/library/tags.ts';
import { isAudioFile, type Video } from '../../../../contract/library/video.ts';
import type { Moment } from '../../../../contract/search/moments.ts';
import { markdownText } from '../../../../core/texts/markdown.ts';
import { useThumbnailUrls } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { dragMoments } from '../../../ui/lib/moment-drag.ts';
import { markedHref } from '../../../ui/lib/moment-href.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { Still } from '../../../ui/media/still.tsx';
import { TagDot, TagLabel } from '../../../ui/media/tag-label.tsx';
import { useSearchText } from '../text.ts';
import styles from './marked-moments.module.css';
import { MarkedText } from './marked-text.tsx';
import { SoundWave } from './sound-wave.tsx';

/** Moments and tags shown before expanding. */
const FIRST = 8;
const TAGS_MAX = 12;

/** Moments that the user marked and that match, with a filter by tag. */
export function MarkedMoments({
  moments,
  videos,
  tags,
  tag,
  words,
  onTag,
}: {
  moments: readonly Moment[];
  videos: ReadonlyMap<string, Video>;
  tags: readonly CountedTag[];
  /** Id of the tag that is filtered by. */
  tag: string | null;
  words: readonly string[];
  onTag(id: string | null): void;
}) {
  const t = useSearchText();
  const [isOpen, setOpen] = useState(false);
  const used = tags.filter(({ id, moment_count }) => moment_count > 0 || id === tag);
  const shownTags = used.toSorted((a, b) => b.moment_count - a.moment_count).slice(0, TAGS_MAX);
  const shown = isOpen ? moments : moments.slice(0, FIRST);
  return (
    <section className={styles.group} aria-label={t('marked')}>
      <header className={styles.head}>
        <h2 className={styles.name}>{t('marked')}</h2>
        <span className={styles.count}>{moments.length}</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row that scrolls */}
        <div role="group" aria-label={t('marked.tags')} className={styles.tags}>
          {shownTags.map(({ id, name, color }) => (
            <Chip key={id} pressed={id === tag} onClick={() => onTag(id === tag ? null : id)}>
              <TagDot color={color} />
              <bdi>{name}</bdi>
            </Chip>
          ))}
        </div>
      </header>
      {moments.length === 0 && <p className={styles.count}>{t('marked.none')}</p>}
      <ul className={styles.grid}>
        {shown.map((moment) => (
          <li key={moment.id}>
            <MarkedCard moment={moment} video={videos.get(moment.job_id)} words={words} />
          </li>
        ))}
      </ul>
      {moments.length > shown.length && (
        <div>
          <Button size="small" onClick={() => setOpen(true)}>
            {t('more', { count: moments.length - shown.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

function MarkedCard({ moment, video, words }: { moment: Moment; video: Video | undefined; words: readonly string[] }) {
  const thumbnails = useThumbnailUrls();
  const { job_id, start_time, end_time, title, note, tags, video_title } = moment;
  const time = `${position(start_time, true)}${end_time === null ? '' : `–${position(end_time, true)}`}`;
  return (
    <Link
      href={markedHref(moment)}
      className={styles.card}
      onDragStart={(event) => dragMoments(event, [{ moment_id: moment.id }])}
    >
      {video && isAudioFile(video) ? (
        <SoundWave jobId={job_id} start={start_time} end={end_time ?? start_time} time={time} />
      ) : (
        <Still src={thumbnails?.near(job_id, start_time) ?? null} icon={Bookmark} time={time} />
      )}
      <span className={styles.title} dir="auto">
        <MarkedText text={title} words={words} />
      </span>
      {note !== '' && (
        <span className={styles.note} dir="auto">
          <MarkedText text={markdownText(note)} words={words} />
        </span>
      )}
      <span className={styles.note} dir="auto">
        {video_title}
      </span>
      {tags.length > 0 && (
        <span className={styles.tags}>
          {tags.map((tag) => (
            <TagLabel key={tag.id} tag={tag} />
          ))}
        </span>
      )}
    </Link>
  );
}
