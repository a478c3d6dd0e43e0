import type { CreateSegmentRequest, Segment, UpdateSegmentRequest } from '../../../../contract/analysis/segment.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import type { useVideoText } from '../text.ts';
import { changeFindings } from './use-findings.ts';

type Words = ReturnType<typeof useVideoText>;

/** Time to undo a removal in milliseconds, as long as its toast is visible. */
const UNDO_MS = 6000;

/** Saves a correction. @returns whether it succeeded; otherwise a toast shows the error */
export async function correctFinding(
  jobId: string,
  segment: Segment,
  change: UpdateSegmentRequest,
  t: Words,
): Promise<boolean> {
  try {
    const corrected = await api.segments.update(segment.id, change);
    changeFindings(jobId, (all) => inTimeOrder(all.map((each) => (each.id === segment.id ? corrected : each))));
    invalidate(queries.mediaFacts(jobId).queryKey);
    return true;
  } catch (error) {
    toast(t('save.failed', { reason: errorText(error) }), { tone: 'bad' });
    return false;
  }
}

/** Adds a finding. @returns undefined if that failed, which a toast shows */
export async function addFinding(jobId: string, finding: CreateSegmentRequest, t: Words): Promise<Segment | undefined> {
  try {
    const added = await api.segments.add(jobId, finding);
    changeFindings(jobId, (all) => inTimeOrder([...all.filter(({ id }) => id !== added.id), added]));
    return added;
  } catch (error) {
    toast(t('save.failed', { reason: errorText(error) }), { tone: 'bad' });
    return undefined;
  }
}

/** Removes a finding, with a few seconds to undo before the request is sent. */
export function removeFinding(jobId: string, segment: Segment, t: Words): void {
  const putBack = () =>
    changeFindings(jobId, (all) => (all.some(({ id }) => id === segment.id) ? all : inTimeOrder([...all, segment])));
  const leave = new AbortController();
  const tell = () => {
    leave.abort();
    clearTimeout(timer);
    api.segments.remove(segment.id).then(
      () => invalidate(queries.mediaFacts(jobId).queryKey),
      (error: unknown) => {
        putBack();
        toast(t('save.failed', { reason: errorText(error) }), { tone: 'bad' });
      },
    );
  };
  changeFindings(jobId, (all) => all.filter(({ id }) => id !== segment.id));
  const timer = setTimeout(tell, UNDO_MS);
  // Closing the window before the delay ends still removes the finding.
  addEventListener('pagehide', tell, { signal: leave.signal });
  toast(t('removed'), {
    action: {
      label: t('undo'),
      run: () => {
        leave.abort();
        clearTimeout(timer);
        putBack();
      },
    },
  });
}

const inTimeOrder = (segments: readonly Segment[]): Segment[] =>
  segments.toSorted((a, b) => a.start_time - b.start_time || Number(a.id) - Number(b.id));
