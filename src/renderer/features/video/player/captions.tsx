import { useMemo } from 'react';
import type { Cue } from '../../../../core/formats/cues.ts';
import styles from './player.module.css';
import { usePlayerState } from './player-store.ts';
import { countUpTo } from './time-index.ts';

/** Captions over the video, as exported to subtitles. */
export function Captions({ cues }: { cues: readonly Cue[] }) {
  const starts = useMemo(() => Float64Array.from(cues, ({ from }) => from / 1000), [cues]);
  const position = usePlayerState(({ time, hasCaptions }) => {
    if (!hasCaptions) return -1;
    const last = countUpTo(starts, time) - 1;
    return last >= 0 && time * 1000 < cues[last]!.to ? last : -1;
  });
  const cue = cues[position];
  if (!cue) return null;
  return (
    <div className={styles.captions}>
      <span dir="auto" className={styles.caption}>
        {cue.lines.join('\n')}
      </span>
    </div>
  );
}
