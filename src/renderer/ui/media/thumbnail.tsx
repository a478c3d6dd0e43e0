import { AudioLines, Film } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../lib/classes.ts';
import badge from './badge.module.css';
import { Scrub } from './scrub.tsx';
import styles from './thumbnail.module.css';
import { Time } from './time.tsx';

/** Thumbnail of a video with its duration; an icon if there is none, as for audio files. */
export function Thumbnail({
  src,
  duration,
  isAudio = false,
  scrub,
  className,
}: {
  src: string | null;
  /** Seconds; hidden if 0. */
  duration: number;
  isAudio?: boolean;
  /** URL of the still at a fraction (0..1) of the video, shown under the pointer; null if it has none. */
  scrub?: ((fraction: number) => string | null) | null | undefined;
  className?: string;
}) {
  const [shown, setShown] = useState<string | null>(null);
  const [isPortrait, setPortrait] = useState(false);
  const Icon = isAudio ? AudioLines : Film;
  return (
    <div className={cx(styles.poster, isPortrait && styles.portrait, className)}>
      {(src === null || shown !== src) && <Icon aria-hidden size={24} strokeWidth={1.25} className={styles.sign} />}
      {src !== null && (
        // Hidden until loaded, so the icon stays visible if it fails.
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          className={cx(styles.image, shown === src && styles.shown)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setPortrait(naturalHeight > naturalWidth);
            setShown(src);
          }}
        />
      )}
      {scrub && src !== null && <Scrub urlAt={scrub} />}
      {duration > 0 && <Time seconds={duration} className={cx(badge.badge, badge.end)} />}
    </div>
  );
}
