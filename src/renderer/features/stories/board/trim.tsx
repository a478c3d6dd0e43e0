import { useQuery } from '@tanstack/react-query';
import { Check, Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Moment } from '../../../../contract/search/moments.ts';
import { playedRange } from '../../../../contract/search/stories.ts';
import { queries } from '../../../api/queries.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import type { MomentTimes } from '../../../ui/lib/trim.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { TrimHandle } from '../../../ui/media/trim-handle.tsx';
import styles from './trim.module.css';

/** Seconds around a moment that its bar shows. */
const AROUND_SECONDS = 10;
const EDGES = ['start', 'end'] as const;
/** Frames are reported late. */
const END_TOLERANCE = 0.02;

/** Frame of a moment while it is trimmed: that of the end that was moved last. */
export function TrimPreview({ jobId, media }: { jobId: string; media: RefObject<HTMLVideoElement | null> }) {
  const { data: playback } = useQuery(queries.playback(jobId, 'story'));
  // biome-ignore lint/a11y/useMediaCaption: a frame to cut at; the player of the story has captions
  return <video ref={media} src={playback?.playback_url} preload="auto" playsInline className={styles.preview} />;
}

/** Bar of a moment and its surroundings, with a handle at either end. Each change is saved. */
export function Trim({
  moment,
  media,
  onSave,
  onClose,
}: {
  moment: Moment;
  /** Shows the frame of the end that is moved. */
  media: RefObject<HTMLVideoElement | null>;
  onSave(times: MomentTimes): Promise<unknown>;
  onClose(): void;
}) {
  const t = useStoryText();
  const { data: video } = useQuery(queries.video(moment.job_id));
  const { data: facts } = useQuery(queries.mediaFacts(moment.job_id));
  const bar = useRef<HTMLDivElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  // Unknown until the video is loaded; ends that can be moved need it.
  const duration = video?.duration ?? playedRange(moment).end;
  const { start, end } = playedRange(moment, duration);
  const [draft, setDraft] = useState<MomentTimes | null>(null);
  const times = { start_time: draft?.start_time ?? start, end_time: draft?.end_time ?? end };
  // Fixed while an end is dragged, so that the other stands still.
  const from = Math.max(0, start - AROUND_SECONDS);
  const span = Math.max(0.1, Math.min(duration, end + AROUND_SECONDS) - from);
  const percent = (seconds: number) => `${(seconds / span) * 100}%`;
  const show = (seconds: number) => {
    media.current?.pause();
    if (media.current) media.current.currentTime = seconds;
  };
  const latest = useRef(times);
  latest.current = times;
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    const leave = new AbortController();
    const on = (name: string, run: () => void) => element.addEventListener(name, run, { signal: leave.signal });
    on('loadedmetadata', () => {
      element.currentTime = latest.current.start_time;
    });
    on('timeupdate', () => {
      if (element.currentTime >= latest.current.end_time - END_TOLERANCE) element.pause();
    });
    on('play', () => setPlaying(true));
    on('pause', () => setPlaying(false));
    return () => leave.abort();
  }, [media]);
  const toggle = () => {
    const element = media.current;
    if (!element) return;
    if (!element.paused) return element.pause();
    element.currentTime = times.start_time;
    void element.play().catch(() => setPlaying(false));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of handles, without fields
    <div role="group" aria-label={t('trim')} className={styles.trim}>
      <IconButton
        size="small"
        icon={isPlaying ? Pause : Play}
        label={t(isPlaying ? 'play.pause' : 'play')}
        onClick={toggle}
      />
      <span className={styles.time}>{position(times.start_time, true)}</span>
      <div ref={bar} className={styles.bar} title={t('trim.hint')}>
        <div
          className={styles.range}
          style={{ left: percent(times.start_time - from), width: percent(times.end_time - times.start_time) }}
        >
          {(video ? EDGES : []).map((edge) => (
            <TrimHandle
              key={edge}
              edge={edge}
              times={times}
              duration={duration}
              frameRate={facts?.video?.frame_rate ?? 0}
              label={t(`trim.${edge}`, { title: moment.title })}
              isShown
              isTabStop
              secondsPerPixel={() => span / Math.max(1, bar.current!.clientWidth)}
              onChange={(next) => {
                setDraft(next);
                show(edge === 'start' ? next.start_time : next.end_time!);
              }}
              onDone={(next) => {
                // Shown until the server has answered, so that the next step goes on from it.
                if (next) void onSave(next).then(() => setDraft((now) => (now === next ? null : now)));
                else setDraft(null);
              }}
            />
          ))}
        </div>
      </div>
      <span className={styles.time}>{position(times.end_time, true)}</span>
      <Button size="small" icon={Check} onClick={onClose}>
        {t('trim.done')}
      </Button>
    </div>
  );
}
