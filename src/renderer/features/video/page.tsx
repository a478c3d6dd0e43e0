import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Video } from '../../../contract/library/video.ts';
import { isBusy } from '../../api/live/live-jobs.ts';
import { useOtherRecordings } from '../../api/other-recordings.ts';
import { prefetchVideo, queries } from '../../api/queries.ts';
import { StatusDot } from '../../ui/feedback/badge.tsx';
import { BottomSheet } from '../../ui/layout/bottom-sheet.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useIsNarrow } from '../../ui/lib/media-query.ts';
import { useShortcuts } from '../../ui/lib/shortcuts.ts';
import { Actions } from './actions.tsx';
import { findingMenu } from './findings/finding-menu.ts';
import { LastRun } from './last-run.tsx';
import { NoVideo } from './no-video.tsx';
import styles from './page.module.css';
import { GoToTime } from './player/go-to-time.tsx';
import { PlayerView } from './player/player.tsx';
import { createPlayer, type Player, PlayerContext } from './player/player-store.ts';
import { PreviewNote } from './preview-note.tsx';
import { RunBar } from './run-bar.tsx';
import { PageSkeleton } from './skeleton.tsx';
import { useVideoText } from './text.ts';
import { Timeline } from './timeline/timeline.tsx';
import { createTimeline } from './timeline/timeline-store.ts';
import { undoNewest } from './undo-order.ts';
import { type InspectorState, useInspector } from './use-inspector.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useShownFindings } from './use-shown-findings.ts';
import { useVideoCommands } from './use-video-commands.ts';
import { useVideoData } from './use-video-data.ts';
import { type RenderAsk, VideoInspector } from './video-inspector.tsx';

export interface VideoPageProps {
  jobId: string;
  renderAsk: RenderAsk;
}

/** Video page: player, timeline, and findings. */
export function VideoPage({ jobId, renderAsk }: VideoPageProps) {
  const t = useVideoText();
  // Findings take longest to load, so they are requested along with the video.
  useEffect(() => prefetchVideo(jobId), [jobId]);
  const { data, error, refetch } = useQuery(queries.video(jobId));
  // Renders the page without blocking input.
  const video = useDeferredValue(data);
  if (!video) {
    return (
      <Page title={t('library')}>
        {error ? <NoVideo jobId={jobId} error={error} onRetry={refetch} /> : <PageSkeleton />}
      </Page>
    );
  }
  return <LoadedPage key={jobId} video={video} renderAsk={renderAsk} />;
}

function LoadedPage({ video, renderAsk }: { video: Video; renderAsk: RenderAsk }) {
  const t = useVideoText();
  const jobId = video.job_id;
  const isNarrow = useIsNarrow();
  const { player, timeline } = usePlayerAndTimeline(video.duration);
  const data = useVideoData(video);
  const inspector = useInspector(jobId, player, data);
  const findings = useShownFindings(data.segments, video.duration, inspector.target);
  const [isGoing, setGoing] = useState(false);

  const frameRate = data.facts?.video?.frame_rate ?? 0;
  const show = {
    findings: () => inspector.setTab('findings'),
    transcript: () => inspector.setTab('transcript'),
    mark: inspector.mark,
    goTo: () => setGoing(true),
  };
  usePlayerKeys(player, timeline, frameRate, show);
  useShortcuts({
    'mod+z': () => {
      const tab = undoNewest(jobId);
      if (tab) inspector.setTab(tab);
    },
  });
  useVideoCommands(video, player, data.facts?.video != null, {
    ...show,
    tab: inspector.setTab,
    add: () => inspector.add(),
    miss: () => inspector.askWhy(player.store.getState().time),
  });
  const menuOf = useFindingMenu(jobId, player, inspector);
  const panel = (
    <VideoInspector video={video} data={data} inspector={inspector} findings={findings} renderAsk={renderAsk} />
  );
  return (
    <PlayerContext value={player}>
      <Page
        title={video.name}
        trail={[{ label: t('library'), href: '/library' }]}
        aside={
          video.status === 'completed' ? undefined : (
            <StatusDot status={video.status} isStopped={data.failure?.error_code === 'cancelled'} />
          )
        }
        actions={<Actions video={video} isNarrow={isNarrow} />}
        inspector={
          isNarrow ? undefined : { name: 'video', title: t('tab.label'), content: panel, initial: 440, min: 300 }
        }
      >
        <div className={styles.watch}>
          {isBusy(video) && <RunBar video={video} status={data.status} />}
          {data.segments.length > 0 && <LastRun video={video} status={data.failure} />}
          <PreviewNote video={video} segments={data.laid} />
          <PlayerView
            jobId={jobId}
            playback={data.playback}
            facts={data.facts}
            captions={data.captions}
            placed={data.placed}
            waveform={data.waveform}
            onCloser={inspector.lookCloser}
          />
          <Timeline
            jobId={jobId}
            timeline={timeline}
            segments={data.laid}
            isEmpty={data.isLoaded && data.segments.length === 0}
            waveform={data.waveform}
            hasWave={data.hasWave}
            shown={findings.selected}
            stillUrl={data.stillUrl}
            moments={inspector.marks.moments}
            people={data.persons}
            onOpenPerson={inspector.showPerson}
            onPick={inspector.pick}
            menuOf={menuOf}
            onAsk={inspector.ask}
            onMark={inspector.mark}
            onAdd={inspector.add}
            onMiss={inspector.askWhy}
            frameRate={frameRate}
            openMoment={inspector.marks.target}
            onOpenMoment={inspector.marks.open}
            onMoveMoment={inspector.marks.move}
          />
          {isGoing && <GoToTime start={data.facts?.start_timecode ?? null} onClose={() => setGoing(false)} />}
          {isNarrow && <BottomSheet>{panel}</BottomSheet>}
        </div>
      </Page>
    </PlayerContext>
  );
}

/** Player and timeline of a video; the timeline follows a duration that the player finds to be longer. */
function usePlayerAndTimeline(duration: number) {
  const player = useMemo(() => createPlayer(duration), [duration]);
  const timeline = useMemo(() => createTimeline(duration), [duration]);
  useEffect(
    () =>
      player.store.subscribe((state, before) => {
        if (state.duration !== before.duration) timeline.setDuration(state.duration);
      }),
    [player, timeline],
  );
  return { player, timeline };
}

/** Returns the menu of a finding. */
function useFindingMenu(jobId: string, player: Player, inspector: InspectorState) {
  const t = useVideoText();
  const otherRecordings = useOtherRecordings();
  return (segment: Segment) =>
    findingMenu(
      segment,
      {
        jobId,
        otherRecordings: (range) => otherRecordings(jobId, range),
        onSeek: () => player.seek(segment.start_time),
        onAsk: inspector.ask,
        onMark: () => inspector.markFinding(segment),
      },
      t,
    );
}
