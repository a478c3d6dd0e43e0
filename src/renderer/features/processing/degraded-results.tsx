import { useLocation } from 'wouter';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useProcessingText } from './text.ts';

/** Some kinds run without the Ollama server or its models that were set up: said once, and where to mend it. */
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
