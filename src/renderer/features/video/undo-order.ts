/** A change of a video that can be undone. */
interface Step {
  /** History that the step is the newest one of. */
  history: object;
  /** Tab that shows the change, if one does. */
  tab?: 'transcript';
  undo(): void;
}

/** Steps of the video that was changed last, newest last: histories of transcript and moments outlive their panels. */
const kept: { jobId: string; steps: readonly Step[] } = { jobId: '', steps: [] };
const MAX_STEPS = 500;

/** Notes a step as the newest of a video, whichever part of the page made it. */
export function noteStep(jobId: string, step: Step): void {
  const steps = kept.jobId === jobId ? kept.steps : [];
  Object.assign(kept, { jobId, steps: [...steps.slice(1 - MAX_STEPS), step] });
}

/** Removes the newest step of a history, which was undone. */
export function dropStep(history: object): void {
  const at = kept.steps.findLastIndex((step) => step.history === history);
  if (at >= 0) kept.steps = kept.steps.toSpliced(at, 1);
}

/** Removes all steps of a history that can't be undone any more. */
export function dropHistory(history: object): void {
  kept.steps = kept.steps.filter((step) => step.history !== history);
}

/** Undoes the newest step of a video. @returns the tab that shows the change, if one does */
export function undoNewest(jobId: string): Step['tab'] {
  const step = kept.jobId === jobId ? kept.steps.at(-1) : undefined;
  step?.undo();
  return step?.tab;
}
