import { position } from '../../../ui/lib/use-formats.ts';
import { usePlayerState } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import styles from './timeline.module.css';

/** Canvas of the timeline as an accessible slider. */
export function TimelineSlider({
  refTo,
  height,
  children,
  ...handlers
}: {
  refTo: React.RefObject<HTMLDivElement | null>;
  height: number;
  children: React.ReactNode;
} & React.HTMLAttributes<HTMLDivElement>) {
  const t = useVideoText();
  const seconds = usePlayerState((state) => Math.floor(state.time));
  const duration = usePlayerState((state) => state.duration);
  return (
    <div
      {...handlers}
      ref={refTo}
      role="slider"
      tabIndex={0}
      aria-label={t('timeline.label')}
      aria-description={t('timeline.help')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={seconds}
      aria-valuetext={t('timeline.value', { time: position(seconds), duration: position(duration) })}
      className={styles.body}
      style={{ height }}
    >
      {children}
    </div>
  );
}
