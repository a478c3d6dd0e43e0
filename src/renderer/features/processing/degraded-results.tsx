import { useLocation } from 'wouter';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useProcessingText } from './text.ts';

/** Notice that the configured Ollama server is unavailable, with a link to its settings. */
export function DegradedResults({ onLeave }: { onLeave(): void }) {
  const t = useProcessingText();
  const [, navigate] = useLocation();
  return (
    <Notice
      tone="warn"
      action={
        <Button
          size="small"
          onClick={() => {
            onLeave();
            navigate('/settings/ollama');
          }}
        >
          {t('without.settings')}
        </Button>
      }
    >
      {t('without')}
    </Notice>
  );
}
