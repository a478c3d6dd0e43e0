import type { CreateMomentRequest, Moment } from '../../../contract/search/moments.ts';
import { errorText } from '../lib/messages.ts';
import { useMomentText } from '../lib/texts/moment-text.ts';
import { toast } from './toast.tsx';

/** Requests that create a moment, and delete one for good. */
export interface MomentRequests {
  create(request: CreateMomentRequest): Promise<Moment>;
  discard(moment: Moment): Promise<void>;
}

/**
 * Returns a function that marks a time and shows a notice, in which that can be undone. It returns undefined if the
 * request failed.
 * @param onUndo called before a moment is deleted again
 */
export function useMarkMoment({ create, discard }: MomentRequests, onUndo?: (moment: Moment) => void) {
  const t = useMomentText();
  const report = (error: unknown) => toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
  return async (request: CreateMomentRequest): Promise<Moment | undefined> => {
    try {
      const moment = await create(request);
      const undo = () => {
        onUndo?.(moment);
        discard(moment).catch(report);
      };
      toast(t('added', { title: moment.title }), { action: { label: t('undo'), run: undo } });
      return moment;
    } catch (error) {
      report(error);
      return undefined;
    }
  };
}
