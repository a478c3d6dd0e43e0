import { toError } from '../../../base/errors.ts';
import { toast } from '../../ui/feedback/toast.tsx';

/** Runs a user action and shows an error as a toast. @returns whether it succeeded */
export async function runAction(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (thrown) {
    toast(toError(thrown).message, { tone: 'bad' });
    return false;
  }
}
