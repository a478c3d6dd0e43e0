import { VideoOff } from 'lucide-react';
import { useLocation } from 'wouter';
import { ReelscopeError } from '../../../contract/errors.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { useVideoText } from './text.ts';

/** Page content of a video that was deleted or couldn't be loaded. */
export function NoVideo({ error, onRetry }: { error: Error; onRetry(): void }) {
  const t = useVideoText();
  const [, navigate] = useLocation();
  if (!(error instanceof ReelscopeError && error.code === 'not_found'))
    return <ErrorState title={t('load.title')} error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={VideoOff}
      title={t('gone.title')}
      text={t('gone.text')}
      action={
        <Button look="primary" onClick={() => navigate('/library')}>
          {t('gone.library')}
        </Button>
      }
    />
  );
}
