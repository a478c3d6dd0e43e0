import { sleep } from '../../base/abort.ts';
import { CloserLook, type CloserLookRequest } from '../../contract/analysis/closer-look.ts';
import { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { ApiClient } from './api-client.ts';

/** Interval at which the state of a closer look is read. */
const POLL_MS = 500;

/**
 * Looks closer at a part of a video, and waits until it is completed; aborting cancels it. Returns it with the new
 * findings.
 * @throws ReelscopeError as the route; `conflict` if it was canceled elsewhere, `internal` if it failed
 */
export async function lookCloser(
  api: ApiClient,
  jobId: string,
  request: CloserLookRequest,
  {
    signal,
    onStart,
    onProgress,
  }: { signal: AbortSignal; onStart?(look: CloserLook): void; onProgress?(look: CloserLook): void },
): Promise<{ look: CloserLook; segments: Segment[] }> {
  const path = `/videos/${encodeURIComponent(jobId)}/closer-looks`;
  let look = await api.send('POST', path, request, CloserLook);
  onStart?.(look);
  try {
    while (look.status === 'queued' || look.status === 'running') {
      await sleep(POLL_MS, signal);
      look = await api.get(`${path}/${look.id}`, CloserLook, signal);
      onProgress?.(look);
    }
  } catch (error) {
    if (signal.aborted) await api.send('POST', `${path}/${look.id}/cancel`, {}, CloserLook).catch(() => undefined);
    throw error;
  }
  if (look.status === 'canceled') throw new ReelscopeError('conflict', sentence('closer.canceled'));
  if (look.status === 'failed') throw new ReelscopeError('internal', look.error ?? sentence('closer.ended'));
  const ids = new Set(look.segment_ids);
  const modules = look.modules.map(({ module }) => module).join(',');
  const results = await api.get(`/results/job/${encodeURIComponent(jobId)}?modules=${modules}`, Results, signal);
  return { look, segments: results.segments.filter(({ id }) => ids.has(id)) };
}
