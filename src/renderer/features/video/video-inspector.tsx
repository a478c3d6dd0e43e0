import type { ReactNode } from 'react';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Video } from '../../../contract/library/video.ts';
import { isBusy } from '../../api/live/live-jobs.ts';
import { useOutdatedModules } from '../../api/outdated-modules.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Details } from './details/details.tsx';
import { Overview } from './details/overview.tsx';
import { Findings } from './findings/findings.tsx';
import { NewFinding } from './findings/new-finding.tsx';
import { NoFindings } from './findings/no-findings.tsx';
import { Inspector } from './inspector.tsx';
import { Moments } from './moments/moments.tsx';
import { People } from './people/people.tsx';
import type { Range } from './player/player-state.ts';
import { usePlayer } from './player/player-store.ts';
import { NoTranscript, PartialTranscript } from './transcript/no-transcript.tsx';
import { TranscriptView } from './transcript/transcript.tsx';
import type { InspectorState } from './use-inspector.ts';
import type { ShownFindings } from './use-shown-findings.ts';
import type { VideoData } from './use-video-data.ts';

/** Properties of the chat beside the player. */
interface AskSlot {
  video: Video;
  /** Id of the open chat, and its setter; null for a new one. */
  chat: readonly [string | null, (id: string | null) => void];
  segments: readonly Segment[];
  stillUrl: ((seconds: number) => string) | null;
  /** Marked range to ask about. */
  range: Range | null;
  onRangeUsed(): void;
  onSeek(seconds: number): void;
  /** Marks a cited time as a moment. */
  onMark(seconds: number): void;
}

/** Renders the chat, which is a separate feature. */
export type RenderAsk = (slot: AskSlot) => ReactNode;

interface VideoInspectorProps {
  video: Video;
  data: VideoData;
  inspector: InspectorState;
  findings: ShownFindings;
  renderAsk: RenderAsk;
}

/** The tabs beside the player with their content. */
export function VideoInspector(props: VideoInspectorProps) {
  const { video, data, inspector, renderAsk } = props;
  const { marks } = inspector;
  const player = usePlayer();
  const outdated = useOutdatedModules(video.job_id);
  const common = { jobId: video.job_id, segments: data.segments, stage: data.stage, stillUrl: data.stillUrl };
  return (
    <Inspector
      tab={inspector.tab}
      setTab={inspector.setTab}
      onUse={inspector.holdTab}
      hasSpeech={data.speech.length > 0}
      hasPeople={data.people.data?.enabled === true}
      newComments={data.newComments}
      content={{
        findings: <FindingsTab {...props} />,
        transcript: <TranscriptTab {...props} />,
        moments: (
          <Moments
            jobId={video.job_id}
            isAudio={data.isAudio}
            editing={marks.editing}
            setEditing={marks.setEditing}
            target={marks.target}
            onMark={inspector.mark}
          />
        ),
        people: (
          <People
            video={video}
            data={data.people.data}
            error={data.people.error}
            onRetry={data.people.refetch}
            open={inspector.openPerson}
            setOpen={inspector.setOpenPerson}
          />
        ),
        overview: <Overview {...common} outdated={outdated} duration={video.duration} />,
        ask: renderAsk({
          video,
          chat: inspector.chat,
          segments: data.segments,
          stillUrl: data.stillUrl,
          range: inspector.askRange,
          onRangeUsed: inspector.endAsk,
          onSeek: player.seek,
          onMark: (seconds) => void marks.add({ start_time: seconds, end_time: null, origin: { kind: 'answer' } }),
        }),
        details: (
          <Details
            video={video}
            facts={data.facts}
            status={data.status}
            isLoaded={data.isLoaded}
            segments={data.segments}
            stage={data.stage}
            miss={inspector.miss}
            closer={inspector.closer}
            onCloser={inspector.setCloser}
            onPick={(segment) => {
              player.seek(segment.start_time);
              inspector.pick(segment);
            }}
          />
        ),
      }}
    />
  );
}

function FindingsTab({ video, data, inspector, findings }: VideoInspectorProps) {
  const { added } = inspector;
  if (!data.hasResults && data.error) return <ErrorState error={data.error} onRetry={data.refetch} />;
  return (
    <Findings
      jobId={video.job_id}
      segments={findings.listed}
      shown={findings.shown}
      duration={video.duration}
      total={data.segments.length}
      filter={findings.filter}
      setFilter={findings.setFilter}
      stillUrl={data.stillUrl}
      target={inspector.target}
      onAsk={inspector.ask}
      onMark={inspector.markFinding}
      onAdd={() => inspector.add()}
      form={
        added && (
          <NewFinding
            key={`${added.start} ${added.end}`}
            jobId={video.job_id}
            range={added}
            isAudio={data.isAudio}
            onClose={inspector.endAdding}
            onAdd={(segment) => {
              inspector.endAdding();
              inspector.pick(segment);
            }}
          />
        )
      }
      empty={<NoFindings video={video} status={data.status} isLoading={!data.hasResults} />}
    />
  );
}

function TranscriptTab({ video, data, inspector: { ask, marks } }: VideoInspectorProps) {
  if (!data.hasResults && data.error) return <ErrorState error={data.error} onRetry={data.refetch} />;
  const isSilent = data.facts?.audio === null;
  const covered = data.facts?.analysis.find(({ module }) => module === 'transcription');
  const isPartial = covered?.status === 'partial' && data.speech.length > 0 && !isBusy(video);
  return (
    <>
      {isPartial && <PartialTranscript video={video} end={covered.end_time ?? 0} />}
      <TranscriptView
        jobId={video.job_id}
        segments={data.speech}
        chapters={data.chapters}
        onAsk={ask}
        onMark={async ({ start, end }) =>
          (await marks.add({ start_time: start, end_time: end, origin: { kind: 'word' } })) !== undefined
        }
        moments={marks.moments}
        onTrim={(moment, { start, end }) => marks.move(moment, { start_time: start, end_time: end })}
        empty={<NoTranscript video={video} status={data.status} isLoading={!data.hasResults} isSilent={isSilent} />}
      />
    </>
  );
}
