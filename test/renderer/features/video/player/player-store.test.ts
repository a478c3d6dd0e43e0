import { beforeEach, expect, it, vi } from 'vitest';
import { createPlayer } from '../../../../../src/renderer/features/video/player/player-store.ts';
import { waitUntil } from '../../../../fixtures/wait.ts';

/** A media element without media, whose source changes by the load algorithm of the HTML standard. */
class FakeElement extends EventTarget {
  paused = true;
  currentTime = 0;
  playbackRate = 1;
  seeking = false;
  #reject: (error: Error) => void = () => {};

  play(): Promise<void> {
    this.paused = false;
    return new Promise((_, reject) => {
      this.#reject = reject;
    });
  }

  pause(): void {
    this.paused = true;
    this.#reject(new DOMException('paused', 'AbortError'));
  }

  changeSource(): void {
    this.paused = true;
    Object.assign(this, { currentTime: 0, playbackRate: 1 });
    this.#reject(new DOMException('new source', 'AbortError'));
  }

  refuse(): void {
    this.paused = true;
    this.#reject(new DOMException('no source', 'NotSupportedError'));
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => {});
  return () => vi.unstubAllGlobals();
});

function attached() {
  const player = createPlayer(60);
  const element = new FakeElement();
  const media = element as unknown as HTMLMediaElement;
  return { player, element, media, detach: player.attach(media) };
}

it('goes on playing at its time and rate when the source changes', async () => {
  const { player, element, media, detach } = attached();
  player.seek(20);
  player.shuttleForward();
  player.setRate(2);
  detach();
  element.changeSource();
  player.attach(media);
  await Promise.resolve();
  expect(element).toMatchObject({ paused: false, currentTime: 20, playbackRate: 2 });
  expect(player.store.getState().isPlaying).toBe(true);
});

it('plays a source that arrives after the button was used', () => {
  const player = createPlayer(60);
  player.toggle();
  const element = new FakeElement();
  player.attach(element as unknown as HTMLMediaElement);
  expect(element.paused).toBe(false);
});

it('stays paused when the source changes', async () => {
  const { player, element, media, detach } = attached();
  player.toggle();
  player.toggle();
  detach();
  element.changeSource();
  player.attach(media);
  await Promise.resolve();
  expect(element.paused).toBe(true);
  expect(player.store.getState().isPlaying).toBe(false);
});

it('states that it does not play what cannot be played', async () => {
  const { player, element } = attached();
  player.toggle();
  element.refuse();
  await waitUntil(() => !player.store.getState().isPlaying);
});
