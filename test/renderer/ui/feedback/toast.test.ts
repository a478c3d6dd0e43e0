// @vitest-environment happy-dom

import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../../../src/renderer/ui/controls/tooltip.tsx';
import { Toaster, toast } from '../../../../src/renderer/ui/feedback/toast.tsx';

let root: Root;
const shown = () => [...document.querySelectorAll('li p')].map(({ textContent }) => textContent);
const pass = (seconds: number) => act(async () => void vi.advanceTimersByTime(seconds * 1000));
const show = (...of: Parameters<typeof toast>) => act(async () => toast(...of));
/** React listens to `pointerover` and `pointerout` for a pointer that enters and leaves. */
const pointer = (type: string) =>
  act(async () => {
    const init = { bubbles: true, relatedTarget: document.body };
    document.querySelector('li')!.dispatchEvent(new PointerEvent(type, init));
  });

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  // biome-ignore lint/correctness/noChildrenProp: required, which the arguments of createElement do not count for
  await act(() => root.render(createElement(TooltipProvider, { children: createElement(Toaster) })));
});
afterEach(async () => {
  for (const close of document.querySelectorAll<HTMLElement>('li button:last-child')) await act(() => close.click());
  await act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a message closes in time, one with a way to undo later, and an error never', async () => {
  await show('Saved');
  await show('Removed', { action: { label: 'Undo', run: vi.fn() } });
  await show('Failed', { tone: 'bad' });
  await pass(5.9);
  expect(shown()).toEqual(['Saved', 'Removed', 'Failed']);
  await pass(0.2);
  expect(shown()).toEqual(['Removed', 'Failed']);
  await pass(4);
  expect(shown()).toEqual(['Failed']);
  await pass(3600);
  expect(shown()).toEqual(['Failed']);
});

test('a message stays under the pointer, and for its whole time afterward', async () => {
  await show('Saved');
  await pass(5);
  await pointer('pointerover');
  await pass(60);
  expect(shown()).toEqual(['Saved']);
  await pointer('pointerout');
  await pass(5.9);
  expect(shown()).toEqual(['Saved']);
  await pass(0.2);
  expect(shown()).toEqual([]);
});

test('a message stays while another window is used', async () => {
  await show('Saved');
  await act(async () => void window.dispatchEvent(new Event('blur')));
  await pass(60);
  expect(shown()).toEqual(['Saved']);
  await act(async () => void window.dispatchEvent(new Event('focus')));
  await pass(6.1);
  expect(shown()).toEqual([]);
});
