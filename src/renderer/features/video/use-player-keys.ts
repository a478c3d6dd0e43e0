import { flushSync } from 'react-dom';
import { useShortcuts } from '../../ui/lib/shortcuts.ts';
import { SKIP_SECONDS } from '../../ui/media/skip-seconds.ts';
import { SEARCH_ID } from './findings/filters.tsx';
import { toggleFullscreen } from './player/player.tsx';
import type { Player } from './player/player-store.ts';
import type { TimelineStore } from './timeline/timeline-store.ts';
import { TRANSCRIPT_ID } from './transcript/transcript.tsx';

const NUDGE_SECONDS = 1;
const ZOOM = 1.5;

/** Shows a tab of the panel. */
export interface PanelSwitch {
  findings(): void;
  transcript(): void;
}

/** Actions that show a tab of the panel and focus its field. */
export function panelActions(show: PanelSwitch) {
  const open = (showTab: () => void, id: string) => {
    // With the next frame, what is typed until then would be taken for shortcuts, or another field lose the focus.
    flushSync(showTab);
    document.getElementById(id)?.focus();
  };
  return {
    read: () => open(show.transcript, TRANSCRIPT_ID),
    search: () => open(show.findings, SEARCH_ID),
  };
}

/** Toggles full screen of the player on the page. */
export function toggleFullscreenOfPage(): void {
  toggleFullscreen(document.querySelector('video')?.closest('section') ?? null);
}

/** Keyboard shortcuts of the video page, listed in page-shortcuts.tsx. */
export function usePlayerKeys(
  player: Player,
  timeline: TimelineStore,
  frameRate: number,
  show: PanelSwitch & { mark(): void; goTo(): void },
): void {
  const panel = panelActions(show);
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
    m: show.mark,
    g: show.goTo,
    'shift+m': player.toggleMuted,
    c: player.toggleCaptions,
    b: player.toggleBoxes,
    r: player.startSelecting,
    f: toggleFullscreenOfPage,
    home: timeline.showAll,
    '+': () => timeline.zoom(1 / ZOOM, now()),
    '=': () => timeline.zoom(1 / ZOOM, now()),
    '-': () => timeline.zoom(ZOOM, now()),
    t: panel.read,
    '/': panel.search,
  });
}
