import { AudioLines, Film } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../lib/classes.ts';
import styles from './thumbnail.module.css';
import { Time } from './time.tsx';

/** A video's still with its length; a sign where there is none, as for sound alone or before the analysis. */
export function Thumbnail({
  src,
  duration,
  isAudio = false,
  className,
}: {
  src: string | null;
  /** Seconds; left out when it is 0. */
  duration: number;
  isAudio?: boolean;
  className?: string;
}) {
  const [shown, setShown] = useState<string | null>(null);
  const Icon = isAudio ? AudioLines : Film;
  return (
    <div className={cx(styles.poster, className)}>
      {(src === null || shown !== src) && <Icon aria-hidden size={24} strokeWidth={1.25} className={styles.sign} />}
      {src !== null && (
        // Out of sight until it is there: a still that does not come leaves the sign.
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          className={cx(styles.image, shown === src && styles.shown)}
          onLoad={() => setShown(src)}
        />
      )}
      {duration > 0 && <Time seconds={duration} className={styles.duration ?? ''} />}
    </div>
  );
}
