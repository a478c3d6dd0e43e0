import type { JobNews } from '../../server/jobs/activity.ts';
import { mainText, sentenceText } from '../text.ts';

/** Text of the system notification about a job. @param locale of the system */
export function jobNotification({ kind, videoName, error }: JobNews, locale: string): { title: string; body: string } {
  return { title: videoName, body: (error && sentenceText(error, locale)) ?? mainText(locale)(kind) };
}
