import type { ModuleStatus } from '../../../contract/analysis/job.ts';
import { MISSING_STREAM } from '../../../contract/analysis/modules.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { useProcessingText } from './text.ts';

const EXPECTED: readonly string[] = Object.values(MISSING_STREAM);

/** Whether a type failed, or was skipped for a reason that the user doesn't expect, such as a missing model. Pure. */
export function needsAttention({ status, error_text }: Pick<ModuleStatus, 'status' | 'error_text'>): boolean {
  return status === 'failed' || (status === 'skipped' && error_text !== null && !EXPECTED.includes(error_text.key));
}

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
