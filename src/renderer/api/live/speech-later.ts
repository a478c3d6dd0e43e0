import { useQuery } from '@tanstack/react-query';
import type { JobStatus } from '../../../contract/analysis/job.ts';
import { MODULE_CATALOG } from '../../../contract/analysis/modules.ts';
import type { Video } from '../../../contract/library/video.ts';
import { api } from '../endpoints.ts';
import { queries } from '../queries.ts';
import { applyStatus, isBusy } from './live-jobs.ts';
import { queueAnalysis } from './queue-analysis.ts';

/** Seconds of speech recognition from which waiting for the other findings is worse than a second analysis. */
const MIN_SECONDS = 120;
/** Polling interval in milliseconds until the first analysis has measured the speed of this machine. */
const POLL_MS = 5000;

/** Speech that a queued or running analysis has yet to recognize. */
export interface SpeechAhead {
  /** Seconds that it takes at most, if there is speech all the time. */
  seconds: number;
  /** Goes on without speech: modules that are done stay so, and the others start again. Throws like `request`. */
  leave(): Promise<void>;
}

/** Returns how long the speech of an analysis takes; null if that is little, unknown, or all that is analyzed. */
export function useSpeechAhead(video: Video, job: JobStatus | undefined): SpeechAhead | null {
  const run = job?.modules.find(({ module }) => module === 'transcription');
  const rest = job?.modules.map(({ module }) => module).filter((name) => name !== 'transcription') ?? [];
  const isAhead =
    isBusy(video) &&
    (run?.status === 'waiting' || run?.status === 'running') &&
    rest.some((name) => !MODULE_CATALOG[name].isDerived);
  const { data: modules } = useQuery({
    ...queries.modules,
    enabled: isAhead,
    refetchInterval: ({ state }) => (speechPace(state.data) === null ? POLL_MS : false),
  });
  const pace = speechPace(modules);
  const seconds = isAhead && pace !== null ? (video.duration / 60) * pace * (1 - run.progress / 100) : 0;
  const isLong = seconds >= MIN_SECONDS;
  const { data: facts } = useQuery({ ...queries.mediaFacts(video.job_id), enabled: isLong });
  if (!isLong || !facts?.audio) return null;
  return {
    seconds,
    async leave() {
      applyStatus(await api.jobs.cancel(video.job_id));
      await queueAnalysis(video.job_id, { modules: rest, resume: true });
    },
  };
}

/** Seconds that a minute of speech takes on this machine; null before it was measured. */
function speechPace(modules: Awaited<ReturnType<typeof api.modules>> | undefined): number | null {
  return modules?.find(({ name }) => name === 'transcription')?.seconds_per_minute ?? null;
}
