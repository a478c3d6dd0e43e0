import { useMutation, useQuery } from '@tanstack/react-query';
import { ScanEye } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type CloserLook, MAX_CLOSER_SECONDS } from '../../../../../contract/analysis/closer-look.ts';
import type { Segment } from '../../../../../contract/analysis/segment.ts';
import type { Region } from '../../../../../contract/search/visual.ts';
import { api } from '../../../../api/endpoints.ts';
import { queries } from '../../../../api/queries.ts';
import { invalidate } from '../../../../api/query-client.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Progress } from '../../../../ui/feedback/progress.tsx';
import { errorText, useMessages } from '../../../../ui/lib/messages.ts';
import { position, useFormats } from '../../../../ui/lib/use-formats.ts';
import { ModuleIcon } from '../../../../ui/media/module-icon.tsx';
import { usePlayer, usePlayerState } from '../../player/player-store.ts';
import { useVideoText } from '../../text.ts';
import styles from './coverage.module.css';

/** Seconds before and after the playhead that are examined where no range is marked. */
const AROUND_SECONDS = 1;
/** Looks that are listed. */
const MAX_LISTED = 5;

/** Part of a video to look at closer; region null for the whole frame. */
export interface CloserPart {
  start: number;
  end: number;
  region: Region | null;
}

/** Looks closer at the part that was asked for, the marked range, or around the playhead; lists the new findings. */
export function LookCloser({
  jobId,
  duration,
  asked,
  segments,
  onPick,
}: {
  jobId: string;
  duration: number;
  asked: CloserPart | null;
  segments: readonly Segment[];
  onPick(segment: Segment): void;
}) {
  const t = useVideoText();
  const formats = useFormats();
  const button = useRef<HTMLButtonElement>(null);
  const marked = usePlayerState(({ range }) => range);
  const time = usePlayerState((state) => Math.floor(state.time));
  const around = { start: Math.max(0, time - AROUND_SECONDS), end: Math.min(duration, time + AROUND_SECONDS) };
  const part = asked ?? { ...(marked ?? around), region: null };
  const seconds = part.end - part.start;
  const isLong = seconds > MAX_CLOSER_SECONDS;
  const request = { start_time: part.start, end_time: part.end, ...(part.region && { region: part.region }) };
  const estimate = useQuery({ ...queries.closerEstimate(jobId, request), enabled: !isLong && seconds > 0 });
  const { data: looks } = useQuery(queries.closerLooks(jobId));
  const start = useMutation({
    mutationFn: () => api.videos.lookCloser(jobId, request),
    onSuccess: () => invalidate(queries.closerLooks(jobId).queryKey),
  });
  const completed = looks?.filter(({ status }) => status === 'completed').length;
  const before = useRef(completed);
  useEffect(() => {
    if (before.current !== undefined && completed !== before.current)
      invalidate(queries.results(jobId).queryKey, ['coverage', jobId]);
    before.current = completed;
  }, [completed, jobId]);
  useEffect(() => {
    if (asked) button.current?.focus();
  }, [asked]);
  const range = { start: position(part.start, true), end: position(part.end, true) };
  return (
    <div className={styles.form}>
      <h3 className={styles.question}>{t('closer')}</h3>
      <p className={styles.note}>{t('closer.hint')}</p>
      <p>{part.region ? t('closer.part.region', range) : t('closer.part', range)}</p>
      {isLong && <p className={styles.note}>{t('closer.long', { count: MAX_CLOSER_SECONDS })}</p>}
      <Button
        ref={button}
        icon={ScanEye}
        disabled={isLong || seconds <= 0 || start.isPending}
        onClick={() => start.mutate()}
      >
        {t('closer')}
      </Button>
      <p className={styles.note}>
        {!isLong && estimate.data && t('closer.estimate', { duration: formats.span(estimate.data.seconds) })}
      </p>
      <p role="status" className={styles.answer}>
        {start.error && errorText(start.error)}
      </p>
      {looks && looks.length > 0 && (
        <ul className={styles.looks} aria-label={t('closer.list')}>
          {looks.slice(0, MAX_LISTED).map((look) => (
            <Look key={look.id} look={look} segments={segments} onPick={onPick} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Look({
  look,
  segments,
  onPick,
}: {
  look: CloserLook;
  segments: readonly Segment[];
  onPick(segment: Segment): void;
}) {
  const t = useVideoText();
  const messages = useMessages();
  const player = usePlayer();
  const time = useRef<HTMLButtonElement>(null);
  const range = { start: position(look.start_time, true), end: position(look.end_time, true) };
  const isOpen = look.status === 'queued' || look.status === 'running';
  const cancel = useMutation({
    mutationFn: () => api.videos.cancelCloserLook(look.job_id, look.id),
    onSuccess: () => invalidate(queries.closerLooks(look.job_id).queryKey),
  });
  const found = segments.filter(({ id }) => look.segment_ids.includes(id));
  return (
    <li className={styles.look}>
      <button ref={time} type="button" className={styles.time} onClick={() => player.seek(look.start_time)}>
        {look.region ? t('closer.part.region', range) : t('closer.part', range)}
      </button>
      {isOpen ? (
        <>
          <Progress value={look.status === 'queued' ? null : look.progress} label={t('closer.progress', range)} />
          <Button
            look="quiet"
            size="small"
            disabled={cancel.isPending}
            onClick={() => {
              // The button disappears, and the keyboard goes on here.
              time.current?.focus();
              cancel.mutate();
            }}
          >
            {t('closer.cancel')}
          </Button>
        </>
      ) : (
        <span className={styles.note}>
          {look.status === 'completed' && t('closer.found', { count: look.segment_ids.length })}
          {look.status === 'canceled' && t('closer.canceled')}
          {look.status === 'failed' && messages.text(look.error?.text, look.error?.message ?? '')}
        </span>
      )}
      {look.modules.map(({ module, error }) =>
        error ? (
          <span key={module} className={styles.note}>
            {messages.text(error.text, error.message)}
          </span>
        ) : null,
      )}
      {found.map((segment) => (
        <button key={segment.id} type="button" className={styles.finding} onClick={() => onPick(segment)}>
          <ModuleIcon name={segment.module} />
          <span dir="auto">{segment.content}</span>
          <span className={styles.note}>{position(segment.start_time, true)}</span>
        </button>
      ))}
    </li>
  );
}
