import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cuesOf } from '../../../../core/formats/cues.ts';
import { queries } from '../../../api/queries.ts';
import styles from './player.module.css';
import type { MomentPart } from './program.ts';
import { type StoryPlayer, usePlayerState } from './story-player-store.ts';

/** Captions of a moment, as exported to subtitles. */
export function ClipCaptions({
  player,
  part: { moment, from, length },
  isActive,
}: {
  player: StoryPlayer;
  part: MomentPart;
  isActive: boolean;
}) {
  const { data: results } = useQuery(queries.results(moment.job_id));
  const cues = useMemo(
    () =>
      cuesOf(
        (results?.segments ?? []).filter(
          ({ module, start_time, end_time }) =>
            module === 'transcription' && start_time < from + length && end_time > from,
        ),
      ),
    [results, from, length],
  );
  const position = usePlayerState(player, ({ offset, hasCaptions }) => {
    const time = (from + offset) * 1000;
    return isActive && hasCaptions ? cues.findIndex((cue) => cue.from <= time && time < cue.to) : -1;
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
