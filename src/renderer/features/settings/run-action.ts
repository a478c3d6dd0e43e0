import { toError } from '../../../base/errors.ts';
import { toast } from '../../ui/feedback/toast.tsx';

/** Does something that a person asked for; a failure is told. @returns whether it worked */
export async function runAction(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (thrown) {
    toast(toError(thrown).message, { tone: 'bad' });
    return false;
  }
}
