import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { errorText } from '../lib/messages.ts';
import { useUiText } from '../lib/ui-text.ts';
import { useFormats } from '../lib/use-formats.ts';
import { Notice } from './notice.tsx';
import { toast } from './toast.tsx';

/** Notice of how long the speech of an analysis takes, with a way to leave it for later. */
export function SpeechNote({ seconds, leave }: { seconds: number; leave(): Promise<void> }) {
  const t = useUiText();
  const formats = useFormats();
  const [isBusy, setBusy] = useState(false);
  const leaveIt = async () => {
    setBusy(true);
    try {
      await leave();
      toast(t('speech.left'));
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
      setBusy(false);
    }
  };
  const action = (
    <Button size="small" disabled={isBusy} onClick={() => void leaveIt()}>
      {t('speech.leave')}
    </Button>
  );
  return <Notice action={action}>{t('speech.ahead', { span: formats.span(seconds) })}</Notice>;
}
