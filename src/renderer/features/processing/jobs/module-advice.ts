import type { ErrorCode } from '../../../../contract/errors.ts';
import type { useProcessingText } from '../text.ts';

type Text = ReturnType<typeof useProcessingText>;

/** Advice for a failed job. */
export function adviceFor(code: ErrorCode | null, t: Text): string {
  switch (code) {
    case 'cancelled':
      return t('advice.stopped');
    case 'unreadable_media':
    case 'unsupported_media_type':
      return t('advice.unreadable');
    case 'model_unavailable':
      return t('advice.model');
    case 'worker_crashed':
      return t('advice.crashed');
    case 'worker_out_of_memory':
      return t('advice.memory');
    case 'worker_unresponsive':
      return t('advice.unresponsive');
    case 'storage_full':
      return t('advice.full');
    case 'not_found':
    case 'not_ready':
      return t('advice.source');
    case 'quota_exceeded':
      return t('advice.quota');
    default:
      return t('advice.other');
  }
}
