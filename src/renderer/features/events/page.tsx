import { useQuery } from '@tanstack/react-query';
import { AudioWaveform } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { EventGroup } from '../../../contract/library/event-groups.ts';
import { isAudioFile } from '../../../contract/library/video.ts';
import { placedRecordings } from '../../../core/events/clock.ts';
import { cancelSync, splitEvent, syncEvent } from '../../api/live/event-changes.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { isNotFound } from '../../api/request.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useShortcuts } from '../../ui/lib/shortcuts.ts';
import { EventActions } from './actions.tsx';
import { Adjust } from './adjust/adjust.tsx';
import { Lanes } from './lanes/lanes.tsx';
import { LeftOut } from './left-out.tsx';
import styles from './page.module.css';
import { Controls } from './player/controls.tsx';
import { createEventPlayer } from './player/event-player.ts';
import { Stage } from './player/stage.tsx';
import { SyncState } from './sync-state.tsx';
import { useEventText } from './text.ts';
import { EventTranscript } from './transcript.tsx';
import { useEventEdits } from './use-event-edits.ts';

/** An event: its recordings on one timeline. */
export function EventPage({ eventId }: { eventId: string }) {
  const t = useEventText();
  const [, navigate] = useLocation();
  const { data: event, error, refetch } = useQuery(queries.event(eventId));
  if (event) return <LoadedPage key={eventId} event={event} />;
  const problem = () =>
    isNotFound(error) ? (
      <EmptyState
        icon={AudioWaveform}
        title={t('missing.title')}
        text={t('missing.text')}
        action={
          <Button look="primary" onClick={() => navigate('/events')}>
            {t('missing.back')}
          </Button>
        }
      />
    ) : (
      error && <ErrorState error={error} onRetry={refetch} />
    );
  return (
    <Page title={t('event')} trail={[{ label: t('title'), href: '/events' }]}>
      {error ? problem() : <Skeleton className={styles.loading} />}
    </Page>
  );
}

function LoadedPage({ event }: { event: EventGroup }) {
  const t = useEventText();
  const [, navigate] = useLocation();
  const timeParam = new URLSearchParams(useSearch()).get('t');
  const start = timeParam === null ? null : Number(timeParam) || 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; a later address seeks
  const player = useMemo(() => createEventPlayer(start), []);
  const { data: videos } = useVideos();
  const edits = useEventEdits(event);
  const [adjusted, adjust] = useState<string | null>(null);
  useEffect(() => player.close, [player]);
  useEffect(() => {
    const sounds = new Set(videos?.filter(isAudioFile).map(({ job_id }) => job_id));
    if (videos) player.load(event, (jobId) => !sounds.has(jobId));
  }, [event, videos, player]);
  useEffect(() => {
    if (start !== null) player.seek(start);
  }, [start, player]);
  useShortcuts({ 'mod+z': edits.undo });

  const run = (change: Promise<unknown>) => change.catch((error: unknown) => toast(errorText(error), { tone: 'bad' }));
  const endingAdjustment = (change: (jobId: string) => void) => (jobId: string) => {
    change(jobId);
    if (jobId === adjusted) adjust(null);
  };
  const [remove, leaveOut] = [endingAdjustment(edits.remove), endingAdjustment(edits.leaveOut)];
  const placed = placedRecordings(event.recordings);
  const recording = placed.find(({ job_id }) => job_id === adjusted);
  return (
    <Page
      title={event.title}
      trail={[{ label: t('title'), href: '/events' }]}
      actions={<EventActions event={event} player={player} />}
    >
      <div className={styles.scroller}>
        <SyncState
          event={event}
          onSync={() => void run(syncEvent(event.id, false))}
          onCancel={() => void run(cancelSync(event.id))}
        />
        {placed.length > 0 && (
          <>
            <Stage player={player} />
            <Controls player={player} />
            {recording && (
              <Adjust
                key={recording.job_id}
                recording={{ ...recording, offset: recording.offset + edits.unstored(recording.job_id) }}
                player={player}
                canUndo={edits.canUndo}
                onMove={(seconds) => void edits.move(recording.job_id, seconds)}
                onUndo={edits.undo}
                onClose={() => adjust(null)}
              />
            )}
            <Lanes event={event} player={player} onAdjust={adjust} onLeaveOut={leaveOut} onRemove={remove} />
          </>
        )}
        {placed.length > 0 && <EventTranscript player={player} />}
        <LeftOut
          event={event}
          onAdd={edits.add}
          onRemove={remove}
          onSplit={(jobIds) => run(splitEvent(event.id, jobIds).then(({ id }) => navigate(`/events/${id}`)))}
        />
      </div>
    </Page>
  );
}
