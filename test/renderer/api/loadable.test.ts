// @vitest-environment happy-dom

import { act, Component, createElement, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadable } from '../../../src/renderer/api/loadable.tsx';
import { waitFor } from '../../fixtures/wait.ts';

const Page = ({ name }: { name: string }) => `page ${name}`;

/** Shows the message of an error instead of what threw it. */
class Boundary extends Component<{ children?: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError = ({ message }: Error) => ({ message });
  override render = () => this.state.message ?? this.props.children;
}

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ok' }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  host = document.createElement('div');
  root = createRoot(host);
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (node: ReactNode) => act(async () => root.render(createElement(Boundary, { key: Math.random() }, node)));

test('shows the fallback, then the component', async () => {
  const code = Promise.withResolvers<typeof Page>();
  const Deferred = loadable(() => code.promise);
  await show(createElement(Deferred, { name: 'one', fallback: 'loading' }));
  expect(host.textContent).toBe('loading');
  await act(async () => code.resolve(Page));
  expect(host.textContent).toBe('page one');
});

test('shows preloaded code in the first render, and imports it once', async () => {
  const load = vi.fn(async () => Page);
  const Deferred = loadable(load);
  Deferred.preload();
  await waitFor(() => expect(load).toHaveReturned());
  await new Promise((resolve) => setTimeout(resolve));
  const fallback = vi.fn(() => 'loading');
  await show(createElement(Deferred, { name: 'two', fallback: createElement(fallback) }));
  expect(host.textContent).toBe('page two');
  expect(fallback).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledTimes(1);
});

test('loads again once the server responds', async () => {
  const load = vi.fn(async () => Page).mockRejectedValueOnce(new Error('offline'));
  await show(createElement(loadable(load), { name: 'three' }));
  await waitFor(() => act(async () => expect(host.textContent).toBe('page three')));
  expect(load).toHaveBeenCalledTimes(2);
});

test('throws the error of a load that failed twice, and loads it when mounted again', async () => {
  const load = vi.fn(async () => Page);
  load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('no such file'));
  const Deferred = loadable(load);
  await show(createElement(Deferred, { name: 'four' }));
  await waitFor(() => act(async () => expect(host.textContent).toBe('no such file')));
  await show(createElement(Deferred, { name: 'four' }));
  await waitFor(() => act(async () => expect(host.textContent).toBe('page four')));
});
