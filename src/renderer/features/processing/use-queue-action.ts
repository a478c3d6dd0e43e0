import { useState } from 'react';
import { invalidate } from '../../api/query-client.ts';
import { VIDEOS } from '../../api/video-cache.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';

/** Runs a change of the queue, reports its error, and refreshes the jobs. */
export function useQueueAction() {
  const [isActing, setActing] = useState(false);
  const act = async (run: () => Promise<unknown>) => {
    setActing(true);
    try {
      await run();
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    invalidate(VIDEOS.queryKey, ['job'], ['queue']);
    setActing(false);
  };
  return { isActing, act };
}
