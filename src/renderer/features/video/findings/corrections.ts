import type { CreateSegmentRequest, Segment, UpdateSegmentRequest } from '../../../../contract/analysis/segment.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import type { useVideoText } from '../text.ts';
import { changeFindings } from './use-findings.ts';

type Words = ReturnType<typeof useVideoText>;

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

/** Removes a finding, and shows a notice, in which that can be undone. */
export async function removeFinding(jobId: string, segment: Segment, t: Words): Promise<void> {
  const without = (all: readonly Segment[]) => all.filter(({ id }) => id !== segment.id);
  const put = (...restored: readonly Segment[]) =>
    changeFindings(jobId, (all) => inTimeOrder([...without(all), ...restored]));
  const report = (error: unknown) => toast(t('save.failed', { reason: errorText(error) }), { tone: 'bad' });
  put();
  try {
    const { restore_id } = await api.segments.remove(segment.id);
    put();
    invalidate(queries.mediaFacts(jobId).queryKey);
    const restore = async () => {
      const { results } = await api.segments.editTranscript(jobId, [{ type: 'restore', restore_id }]);
      put(...results.flatMap(({ segments }) => segments));
      invalidate(queries.mediaFacts(jobId).queryKey);
    };
    toast(t('removed'), { action: { label: t('undo'), run: () => void restore().catch(report) } });
  } catch (error) {
    put(segment);
    report(error);
  }
}

const inTimeOrder = (segments: readonly Segment[]): Segment[] =>
  segments.toSorted((a, b) => a.start_time - b.start_time || Number(a.id) - Number(b.id));
