import { useQuery } from '@tanstack/react-query';
import { AudioLines, VideoOff, Volume2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { EventRecording } from '../../../../contract/library/event-groups.ts';
import type { ProxyStatus } from '../../../../contract/library/proxies.ts';
import { type Placed, recordingTime } from '../../../../core/events/clock.ts';
import { isPending, usePlayableCopy } from '../../../api/playable-copy.ts';
import { queries } from '../../../api/queries.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { errorText } from '../../../ui/lib/messages.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { useEventText } from '../text.ts';
import { isRunning } from './event-clock.ts';
import { type EventPlayer, useEventPlayer } from './event-player.ts';
import styles from './stage.module.css';

const ignore = () => {};

const FAILURES = { ok: 'unplayable', checking: 'unplayable', missing: 'fileMissing', changed: 'fileChanged' } as const;

/** Recordings of an event beside one another, at the same time. */
export function Stage({ player }: { player: EventPlayer }) {
  const t = useEventText();
  const recordings = useEventPlayer(player, (state) => state.recordings);
  const shown = useEventPlayer(player, (state) => state.shown);
  const sound = useEventPlayer(player, (state) => state.sound);
  const tiles = recordings.filter(({ job_id }) => shown.includes(job_id));
  const heard = recordings.filter(({ job_id }) => job_id === sound && !shown.includes(job_id));
  return (
    <section aria-label={t('stage')} className={styles.stage} data-count={tiles.length}>
      {tiles.map((recording) => (
        <Tile key={recording.job_id} player={player} recording={recording} isHeard={recording.job_id === sound} />
      ))}
      {tiles.length === 0 && (
        <p className={styles.none}>
          <AudioLines aria-hidden size={40} strokeWidth={1} />
          {t('noPicture')}
        </p>
      )}
      {heard.map((recording) => (
        <div key={recording.job_id} hidden>
          <Media player={player} recording={recording} isHeard onProblem={ignore} />
        </div>
      ))}
    </section>
  );
}

function Tile({
  player,
  recording,
  isHeard,
}: {
  player: EventPlayer;
  recording: Placed<EventRecording>;
  isHeard: boolean;
}) {
  const t = useEventText();
  const [problem, setProblem] = useState<string | null>(null);
  const runs = useEventPlayer(player, ({ time }) => isRunning(recording, time));
  const time = useEventPlayer(player, (state) => position(Math.max(0, recordingTime(recording, state.time))));
  return (
    <figure className={cx(styles.tile, isHeard && styles.heard)}>
      <div className={cx(styles.picture, (!runs || problem !== null) && styles.hidden)}>
        <Media player={player} recording={recording} isHeard={isHeard} onProblem={setProblem} />
      </div>
      {(!runs || problem !== null) && (
        <p className={styles.gap}>
          <VideoOff aria-hidden size={24} strokeWidth={1.25} />
          {problem ?? t('notRunning')}
        </p>
      )}
      <figcaption className={styles.caption}>
        {isHeard && <Volume2 aria-hidden size={13} />}
        <Link href={`/videos/${recording.job_id}`} className={styles.name} dir="auto">
          {recording.name}
        </Link>
        <span>{runs ? time : ''}</span>
      </figcaption>
    </figure>
  );
}

function Media({
  player,
  recording: { job_id },
  isHeard,
  onProblem,
}: {
  player: EventPlayer;
  recording: Placed<EventRecording>;
  isHeard: boolean;
  onProblem(problem: string | null): void;
}) {
  const t = useEventText();
  const formats = useFormats();
  const copyText = (made: ProxyStatus | undefined) =>
    made?.state === 'running' && made.progress !== null
      ? t('copy.making', { percent: formats.percent(made.progress / 100) })
      : t('copy.waiting');
  const { data, error } = useQuery(queries.playback(job_id, 'event'));
  const { data: facts } = useQuery(queries.mediaFacts(job_id));
  const [isBroken, setBroken] = useState(false);
  /** Only the sound of a file is played, such as that of ProRes. */
  const [isBlind, setBlind] = useState(false);
  const isUnplayable = isBroken || (isBlind && facts?.video != null);
  const copy = usePlayableCopy(job_id, isUnplayable);
  const failure = t(FAILURES[facts?.source_state ?? 'ok']);
  const problem = !isUnplayable ? null : isPending(copy) || copy?.state === 'ready' ? copyText(copy) : failure;
  useEffect(() => onProblem(problem), [problem, onProblem]);
  const attach = useCallback((element: HTMLVideoElement) => player.attach(job_id, element), [player, job_id]);
  if (!data) return error ? <p className={styles.gap}>{errorText(error)}</p> : null;
  return (
    <video
      ref={attach}
      src={data.playback_url}
      data-job={job_id}
      preload="auto"
      playsInline
      muted={!isHeard}
      className={styles.video}
      onClick={player.toggle}
      onLoadedMetadata={({ currentTarget }) => {
        setBroken(false);
        setBlind(currentTarget.videoWidth === 0);
      }}
      onError={() => setBroken(true)}
    />
  );
}
