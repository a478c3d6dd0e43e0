// @vitest-environment happy-dom

import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip, TooltipProvider } from '../../../../src/renderer/ui/controls/tooltip.tsx';

let root: Root;
let button: HTMLButtonElement;
const onFocus = vi.fn();
const tip = () => document.querySelector('[role="tooltip"]');
const send = (event: Event) => act(async () => void button.dispatchEvent(event));
const pointer = (type: string, pointerType = 'mouse') => send(new PointerEvent(type, { bubbles: true, pointerType }));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  const host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  const child = createElement('button', { type: 'button', 'aria-label': 'Share', onFocus });
  // biome-ignore lint/correctness/noChildrenProp: required, which the arguments of createElement do not count for
  const tooltip = createElement(Tooltip, { text: 'Share', shortcut: 'S', children: child });
  await act(() => root.render(createElement(TooltipProvider, null, tooltip)));
  button = host.querySelector('button')!;
});
afterEach(async () => {
  await act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('opens half a second after the first movement over the element', async () => {
  await pointer('pointermove');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(tip()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(tip()?.textContent).toBe('ShareS');
  expect(button.getAttribute('aria-describedby')).toBe(tip()!.id);
  await pointer('pointerdown');
  expect(tip()).toBeNull();
  expect(button.hasAttribute('aria-describedby')).toBe(false);
});

test('opens at once on focus, closes on blur, and leaves element and handlers as they are', async () => {
  await act(async () => button.focus());
  expect(tip()?.textContent).toBe('ShareS');
  expect(document.activeElement).toBe(button);
  expect(document.querySelector('button')).toBe(button);
  expect(onFocus).toHaveBeenCalledTimes(1);
  await act(async () => button.blur());
  expect(tip()).toBeNull();
  await act(async () => button.focus());
  expect(tip()).not.toBeNull();
});

test('stays closed when the pointer leaves before, on touch, and when a press brings the focus', async () => {
  await pointer('pointermove');
  // React derives `pointerleave` from it.
  await pointer('pointerout');
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(tip()).toBeNull();
  await pointer('pointermove', 'touch');
  await pointer('pointerdown', 'touch');
  await act(async () => button.focus());
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(tip()).toBeNull();
});
