/** Visible range of the timeline in seconds. */
export interface View {
  start: number;
  span: number;
}

/** Minimum visible range in seconds: a dozen frames. */
export const MIN_SPAN_SECONDS = 0.5;
/** Intervals between ruler marks in seconds. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200] as const;
/** Minimum width of a labeled mark in CSS pixels. */
const MARK_WIDTH = 72;

export interface Mark {
  time: number;
  x: number;
}

/** View of the whole video. */
export function fullView(duration: number): View {
  return { start: 0, span: Math.max(MIN_SPAN_SECONDS, duration) };
}

/** Clamps a view to the video. */
export function clampView({ start, span }: View, duration: number): View {
  const most = Math.max(MIN_SPAN_SECONDS, duration);
  const fitting = Math.min(most, Math.max(MIN_SPAN_SECONDS, span));
  return { start: Math.min(most - fitting, Math.max(0, start)), span: fitting };
}

export function timeToX(view: View, width: number, time: number): number {
  return ((time - view.start) / view.span) * width;
}

export function xToTime(view: View, width: number, x: number): number {
  return view.start + (x / Math.max(1, width)) * view.span;
}

/** Zooms by `factor` (below 1: in) around `time`. */
export function zoomAt(view: View, duration: number, factor: number, time: number): View {
  const { span } = clampView({ start: view.start, span: view.span * factor }, duration);
  const place = (time - view.start) / view.span;
  return clampView({ start: time - place * span, span }, duration);
}

export function panBy(view: View, duration: number, seconds: number): View {
  return clampView({ start: view.start + seconds, span: view.span }, duration);
}

/** Pages the view to a time, if it is outside. */
export function reveal(view: View, duration: number, time: number): View {
  if (time >= view.start && time <= view.start + view.span) return view;
  return clampView({ start: time - view.span * 0.08, span: view.span }, duration);
}

/** View of a range with some padding. */
export function fitRange(start: number, end: number, duration: number): View {
  const span = Math.max(MIN_SPAN_SECONDS, (end - start) * 1.2);
  return clampView({ start: (start + end - span) / 2, span }, duration);
}

/** Times of labeled ruler marks; four minor lines lie between them. */
export function marks(view: View, width: number): { step: number; marks: Mark[] } {
  const minStep = (view.span / Math.max(1, width)) * MARK_WIDTH;
  const step = STEPS.find((candidate) => candidate >= minStep) ?? Math.ceil(minStep / 7200) * 7200;
  const first = Math.floor(view.start / step);
  const last = Math.ceil((view.start + view.span) / step);
  const found: Mark[] = [];
  for (let i = first; i <= last; i++) {
    const time = Math.round(i * step * 1000) / 1000;
    found.push({ time, x: timeToX(view, width, time) });
  }
  return { step, marks: found };
}
