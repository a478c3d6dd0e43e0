import type { JobNews } from '../../server/jobs/activity.ts';
import { mainText, sentenceText } from '../text.ts';
import { videoPage } from './launch.ts';

/** Number of videos that a notification about several names. */
const MAX_NAMES = 3;

/** Text of a system notification, and the page that a click on it opens. */
export interface JobNotification {
  title: string;
  body: string;
  page: string;
}

/**
 * Notification about the end of one analysis, or of several in one. Pure.
 * @param news at least one
 * @param locale of the system
 */
export function jobNotification(news: readonly JobNews[], locale: string): JobNotification {
  const text = mainText(locale);
  const [only] = news;
  if (news.length === 1) {
    const { kind, jobId, videoName, error } = only!;
    return { title: videoName, body: (error && sentenceText(error, locale)) ?? text(kind), page: videoPage(jobId) };
  }
  const failed = news.filter(({ kind }) => kind === 'failed');
  const completed = news.length - failed.length;
  const titles = [
    ...(completed > 0 ? [text('batchCompleted', { count: completed })] : []),
    ...(failed.length > 0 ? [text('batchFailed', { count: failed.length })] : []),
  ];
  // Failures are what a user needs to look at.
  const named = [...failed, ...news.filter(({ kind }) => kind !== 'failed')].map(({ videoName }) => videoName);
  const others = named.length - MAX_NAMES;
  const names = others > 0 ? [...named.slice(0, MAX_NAMES), text('batchOthers', { count: others })] : named;
  return { title: titles.join(', '), body: names.join('\n'), page: '/processing' };
}
