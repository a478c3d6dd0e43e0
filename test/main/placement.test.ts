import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { trackPlacement } from '../../src/main/placement.ts';

const PLACED = { x: 300, y: 200, width: 800, height: 500 };

class Window extends EventEmitter {
  bounds = PLACED;
  getBounds = () => this.bounds;
  getNormalBounds = () => this.bounds;

  move(x: number, y: number): void {
    this.bounds = { ...this.bounds, x, y };
    this.emit('move');
  }
}

it('restores a window where it was, without the frame that a window manager added', () => {
  const window = new Window();
  const bounds = trackPlacement(window, PLACED);
  window.emit('show');
  window.move(301, 220);
  window.emit('focus');
  expect(bounds()).toEqual(PLACED);
  window.move(500, 400);
  expect(bounds()).toEqual({ ...PLACED, x: 499, y: 380 });
});

it('takes a move by the user for one where nothing adds a frame', () => {
  const window = new Window();
  const bounds = trackPlacement(window, PLACED);
  window.emit('show');
  window.emit('focus');
  window.move(310, 215);
  expect(bounds()).toEqual({ ...PLACED, x: 310, y: 215 });
});
