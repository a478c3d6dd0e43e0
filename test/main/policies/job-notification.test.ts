import { expect, it } from 'vitest';
import { sentence } from '../../../src/contract/sentence.ts';
import { jobNotification } from '../../../src/main/policies/job-notification.ts';
import { mainText } from '../../../src/main/text.ts';

const failed = (error: Parameters<typeof jobNotification>[0]['error']) =>
  ({ kind: 'failed', jobId: '1', videoName: 'Interview', error }) as const;

it.each([
  ['de-AT', 'Die Datei enthält kein Video.'],
  ['en-US', 'The file has no video.'],
])('names the reason of a failure in the language of the system (%s)', (locale, body) => {
  const news = failed(sentence('analysis.no-video'));
  expect(jobNotification(news, locale)).toEqual({ title: 'Interview', body });
});

it('quotes no English text on a German system', () => {
  const foreign = { message: 'Invalid data found when processing input' };
  const { body } = jobNotification(failed(foreign), 'de');
  expect(body).toBe(mainText('de')('failed'));
  expect(jobNotification(failed(foreign), 'en').body).toBe(foreign.message);
});
