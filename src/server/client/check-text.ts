import { ReelscopeError } from '../../contract/errors.ts';
import {
  CheckEvents,
  type CheckedText,
  type CheckProgress,
  type CheckTextRequest,
} from '../../contract/evidence/checks.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { ApiClient } from './api-client.ts';

/**
 * Checks a text; aborting cancels the check on the server, too. @throws ReelscopeError as the route; CanceledError
 */
export async function checkText(
  api: ApiClient,
  request: CheckTextRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress?(progress: CheckProgress): void },
): Promise<CheckedText> {
  for await (const { event, data } of api.follow('/checks/stream', signal, request)) {
    const body: unknown = JSON.parse(data);
    if (event === 'progress') onProgress?.(CheckEvents.progress.parse(body));
    else if (event === 'checked') return CheckEvents.checked.parse(body);
    else if (event === 'error') {
      const { code, ...text } = CheckEvents.error.parse(body);
      throw new ReelscopeError(code, text);
    }
  }
  throw new ReelscopeError('internal', sentence('check.interrupted'));
}
