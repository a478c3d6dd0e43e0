import { toError } from '../../../../base/errors.ts';
import type { Segment, UpdateSegmentRequest } from '../../../../contract/segment.ts';
import { api } from '../../../api/endpoints.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { useVideoText } from '../text.ts';
import { changeFindings } from './use-findings.ts';

type Words = ReturnType<typeof useVideoText>;

/** For as long as a removal can be undone, in milliseconds; the toast that offers it stays as long. */
const UNDO_MS = 6000;

/** Says something else in the place of what was found. @returns whether it was saved; if not, a toast says why */
export async function correctFinding(
  jobId: string,
  segment: Segment,
  change: UpdateSegmentRequest,
  t: Words,
): Promise<boolean> {
  try {
    const corrected = await api.segments.update(segment.id, change);
    changeFindings(jobId, (all) => all.map((each) => (each.id === segment.id ? corrected : each)));
    return true;
  } catch (error) {
    toast(t('save.failed', { reason: toError(error).message }), { tone: 'bad' });
    return false;
  }
}

/** Takes a finding out; for some seconds it can be put back, and only then is the server told. */
export function removeFinding(jobId: string, segment: Segment, t: Words): void {
  const putBack = () =>
    changeFindings(jobId, (all) =>
      all.some(({ id }) => id === segment.id)
        ? all
        : [...all, segment].sort((a, b) => a.start_time - b.start_time || Number(a.id) - Number(b.id)),
    );
  const leave = new AbortController();
  const tell = () => {
    leave.abort();
    clearTimeout(timer);
    api.segments.remove(segment.id).catch((error: unknown) => {
      putBack();
      toast(t('save.failed', { reason: toError(error).message }), { tone: 'bad' });
    });
  };
  changeFindings(jobId, (all) => all.filter(({ id }) => id !== segment.id));
  const timer = setTimeout(tell, UNDO_MS);
  // Closing the window within these seconds is no change of mind.
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
