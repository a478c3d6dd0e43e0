import { describe, expect, it, vi } from 'vitest';
import {
  canOpenExternally,
  isPermitted,
  isTrustedSender,
  pathOf,
  preventUnless,
} from '../../../src/main/policies/page-access.ts';

const OWN = 'http://127.0.0.1:8471';
const ADDRESSES = ['127.0.0.1', '192.168.7.20', 'fd00::1'];

describe('external URLs', () => {
  it.each([`${OWN}/s/abc_-1`, 'http://192.168.7.20:8472/s/abc', 'http://[fd00:0::1]:8472/s/abc', `${OWN}/api/docs`])(
    'opens %s',
    (url) => expect(canOpenExternally(url, OWN, ADDRESSES)).toBe(true),
  );
  it.each([
    'https://example.com/',
    'http://example.com/s/abc',
    'http://192.168.7.20:8472/s/abc/../../other',
    'http://192.168.7.20:8472/other',
    'http://192.168.7.21:8472/s/abc',
    'http://203.0.113.5/s/abc',
    'http://[fd00::2]:8472/s/abc',
    'http://me@192.168.7.20/s/abc',
    'http://192.168.7.20/api/docs',
    'file:///etc/passwd',
    'smb://192.168.7.20/s/abc',
    'javascript:alert(1)',
    `${OWN}/library`,
    'not an address',
  ])('does not open %s', (url) => expect(canOpenExternally(url, OWN, ADDRESSES)).toBe(false));
});

it('returns the path of own pages, and the home screen for others', () => {
  expect(pathOf(`${OWN}/videos/a?t=1#token=x`, OWN)).toBe('/videos/a?t=1');
  expect(pathOf('https://example.com/videos/a', OWN)).toBe('/');
  expect(pathOf('', OWN)).toBe('/');
});

it("permits full screen and clipboard writes to the application's own pages only", () => {
  expect(isPermitted('fullscreen', `${OWN}/videos/1`, OWN)).toBe(true);
  expect(isPermitted('clipboard-sanitized-write', OWN, OWN)).toBe(true);
  for (const other of ['http://127.0.0.1:8472', 'https://example.com', '', 'null']) {
    expect(isPermitted('fullscreen', other, OWN)).toBe(false);
  }
  for (const permission of [
    'clipboard-read',
    'media',
    'geolocation',
    'notifications',
    'openExternal',
    'usb',
    'unknown',
  ])
    expect(isPermitted(permission, OWN, OWN)).toBe(false);
});

it('accepts calls only from the top frame of an own page', () => {
  expect(isTrustedSender({ url: `${OWN}/library`, parent: null }, OWN)).toBe(true);
  expect(isTrustedSender({ url: `${OWN}/library`, parent: {} }, OWN)).toBe(false);
  expect(isTrustedSender({ url: 'data:text/html,x', parent: null }, OWN)).toBe(false);
  expect(isTrustedSender({ url: 'http://127.0.0.1:84711/', parent: null }, OWN)).toBe(false);
  expect(isTrustedSender(null, OWN)).toBe(false);
});

it('prevents a navigation unless it is decided otherwise, also if the decision fails', () => {
  const event = { preventDefault: vi.fn() };
  preventUnless(event, () => true);
  expect(event.preventDefault).not.toHaveBeenCalled();
  preventUnless(event, () => false);
  expect(event.preventDefault).toHaveBeenCalledTimes(1);
  const fails = () => {
    throw new Error('no decision');
  };
  expect(() => preventUnless(event, fails)).toThrow('no decision');
  expect(event.preventDefault).toHaveBeenCalledTimes(2);
});
