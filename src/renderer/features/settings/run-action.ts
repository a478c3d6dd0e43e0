import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';

/** Runs a user action and shows an error as a toast. @returns whether it succeeded */
export async function runAction(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (thrown) {
    toast(errorText(thrown), { tone: 'bad' });
    return false;
  }
}
