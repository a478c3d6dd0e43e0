import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { VideoPerson } from '../../../contract/analysis/people.ts';
import type { Results } from '../../../contract/analysis/results.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Video } from '../../../contract/library/video.ts';
import { cuesOf } from '../../../core/formats/cues.ts';
import { isBusy, useFailure, useJobStatus } from '../../api/live/live-jobs.ts';
import { useRestoredPictures } from '../../api/live/use-restored-pictures.ts';
import { queries } from '../../api/queries.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { readWaveform } from '../../ui/media/waveform.ts';
import { BUSY, useFindings } from './findings/use-findings.ts';
import { indexTimes } from './player/time-index.ts';
import { useModuleSegments } from './use-module-segments.ts';

const NONE: readonly Segment[] = [];
const NOBODY: readonly VideoPerson[] = [];
/** Findings of a long list that are shown before all of it. */
const FIRST_FINDINGS = 300;

/** Data of the video page: media, state of the analysis, people, and findings in the language of the window. */
export function useVideoData(video: Video) {
  const jobId = video.job_id;
  // Thumbnail, stills, and waveform are created by the analysis and reloaded after it.
  const stage = isBusy(video) ? BUSY : video.updated_at;
  const { data: playback } = useQuery(queries.playback(jobId, stage));
  const { data: facts } = useQuery(queries.mediaFacts(jobId));
  useRestoredPictures(jobId, facts?.pictures_state === 'rebuilding');
  const { data: wave, isPending: isWavePending } = useQuery(queries.waveform(jobId, stage));
  const people = useQuery(queries.videoPeople(jobId, stage));
  const { data: comments } = useQuery(queries.comments(jobId));
  const live = useJobStatus(jobId);
  const { data: stored } = useQuery(queries.jobStatus(jobId, stage));
  const failure = useFailure(video);

  const waveform = useMemo(() => (wave?.peaks ? readWaveform(wave.peaks, wave.peaks_per_second) : null), [wave]);
  const still = playback?.still_url;
  const stillUrl = useMemo(
    () => (still ? (seconds: number) => still.replace('{ms}', String(Math.round(seconds * 1000))) : null),
    [still],
  );
  return {
    stage,
    playback,
    facts,
    /** Whether the file has sound only; false until that is known. */
    isAudio: facts?.video === null,
    waveform,
    hasWave: waveform !== null || isWavePending,
    stillUrl,
    people,
    persons: people.data?.people ?? NOBODY,
    /** Number of comments to decide on. */
    newComments: comments?.filter(({ state }) => state === 'proposed').length ?? 0,
    status: failure ?? live ?? stored,
    failure,
    ...useFindingsData(video, stage),
  };
}

export type VideoData = ReturnType<typeof useVideoData>;

function useFindingsData({ job_id: jobId, duration }: Video, stage: string) {
  const messages = useMessages();
  const { data: newest, error, refetch } = useFindings(jobId, stage);
  // The first findings at once; sorts and renders thousands without blocking input, and after the rest of the page.
  const all = useDeferredValue(newest, null) ?? undefined;
  const results = useMemo(() => all ?? (newest && firstOf(newest)), [all, newest]);
  const segments = useMemo(() => results?.segments.map(messages.segment) ?? NONE, [results, messages]);
  const speech = useModuleSegments(segments, 'transcription');
  // Dividing hours of speech takes a fraction of a second, which must not delay the page.
  const captioned = useDeferredValue(speech, NONE);
  return {
    error,
    refetch,
    /** Whether findings are known, if only the first of them. */
    hasResults: results !== undefined,
    isLoaded: all !== undefined,
    segments,
    /** The findings again, for lanes: these come after the list, with which a reader begins. */
    laid: useDeferredValue(segments, NONE),
    speech,
    chapters: useModuleSegments(segments, 'chapters'),
    captions: useMemo(() => cuesOf(captioned, { duration }), [captioned, duration]),
    /** Findings with a place in the frame, by time. */
    placed: useMemo(() => indexTimes(segments.filter((each) => each.data?.boxes?.length)), [segments]),
  };
}

/** The results with the first findings only, of a list that takes long to render. */
function firstOf(results: Results): Results {
  return results.segments.length <= FIRST_FINDINGS
    ? results
    : { ...results, segments: results.segments.slice(0, FIRST_FINDINGS) };
}
