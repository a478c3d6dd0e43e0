import { expect, test } from 'vitest';
import { isHttpUrl } from '../../../../src/renderer/ui/controls/http-url.ts';

test.each(['http://127.0.0.1:11434', 'HTTPS://gpu', 'https://example.org/a?b', 'http://[::1]:80'])(
  '%s is one',
  (text) => {
    expect(isHttpUrl(text)).toBe(true);
  },
);

test.each(['', 'gpu', 'http://', 'http://not a url', 'ftp://example.org', 'javascript:alert(1)', 'http:gpu'])(
  '“%s” is not one',
  (text) => {
    expect(isHttpUrl(text)).toBe(false);
  },
);
