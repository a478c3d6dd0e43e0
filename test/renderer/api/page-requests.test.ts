import { expect, onTestFinished, test, vi } from 'vitest';
import { BRIDGE_NAME } from '../../../src/contract/system/bridge.ts';
import { onPageRequest, receivePageRequests } from '../../../src/renderer/api/page-requests.ts';

test('a page that is requested before the window is rendered is shown then', () => {
  let request = (_page: string) => {};
  vi.stubGlobal(BRIDGE_NAME, {
    onShowPage(listener: (page: string) => void) {
      request = listener;
      return () => {};
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  receivePageRequests();
  request('/search');
  request('/videos/1?t=12.5');
  const shown: string[] = [];
  const stop = onPageRequest((page) => shown.push(page));
  expect(shown).toEqual(['/videos/1?t=12.5']);
  request('/settings');
  expect(shown).toEqual(['/videos/1?t=12.5', '/settings']);
  stop();
  onPageRequest((page) => shown.push(page))();
  expect(shown).toHaveLength(2);
});
