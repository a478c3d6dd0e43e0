import { useShortcuts } from '../../ui/lib/shortcuts.ts';
import { SEARCH_ID } from './findings/filters.tsx';
import { toggleFullscreen } from './player/player.tsx';
import type { Player } from './player/player-store.ts';
import type { TimelineStore } from './timeline/timeline-store.ts';
import { TRANSCRIPT_ID } from './transcript/transcript.tsx';

const SKIP_SECONDS = 5;
const NUDGE_SECONDS = 1;
const ZOOM = 1.5;

/** Keyboard shortcuts of the video page, listed in page-shortcuts.tsx. */
export function usePlayerKeys(
  player: Player,
  timeline: TimelineStore,
  frameRate: number,
  show: { findings(): void; transcript(): void },
): void {
  const now = () => player.store.getState().time;
  useShortcuts({
    space: player.toggle,
    k: player.pause,
    j: player.shuttleBack,
    l: player.shuttleForward,
    arrowleft: () => player.skip(-SKIP_SECONDS),
    arrowright: () => player.skip(SKIP_SECONDS),
    'shift+arrowleft': () => player.skip(-NUDGE_SECONDS),
    'shift+arrowright': () => player.skip(NUDGE_SECONDS),
    ',': () => player.stepFrame(-1, frameRate),
    '.': () => player.stepFrame(1, frameRate),
    i: player.markIn,
    o: player.markOut,
    escape: () => player.setRange(null),
    m: player.toggleMuted,
    c: player.toggleCaptions,
    b: player.toggleBoxes,
    f: () => toggleFullscreen(document.querySelector('video')?.closest('section') ?? null),
    home: timeline.showAll,
    '+': () => timeline.zoom(1 / ZOOM, now()),
    '=': () => timeline.zoom(1 / ZOOM, now()),
    '-': () => timeline.zoom(ZOOM, now()),
    t: () => {
      show.transcript();
      requestAnimationFrame(() => document.getElementById(TRANSCRIPT_ID)?.focus());
    },
    '/': () => {
      show.findings();
      requestAnimationFrame(() => document.getElementById(SEARCH_ID)?.focus());
    },
  });
}
