import type { SharedReport } from '../../../contract/sharing/shared-reports.ts';
import { shortList } from './short-list.ts';

/** Links to a video or to a story. */
export const SHARED_REPORTS = shortList<SharedReport>({
  id: 'id',
  names: ['share_hash'],
  sorts: ['created_at', 'expires_at'],
  own: '-created_at',
});
