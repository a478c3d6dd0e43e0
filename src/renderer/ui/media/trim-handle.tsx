import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { cx } from '../lib/classes.ts';
import { comboOf } from '../lib/shortcuts.ts';
import { draggedTimes, type MomentTimes, nudgeOf } from '../lib/trim.ts';
import { position } from '../lib/use-formats.ts';
import styles from './trim-handle.module.css';

/** Pause of the keys after which a change is saved, so that a series of steps is one change. Milliseconds. */
const PAUSE_MS = 500;

export interface TrimHandleProps {
  edge: 'start' | 'end';
  /** Times as drawn, in the middle of a change as well. */
  times: MomentTimes & { end_time: number };
  /** Seconds of the video. */
  duration: number;
  /** Frames per second; 0 for audio files. */
  frameRate: number;
  label: string;
  /** Whether it is drawn, rather than on hover only. */
  isShown: boolean;
  /** Whether Tab stops at it. */
  isTabStop: boolean;
  secondsPerPixel(): number;
  /** A press that moved nothing. */
  onPress?(): void;
  onChange(times: MomentTimes): void;
  /** Ends a change. @param times null if it was canceled */
  onDone(times: MomentTimes | null): void;
}

/**
 * End of a moment, to drag or to move with the arrow keys: by a frame, with Shift by a second. Escape and Ctrl+Z
 * cancel.
 */
export function TrimHandle(props: TrimHandleProps) {
  const { edge, times, duration, frameRate, label, isShown, isTabStop, secondsPerPixel, onPress, onChange, onDone } =
    props;
  const grabbed = useRef<{ x: number; times: MomentTimes } | null>(null);
  const changed = useRef<MomentTimes | null>(null);
  const timer = useRef(0);
  const latestDone = useRef(onDone);
  latestDone.current = onDone;
  const change = (from: MomentTimes, seconds: number) => {
    changed.current = draggedTimes(from, edge, seconds, duration);
    onChange(changed.current);
  };
  const finish = (isKept: boolean) => {
    clearTimeout(timer.current);
    const next = changed.current;
    grabbed.current = null;
    changed.current = null;
    // The pause after a key ends in a later render, in which the moment may have changed.
    if (next) latestDone.current(isKept ? next : null);
  };
  const save = useEffectEvent(() => finish(true));
  // A change must not be lost when the handle goes away.
  useEffect(() => () => save(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const seconds = nudgeOf(event, frameRate);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (seconds !== 0 && isPlain) {
      change(times, seconds);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => finish(true), PAUSE_MS);
    } else if (changed.current && (event.key === 'Escape' || comboOf(event) === 'mod+z')) finish(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const now = edge === 'start' ? times.start_time : times.end_time;
  return (
    <span
      role="slider"
      tabIndex={isTabStop ? 0 : -1}
      data-edge={edge}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={now}
      aria-valuetext={position(now, true)}
      className={cx(styles.handle, styles[edge], isShown && styles.shown)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
      onPointerDown={(event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grabbed.current = { x: event.clientX, times };
      }}
      onPointerMove={({ clientX }) => {
        const from = grabbed.current;
        if (from) change(from.times, (clientX - from.x) * secondsPerPixel());
      }}
      onPointerUp={() => {
        if (!changed.current) onPress?.();
        finish(true);
      }}
      onPointerCancel={() => finish(false)}
    />
  );
}
