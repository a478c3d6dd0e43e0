import { expect, test } from 'vitest';
import { sendDownload } from '../../../../src/server/http/serving/send-download.ts';

test('a file name is valid in a header, whatever it contains', () => {
  const { headers } = sendDownload({
    name: `a"b'c(ü)\n.mp4`,
    mediaType: 'video/mp4',
    sizeBytes: 7,
    body: new Blob(['content']).stream(),
  });
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="a_b'c(_)_.mp4"; filename*=UTF-8''a%22b%27c%28%C3%BC%29%0A.mp4`,
  );
  expect(headers.get('content-length')).toBe('7');
});
