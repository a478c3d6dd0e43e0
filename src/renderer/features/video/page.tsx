import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { VideoPerson } from '../../../contract/analysis/people.ts';
import type { Results } from '../../../contract/analysis/results.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Video } from '../../../contract/library/video.ts';
import type { Region } from '../../../contract/search/visual.ts';
import { cuesOf } from '../../../core/formats/cues.ts';
import { presentationOf } from '../../../core/modules/module-display.ts';
import { isBusy, useFailure, useJobStatus } from '../../api/live/live-jobs.ts';
import { useOtherRecordings } from '../../api/other-recordings.ts';
import { prefetchVideo, queries } from '../../api/queries.ts';
import { StatusDot } from '../../ui/feedback/badge.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { BottomSheet } from '../../ui/layout/bottom-sheet.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useIsNarrow } from '../../ui/lib/media-query.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { readWaveform } from '../../ui/media/waveform.ts';
import { Actions } from './actions.tsx';
import type { CloserPart } from './details/coverage/look-closer.tsx';
import type { MissQuestion } from './details/coverage/miss-form.tsx';
import { Details } from './details/details.tsx';
import { outdatedModules } from './details/outdated-note.tsx';
import { Overview } from './details/overview.tsx';
import { withoutBackdrop } from './findings/backdrop.ts';
import { filterFindings, isFiltering, NO_FILTER } from './findings/filter.ts';
import { findingMenu } from './findings/finding-menu.ts';
import { Findings } from './findings/findings.tsx';
import { NewFinding } from './findings/new-finding.tsx';
import { NoFindings } from './findings/no-findings.tsx';
import { BUSY, useFindings } from './findings/use-findings.ts';
import { Inspector, type InspectorTab, tabOf } from './inspector.tsx';
import { LastRun } from './last-run.tsx';
import { Moments } from './moments/moments.tsx';
import { NoVideo } from './no-video.tsx';
import styles from './page.module.css';
import { People } from './people/people.tsx';
import { GoToTime } from './player/go-to-time.tsx';
import { PlayerView } from './player/player.tsx';
import { createPlayer, PlayerContext, type Range } from './player/player-store.ts';
import { indexTimes } from './player/time-index.ts';
import { PreviewNote } from './preview-note.tsx';
import { RunBar } from './run-bar.tsx';
import { PageSkeleton } from './skeleton.tsx';
import { useVideoText } from './text.ts';
import { Timeline } from './timeline/timeline.tsx';
import { createTimeline } from './timeline/timeline-store.ts';
import { NoTranscript } from './transcript/no-transcript.tsx';
import { TranscriptView } from './transcript/transcript.tsx';
import { useAskedMoment } from './use-asked-moment.ts';
import { useModuleSegments } from './use-module-segments.ts';
import { useMomentMarks } from './use-moment-marks.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useRestoredPictures } from './use-restored-pictures.ts';
import { useVideoCommands } from './use-video-commands.ts';

/** Properties of the chat beside the player. */
interface AskSlot {
  video: Video;
  segments: readonly Segment[];
  stillUrl: ((seconds: number) => string) | null;
  /** Marked range to ask about. */
  range: Range | null;
  onRangeUsed(): void;
  onSeek(seconds: number): void;
  /** Marks a cited time as a moment. */
  onMark(seconds: number): void;
}

export interface VideoPageProps {
  jobId: string;
  /** Renders the chat, which is a separate feature. */
  renderAsk(slot: AskSlot): ReactNode;
}

const NONE: readonly Segment[] = [];
const NOBODY: readonly VideoPerson[] = [];
/** Findings of a long list that are shown before all of it. */
const FIRST_FINDINGS = 300;
/** Length of a new finding without a marked range. */
const NEW_FINDING_SECONDS = 3;
/** Seconds before and after the frame whose region is looked at closer. */
const CLOSER_SECONDS = 1;

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

function LoadedPage({ video, renderAsk }: { video: Video; renderAsk: VideoPageProps['renderAsk'] }) {
  const otherRecordings = useOtherRecordings();
  const t = useVideoText();
  const jobId = video.job_id;
  const player = useMemo(() => createPlayer(video.duration), [video.duration]);
  const timeline = useMemo(() => createTimeline(video.duration), [video.duration]);
  const [filter, setFilter] = useState(NO_FILTER);
  const [askRange, setAskRange] = useState<Range | null>(null);
  const [closer, setCloser] = useState<CloserPart | null>(null);
  const isNarrow = useIsNarrow();
  const live = useJobStatus(jobId);

  // Thumbnail, stills, and waveform are created by the analysis and reloaded after it.
  const stage = isBusy(video) ? BUSY : video.updated_at;
  const { data: playback } = useQuery(queries.playback(jobId, stage));
  const { data: facts } = useQuery(queries.mediaFacts(jobId));
  useRestoredPictures(jobId, facts?.pictures_state === 'rebuilding');
  const { data: wave, isPending: isWavePending } = useQuery(queries.waveform(jobId, stage));
  const people = useQuery(queries.videoPeople(jobId, stage));
  const { data: comments } = useQuery(queries.comments(jobId));
  const newComments = comments?.filter(({ state }) => state === 'proposed').length ?? 0;
  const [openPerson, setOpenPerson] = useState<string | null>(null);
  const { data: stored } = useQuery(queries.jobStatus(jobId, stage));
  const { data: newest, error, refetch } = useFindings(jobId, stage);
  // The first findings at once; sorts and renders thousands without blocking input, and after the rest of the page.
  const all = useDeferredValue(newest, null) ?? undefined;
  const results = useMemo(() => all ?? (newest && firstOf(newest)), [all, newest]);
  const failure = useFailure(video);
  const status = failure ?? live ?? stored;

  const messages = useMessages();
  const outdated = useMemo(() => outdatedModules(facts?.analysis), [facts]);
  const segments = useMemo(() => results?.segments.map(messages.segment) ?? NONE, [results, messages]);
  // The overview shows the others, such as the summary.
  const listed = useMemo(() => segments.filter(({ module }) => presentationOf(module).isListed), [segments]);
  const wanted = useDeferredValue(filter);
  const [picked, setPicked] = useState<string | null>(null);
  const search = useSearch();
  const target = picked ?? new URLSearchParams(search).get('finding');
  const isAsked = target !== null || new URLSearchParams(search).has('moment');
  const [tab, setTab] = useState<InspectorTab | null>(isAsked ? 'findings' : null);
  const shown = useMemo(
    () => withoutBackdrop(filterFindings(listed, wanted), video.duration, wanted, target),
    [listed, wanted, video.duration, target],
  );
  const shownIds = useMemo(
    () => (isFiltering(wanted) ? new Set(shown.map((segment) => segment.id)) : null),
    [shown, wanted],
  );
  // The lanes come after the list, which is what a reader begins with.
  const laid = useDeferredValue(segments, NONE);
  const speech = useModuleSegments(segments, 'transcription');
  const chapters = useModuleSegments(segments, 'chapters');
  // Dividing hours of speech takes a fraction of a second, which must not delay the page.
  const captioned = useDeferredValue(speech, NONE);
  const captions = useMemo(() => cuesOf(captioned, { duration: video.duration }), [captioned, video.duration]);
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
        // The marked range is looked at instead.
        if (state.range !== before.range) setCloser(null);
      }),
    [player, timeline],
  );
  useEffect(() => {
    setPicked(null);
    const asked = Number(new URLSearchParams(search).get('t') ?? Number.NaN);
    if (Number.isFinite(asked)) player.seek(asked);
    // From a notification of a comment.
    if (new URLSearchParams(search).get('tab') === 'moments') setTab('moments');
  }, [search, player]);
  const targetModule = useMemo(() => segments.find(({ id }) => id === target)?.module, [segments, target]);
  useEffect(() => {
    if (targetModule) setTab(tabOf({ module: targetModule }));
  }, [targetModule]);
  const isLoaded = all !== undefined;
  // Chosen once and only for a reader who hasn't, so that neither a long list that ends to load nor speech found during
  // an analysis takes the reader away.
  useEffect(() => {
    if (isLoaded) setTab((chosen) => chosen ?? (speech.length > 0 ? 'transcript' : 'findings'));
  }, [isLoaded, speech]);
  const marks = useMomentMarks(jobId, player, () => setTab('moments'));
  const mark = () => void marks.markHere();
  const markFinding = ({ id, start_time, end_time }: Segment) =>
    void marks.add({ start_time, end_time, origin: { kind: 'finding', segment_id: id } });
  const [added, setAdded] = useState<Range | null>(null);
  const add = (time?: number) => {
    const now = player.store.getState();
    const start = time ?? now.time;
    const end = Math.min(now.duration, start + NEW_FINDING_SECONDS);
    setAdded((time === undefined ? now.range : null) ?? { start: Math.max(0, Math.min(start, end - 0.1)), end });
    setTab('findings');
  };
  const pick = (segment: Segment) => {
    setPicked(segment.id);
    setTab(tabOf(segment));
  };
  const [miss, setMiss] = useState<MissQuestion | null>(null);
  const askWhy = (start: number, end: number | null = null) => {
    setMiss({ start, end });
    setTab('details');
  };
  const lookCloser = (region: Region) => {
    const { range, time, duration } = player.store.getState();
    const around = { start: Math.max(0, time - CLOSER_SECONDS), end: Math.min(duration, time + CLOSER_SECONDS) };
    setCloser({ ...(range ?? around), region });
    setTab('details');
  };
  const [isGoing, setGoing] = useState(false);
  const show = {
    findings: () => setTab('findings'),
    transcript: () => setTab('transcript'),
    mark,
    goTo: () => setGoing(true),
  };
  const frameRate = facts?.video?.frame_rate ?? 0;
  usePlayerKeys(player, timeline, frameRate, show);
  useVideoCommands(video, player, facts?.video != null, {
    ...show,
    tab: setTab,
    add: () => add(),
    miss: () => askWhy(player.store.getState().time),
  });
  useAskedMoment(new URLSearchParams(search).get('moment'), marks.moments, marks.open);

  const ask = (range: Range) => {
    setAskRange(range);
    setTab('ask');
  };
  const findings = () => {
    if (!results && error) return <ErrorState error={error} onRetry={refetch} />;
    return (
      <Findings
        jobId={jobId}
        segments={listed}
        shown={shown}
        duration={video.duration}
        total={segments.length}
        filter={filter}
        setFilter={setFilter}
        stillUrl={stillUrl}
        target={target}
        onAsk={ask}
        onMark={markFinding}
        onAdd={() => add()}
        form={
          added && (
            <NewFinding
              key={`${added.start} ${added.end}`}
              jobId={jobId}
              range={added}
              isAudio={facts !== undefined && facts.video === null}
              onClose={() => setAdded(null)}
              onAdd={(segment) => {
                setAdded(null);
                pick(segment);
              }}
            />
          )
        }
        empty={<NoFindings video={video} status={status} isLoading={!results} />}
      />
    );
  };
  const transcript = () => {
    if (!results && error) return <ErrorState error={error} onRetry={refetch} />;
    const isSilent = facts !== undefined && facts.audio === null;
    const empty = <NoTranscript video={video} status={status} isLoading={!results} isSilent={isSilent} />;
    return (
      <TranscriptView
        jobId={jobId}
        segments={speech}
        chapters={chapters}
        onAsk={ask}
        onMark={({ start, end }) => void marks.add({ start_time: start, end_time: end, origin: { kind: 'word' } })}
        moments={marks.moments}
        onTrim={(moment, { start, end }) => void marks.move(moment, { start_time: start, end_time: end })}
        empty={empty}
      />
    );
  };
  const inspector = (
    <Inspector
      tab={tab ?? 'findings'}
      setTab={setTab}
      hasSpeech={speech.length > 0}
      hasPeople={people.data?.enabled === true}
      newComments={newComments}
      content={{
        findings: findings(),
        transcript: transcript(),
        moments: (
          <Moments
            jobId={jobId}
            isAudio={facts !== undefined && facts.video === null}
            editing={marks.editing}
            setEditing={marks.setEditing}
            target={marks.target}
            onMark={mark}
          />
        ),
        people: (
          <People
            video={video}
            data={people.data}
            error={people.error}
            onRetry={people.refetch}
            open={openPerson}
            setOpen={setOpenPerson}
          />
        ),
        overview: (
          <Overview
            jobId={jobId}
            stage={stage}
            segments={segments}
            outdated={outdated}
            duration={video.duration}
            stillUrl={stillUrl}
          />
        ),
        ask: renderAsk({
          video,
          segments,
          stillUrl,
          range: askRange,
          onRangeUsed: () => setAskRange(null),
          onSeek: player.seek,
          onMark: (seconds) => void marks.add({ start_time: seconds, end_time: null, origin: { kind: 'answer' } }),
        }),
        details: (
          <Details
            video={video}
            facts={facts}
            status={status}
            segments={segments}
            stage={stage}
            miss={miss}
            closer={closer}
            onCloser={setCloser}
            onPick={(segment) => {
              player.seek(segment.start_time);
              pick(segment);
            }}
          />
        ),
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
          isNarrow ? undefined : { name: 'video', title: t('tab.label'), content: inspector, initial: 440, min: 300 }
        }
      >
        <div className={styles.watch}>
          {isBusy(video) && <RunBar video={video} status={status} />}
          {segments.length > 0 && <LastRun video={video} status={failure} />}
          <PreviewNote video={video} segments={laid} />
          <PlayerView
            jobId={jobId}
            playback={playback}
            facts={facts}
            captions={captions}
            placed={placed}
            waveform={waveform}
            onCloser={lookCloser}
          />
          <Timeline
            jobId={jobId}
            timeline={timeline}
            segments={laid}
            isEmpty={isLoaded && segments.length === 0}
            waveform={waveform}
            hasWave={waveform !== null || isWavePending}
            shown={shownIds}
            stillUrl={stillUrl}
            moments={marks.moments}
            people={people.data?.people ?? NOBODY}
            onOpenPerson={(id) => {
              setOpenPerson(id);
              setTab('people');
            }}
            onPick={pick}
            menuOf={(segment) =>
              findingMenu(
                segment,
                {
                  jobId,
                  otherRecordings: (time) => otherRecordings(jobId, time),
                  onSeek: () => player.seek(segment.start_time),
                  onAsk: ask,
                  onMark: () => markFinding(segment),
                },
                t,
              )
            }
            onAsk={ask}
            onMark={mark}
            onAdd={add}
            onMiss={askWhy}
            frameRate={frameRate}
            openMoment={marks.target}
            onOpenMoment={marks.open}
            onMoveMoment={marks.move}
            onUndoMove={marks.undoMove}
          />
          {isGoing && <GoToTime start={facts?.start_timecode ?? null} onClose={() => setGoing(false)} />}
          {isNarrow && <BottomSheet>{inspector}</BottomSheet>}
        </div>
      </Page>
    </PlayerContext>
  );
}

/** The results with the first findings only, of a list that takes long to render. */
function firstOf(results: Results): Results {
  return results.segments.length <= FIRST_FINDINGS
    ? results
    : { ...results, segments: results.segments.slice(0, FIRST_FINDINGS) };
}
