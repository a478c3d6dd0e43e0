import type { Rectangle } from './policies/window-bounds.ts';

/** Window as Electron provides it, for tests. */
interface PlacedWindow {
  getBounds(): Rectangle;
  getNormalBounds(): Rectangle;
  once(event: 'show' | 'move' | 'focus', listener: () => void): unknown;
  off(event: 'move', listener: () => void): unknown;
}

/**
 * Follows where a window was placed. Window managers of X11 put its frame there and the window itself inside, so that a
 * window restored where it was would wander by its frame at each start.
 * @param placed bounds that were asked for
 * @returns the bounds to ask for at the next start
 */
export function trackPlacement(window: PlacedWindow, placed: Rectangle): () => Rectangle {
  let frame = { x: 0, y: 0 };
  // Before anybody can have moved the window.
  window.once('show', () => {
    const measure = () => {
      const { x, y } = window.getBounds();
      frame = { x: x - placed.x, y: y - placed.y };
    };
    window.once('move', measure);
    window.once('focus', () => window.off('move', measure));
  });
  return () => {
    const { x, y, ...size } = window.getNormalBounds();
    return { x: x - frame.x, y: y - frame.y, ...size };
  };
}
