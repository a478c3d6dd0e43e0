import type { MomentPart } from './program.ts';
import type { StoryPlayer } from './story-player-store.ts';

/** A part ends so many seconds early at most, since frames are reported late. */
const END_TOLERANCE = 0.02;
/** Difference in seconds that is left alone, so that a part which was prepared starts without a seek. */
const SEEK_TOLERANCE = 0.05;

/**
 * Makes a media element play a part of a story as the player's state demands, whenever the element has its file: it
 * waits at the start of the part until it is current, reports its time, and finishes at the end of the part. @returns
 * releases the element
 */
export function playClip(element: HTMLMediaElement, player: StoryPlayer, part: MomentPart, index: number): () => void {
  const { from, length } = part;
  const { store } = player;
  /** The last seek that the element followed; -1 for the start of a part that is not current, null without a file. */
  let followed: number | null = null;
  let frame = 0;
  const report = () => {
    if (element.paused || element.seeking || element.readyState < element.HAVE_CURRENT_DATA) return;
    player.report(index, Math.max(0, element.currentTime - from));
    if (element.currentTime >= from + length - END_TOLERANCE) player.finish(index);
  };
  const reportFrames = () => {
    report();
    frame = element.paused ? 0 : requestAnimationFrame(reportFrames);
  };
  const follow = () => {
    if (element.readyState < element.HAVE_METADATA) return;
    const { index: current, offset, seeks, isPlaying } = store.getState();
    const isCurrent = current === index;
    const seek = isCurrent ? seeks : -1;
    if (followed !== seek) {
      followed = seek;
      const target = from + (isCurrent ? offset : 0);
      if (Math.abs(element.currentTime - target) > SEEK_TOLERANCE) element.currentTime = target;
    }
    if (!isCurrent || !isPlaying) element.pause();
    else if (element.paused) {
      element.play().catch((error: unknown) => {
        // Without a gesture of the user. Other rejections are those of a pause, and of a file that fires `error`.
        if (error instanceof DOMException && error.name === 'NotAllowedError') player.pause();
      });
    }
  };
  const listeners: Readonly<Record<string, () => void>> = {
    loadedmetadata: follow,
    // Another URL of the file.
    emptied: () => {
      followed = null;
    },
    playing: () => {
      if (frame === 0) reportFrames();
    },
    // No frames are drawn while the window is hidden.
    timeupdate: report,
    ended: () => player.finish(index),
  };
  for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener);
  const unsubscribe = store.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    cancelAnimationFrame(frame);
    for (const [type, listener] of Object.entries(listeners)) element.removeEventListener(type, listener);
    element.pause();
  };
}
