import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { EventRecording } from '../../../contract/library/event-groups.ts';
import { bestHeardLines } from '../../../core/events/best-heard.ts';
import { eventTime, type Placed } from '../../../core/events/clock.ts';
import { confidenceOf } from '../../../core/transcript/confidence.ts';
import { queries } from '../../api/queries.ts';
import { cx } from '../../ui/lib/classes.ts';
import { position, useFormats } from '../../ui/lib/use-formats.ts';
import styles from './page.module.css';
import { type EventPlayer, useEventPlayer } from './player/event-player.ts';
import { useEventText } from './text.ts';

/** Confidence of a line without one. */
const UNKNOWN_CONFIDENCE = 0.5;

/** Speech of an event: at each time, the lines of the clearest recording. */
export function EventTranscript({ player }: { player: EventPlayer }) {
  const t = useEventText();
  const formats = useFormats();
  const recordings = useEventPlayer(player, (state) => state.recordings);
  const results = useQueries({ queries: recordings.map(({ job_id }) => queries.results(job_id)) });
  const segments = results.map(({ data }) => data?.segments);
  // biome-ignore lint/correctness/useExhaustiveDependencies: segments keep their identity until they change
  const lines = useMemo(
    () => bestHeardLines(recordings.flatMap((recording, i) => linesOf(recording, segments[i]))),
    [recordings, ...segments],
  );
  const current = useEventPlayer(player, ({ time }) => lines.findLastIndex(({ start }) => start <= time));
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="event-transcript" className={styles.part}>
      <h2 id="event-transcript">{t('transcript')}</h2>
      <ol>
        {lines.map(({ id, start, text, name, speaker }, i) => (
          <li key={id} className={cx(styles.line, i === current && styles.current)}>
            <button type="button" className={styles.time} onClick={() => player.seek(start)}>
              {position(start)}
            </button>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the button before it is for the keyboard */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
            <span
              dir="auto"
              className={styles.text}
              // Text that is being selected doesn't seek.
              onClick={() => getSelection()?.isCollapsed !== false && player.seek(start)}
            >
              {speaker !== undefined && <bdi className={styles.speaker}>{formats.speaker(speaker)}: </bdi>}
              {text}
            </span>
            {name !== lines[i - 1]?.name && (
              <span className={styles.reason} dir="auto">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function linesOf(recording: Placed<EventRecording>, segments: readonly Segment[] = []) {
  const lines = segments.filter(({ module }) => module === 'transcription');
  return lines.map(({ id, start_time, end_time, content, data }) => ({
    id,
    recording: recording.job_id,
    name: recording.name,
    start: eventTime(recording, start_time),
    end: eventTime(recording, end_time),
    confidence: confidenceOf({ data }) ?? UNKNOWN_CONFIDENCE,
    text: content,
    speaker: data?.speaker,
  }));
}
