import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { cuesOf } from '../../../contract/formats/cues.ts';
import { presentationOf } from '../../../contract/module-display.ts';
import type { Segment } from '../../../contract/segment.ts';
import type { Video } from '../../../contract/video.ts';
import { isBusy, useFailure, useJobStatus } from '../../api/live-jobs.ts';
import { prefetchVideo, queries } from '../../api/queries.ts';
import { StatusDot } from '../../ui/feedback/badge.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { BottomSheet } from '../../ui/layout/bottom-sheet.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useIsNarrow } from '../../ui/lib/media-query.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { Actions } from './actions.tsx';
import { Details } from './details/details.tsx';
import { Overview } from './details/overview.tsx';
import { filterFindings, isFiltering, NO_FILTER } from './findings/filter.ts';
import { Findings } from './findings/findings.tsx';
import { NoFindings } from './findings/no-findings.tsx';
import { useFindings } from './findings/use-findings.ts';
import { Inspector, type InspectorTab } from './inspector.tsx';
import { LastRun } from './last-run.tsx';
import styles from './page.module.css';
import { PlayerView } from './player/player.tsx';
import { createPlayer, PlayerContext, type Range } from './player/player-store.ts';
import { indexTimes } from './player/time-index.ts';
import { RunBar } from './run-bar.tsx';
import { PageSkeleton } from './skeleton.tsx';
import { useVideoText } from './text.ts';
import { Timeline } from './timeline/timeline.tsx';
import { createTimeline } from './timeline/timeline-store.ts';
import { readWaveform } from './timeline/waveform.ts';
import { NoTranscript } from './transcript/no-transcript.tsx';
import { TranscriptView } from './transcript/transcript.tsx';
import { usePlayerKeys } from './use-player-keys.ts';

/** Properties of the chat beside the player. */
interface AskSlot {
  video: Video;
  segments: readonly Segment[];
  stillUrl: ((seconds: number) => string) | null;
  /** Marked range to ask about. */
  range: Range | null;
  onRangeUsed(): void;
  onSeek(seconds: number): void;
}

export interface VideoPageProps {
  jobId: string;
  /** Renders the chat, which is a separate feature. */
  renderAsk(slot: AskSlot): ReactNode;
}

const NONE: readonly Segment[] = [];

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
      <Page title={t('library')} trail={[{ label: t('library'), href: '/library' }]}>
        {error ? <ErrorState title={t('load.title')} error={error} onRetry={refetch} /> : <PageSkeleton />}
      </Page>
    );
  }
  return <LoadedPage key={jobId} video={video} renderAsk={renderAsk} />;
}

function LoadedPage({ video, renderAsk }: { video: Video; renderAsk: VideoPageProps['renderAsk'] }) {
  const t = useVideoText();
  const jobId = video.job_id;
  const player = useMemo(() => createPlayer(video.duration), [video.duration]);
  const timeline = useMemo(() => createTimeline(video.duration), [video.duration]);
  const [tab, setTab] = useState<InspectorTab>('findings');
  const [filter, setFilter] = useState(NO_FILTER);
  const [askRange, setAskRange] = useState<Range | null>(null);
  const isNarrow = useIsNarrow();
  const live = useJobStatus(jobId);

  // Thumbnail, stills, and waveform are created by the analysis and reloaded after it.
  const stage = isBusy(video) ? 'busy' : video.updated_at;
  const { data: playback } = useQuery(queries.playback(jobId, stage));
  const { data: facts } = useQuery(queries.mediaFacts(jobId));
  const { data: wave } = useQuery(queries.waveform(jobId, stage));
  const { data: stored } = useQuery(queries.jobStatus(jobId, stage));
  const { data: newest, error, refetch } = useFindings(jobId);
  // Sorts and renders thousands of findings without blocking input.
  const results = useDeferredValue(newest);
  const failure = useFailure(video);
  const status = failure ?? live ?? stored;

  const messages = useMessages();
  const segments = useMemo(() => results?.segments.map(messages.segment) ?? NONE, [results, messages]);
  // The overview shows the others, such as the summary.
  const listed = useMemo(() => segments.filter(({ module }) => presentationOf(module).isListed), [segments]);
  const wanted = useDeferredValue(filter);
  const shown = useMemo(() => filterFindings(listed, wanted), [listed, wanted]);
  const shownIds = useMemo(
    () => (isFiltering(wanted) ? new Set(shown.map((segment) => segment.id)) : null),
    [shown, wanted],
  );
  const speech = useSpeech(segments);
  // Dividing hours of speech takes a fraction of a second, which must not delay the page.
  const captioned = useDeferredValue(speech, NONE);
  const captions = useMemo(() => cuesOf(captioned), [captioned]);
  const placed = useMemo(() => indexTimes(segments.filter((each) => each.data?.boxes?.length)), [segments]);
  const waveform = useMemo(() => (wave?.peaks ? readWaveform(wave.peaks, wave.peaks_per_second) : null), [wave]);
  const still = playback?.still_url;
  const stillUrl = useMemo(
    () => (still ? (seconds: number) => still.replace('{ms}', String(Math.round(seconds * 1000))) : null),
    [still],
  );

  useEffect(
    () =>
      player.store.subscribe((state, before) => {
        if (state.duration !== before.duration) timeline.setDuration(state.duration);
      }),
    [player, timeline],
  );
  const search = useSearch();
  useEffect(() => {
    const asked = Number(new URLSearchParams(search).get('t') ?? Number.NaN);
    if (Number.isFinite(asked)) player.seek(asked);
  }, [search, player]);
  const target = new URLSearchParams(search).get('finding');
  const targetModule = useMemo(() => segments.find(({ id }) => id === target)?.module, [segments, target]);
  // The overview has the summary and the keywords.
  useEffect(() => {
    if (targetModule) setTab(presentationOf(targetModule).isListed ? 'findings' : 'overview');
  }, [targetModule]);
  usePlayerKeys(player, timeline, facts?.video?.frame_rate ?? 0, {
    findings: () => setTab('findings'),
    transcript: () => setTab('transcript'),
  });

  const findings = () => {
    if (!results && error) return <ErrorState error={error} onRetry={refetch} />;
    return (
      <Findings
        jobId={jobId}
        segments={listed}
        shown={shown}
        filter={filter}
        setFilter={setFilter}
        stillUrl={stillUrl}
        target={target}
        empty={<NoFindings video={video} status={status} isLoading={!results} />}
      />
    );
  };
  const ask = (range: Range) => {
    setAskRange(range);
    setTab('ask');
  };
  const transcript = () => {
    if (!results && error) return <ErrorState error={error} onRetry={refetch} />;
    const empty = <NoTranscript video={video} status={status} isLoading={!results} />;
    return <TranscriptView jobId={jobId} segments={speech} onAsk={ask} empty={empty} />;
  };
  const inspector = (
    <Inspector
      tab={tab}
      setTab={setTab}
      content={{
        findings: findings(),
        transcript: transcript(),
        overview: <Overview segments={segments} stillUrl={stillUrl} />,
        ask: renderAsk({
          video,
          segments,
          stillUrl,
          range: askRange,
          onRangeUsed: () => setAskRange(null),
          onSeek: player.seek,
        }),
        details: <Details video={video} facts={facts} status={status} segments={segments} />,
      }}
    />
  );
  return (
    <PlayerContext value={player}>
      <Page
        title={video.name}
        trail={[{ label: t('library'), href: '/library' }]}
        aside={
          video.status === 'completed' ? undefined : (
            <StatusDot status={video.status} isStopped={failure?.error_code === 'cancelled'} />
          )
        }
        actions={<Actions video={video} isNarrow={isNarrow} />}
        inspector={
          isNarrow ? undefined : { name: 'video', title: t('tab.label'), content: inspector, initial: 400, min: 300 }
        }
      >
        <div className={styles.watch}>
          {isBusy(video) && <RunBar video={video} status={status} />}
          {segments.length > 0 && <LastRun video={video} status={failure} />}
          <PlayerView jobId={jobId} playback={playback} facts={facts} captions={captions} placed={placed} />
          <Timeline
            jobId={jobId}
            timeline={timeline}
            segments={segments}
            waveform={waveform}
            shown={shownIds}
            stillUrl={stillUrl}
            onPick={() => setTab('findings')}
            onAsk={ask}
          />
          {isNarrow && <BottomSheet>{inspector}</BottomSheet>}
        </div>
      </Page>
    </PlayerContext>
  );
}

/** Transcript lines; the same array while none of them changes, since indexing a long transcript takes time. */
function useSpeech(segments: readonly Segment[]): readonly Segment[] {
  const known = useRef(NONE);
  return useMemo(() => {
    const speech = segments.filter(({ module }) => module === 'transcription');
    const isSame = speech.length === known.current.length && speech.every((each, i) => each === known.current[i]);
    if (!isSame) known.current = speech;
    return known.current;
  }, [segments]);
}
