import type { JobStatus } from '../../../../contract/analysis/job.ts';
import type { Video } from '../../../../contract/library/video.ts';
import { useMessages } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useProcessingText } from '../text.ts';

/**
 * State of a job in one line: its place in the queue, its progress, its duration, or the reason that it ended.
 * @param ago time since the end of the analysis, in words
 * @param place of a queued job, from 1
 */
export function useJobFacts(
  video: Video,
  job: JobStatus | undefined,
  hasResults: boolean,
  ago: string | undefined,
  place: number,
): string {
  const t = useProcessingText();
  const formats = useFormats();
  const messages = useMessages();
  const facts = () => {
    switch (video.status) {
      case 'queued':
        // The bar of the queue states the reason for which it waits.
        return [t('position', { count: place, ordinal: 1 })];
      case 'processing':
        return [
          job && formats.percent(job.progress / 100),
          job?.stage != null && messages.text(job.stage_text, job.stage),
          job?.eta_seconds != null && t('eta', { span: formats.span(job.eta_seconds) }),
          job?.speed != null && t('speed', { speed: formats.number(job.speed) }),
        ];
      case 'failed': {
        const reason = job && (job.error_code === 'cancelled' ? t('stopped') : messages.failure(job));
        // Reasons may be sentences.
        return [reason?.replace(/\.$/, ''), hasResults && t('earlier'), ago];
      }
      default:
        return [
          ago,
          t('took', { span: formats.span(video.processing_time) }),
          video.processing_time > 0 &&
            t('speed', { speed: formats.number(job?.speed ?? video.duration / video.processing_time) }),
        ];
    }
  };
  return facts().filter(Boolean).join(' · ');
}
