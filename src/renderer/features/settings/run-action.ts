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

/** Ends the draft of a field once it is saved, as an update of its state; one that was typed meanwhile stays. */
export const endDraft =
  <Draft>(saved: NoInfer<Draft>, end: NoInfer<Draft>) =>
  (now: Draft): Draft =>
    now === saved ? end : now;
