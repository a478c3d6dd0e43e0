import { useState } from 'react';
import { Link } from 'wouter';
import type { Video } from '../../../../contract/library/video.ts';
import type { MomentSource } from '../../../../contract/search/stories.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { Moment, VideoMoments } from '../moments.ts';
import { useSearchText } from '../text.ts';
import { MomentCard } from './moment-card.tsx';
import styles from './video-group.module.css';

/** Moments shown per video before expanding. */
const FIRST = 8;

/** Moments of one video. */
export function VideoGroup({
  group,
  video,
  words,
  newIds,
  selected,
  onSelect,
  sourcesOf,
}: {
  group: VideoMoments;
  video: Video | undefined;
  words: readonly string[];
  /** Ids of new hits of the saved search. */
  newIds: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  onSelect(id: string): void;
  /** Returns the moments that a drag of this one carries. */
  sourcesOf(moment: Moment): readonly MomentSource[];
}) {
  const t = useSearchText();
  const [isOpen, setOpen] = useState(false);
  const name = video?.name ?? t('unknownVideo');
  const shown = isOpen ? group.moments : group.moments.slice(0, FIRST);
  const more = group.moments.length - shown.length;
  return (
    <section className={styles.group} aria-label={name}>
      <header className={styles.head}>
        <h2 className={styles.name} dir="auto" title={name}>
          <Link href={`/videos/${group.jobId}`} className={styles.link}>
            {name}
          </Link>
        </h2>
        <span className={styles.count}>{t('moments', { count: group.moments.length })}</span>
      </header>
      <ul className={styles.grid}>
        {shown.map((moment) => (
          <li key={moment.id}>
            <MomentCard
              moment={moment}
              video={video}
              words={words}
              isNew={moment.hits.some(({ id }) => newIds.has(id))}
              isSelected={selected.has(moment.id)}
              isSelecting={selected.size > 0}
              onSelect={() => onSelect(moment.id)}
              sources={() => sourcesOf(moment)}
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div>
          <Button size="small" onClick={() => setOpen(true)}>
            {t('more', { count: more })}
          </Button>
        </div>
      )}
    </section>
  );
}
