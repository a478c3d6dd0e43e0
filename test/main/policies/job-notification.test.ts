import { expect, it } from 'vitest';
import { sentence } from '../../../src/core/texts/sentence.ts';
import { jobNotification } from '../../../src/main/policies/job-notification.ts';
import { mainText } from '../../../src/main/text.ts';
import type { JobNews } from '../../../src/server/jobs/activity.ts';

const failed = (error: JobNews['error']) => ({ kind: 'failed', jobId: '1', videoName: 'Interview', error }) as const;

it.each([
  ['de-AT', 'Die Datei enthält kein Video.'],
  ['en-US', 'The file has no video.'],
])('names the reason of a failure in the language of the system (%s)', (locale, body) => {
  const news = failed(sentence('analysis.no-video'));
  expect(jobNotification([news], locale)).toEqual({ title: 'Interview', body, page: '/videos/1' });
});

it('quotes no English text on a German system', () => {
  const foreign = { message: 'Invalid data found when processing input' };
  const { body } = jobNotification([failed(foreign)], 'de');
  expect(body).toBe(mainText('de')('failed'));
  expect(jobNotification([failed(foreign)], 'en').body).toBe(foreign.message);
});

it('reports several in one, failures first', () => {
  const news = ['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'e.mp4'].map((videoName, index): JobNews => {
    return { kind: index === 3 ? 'failed' : 'completed', jobId: String(index), videoName, error: null };
  });
  expect(jobNotification(news, 'en')).toEqual({
    title: '4 videos analyzed, 1 failed',
    body: 'd.mp4\na.mp4\nb.mp4\nand 2 others',
    page: '/processing',
  });
  expect(jobNotification(news.slice(0, 2), 'de')).toMatchObject({ title: '2 Videos analysiert', body: 'a.mp4\nb.mp4' });
});
