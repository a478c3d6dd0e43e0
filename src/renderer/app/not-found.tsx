import { Compass } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { Page } from '../ui/layout/page.tsx';
import { useAppText } from './text.ts';

/** Page for unknown URLs. */
export function NotFound() {
  const t = useAppText();
  const [, navigate] = useLocation();
  return (
    <Page title={t('notFound.title')}>
      <EmptyState
        icon={Compass}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Button look="primary" onClick={() => navigate('/library')}>
            {t('notFound.home')}
          </Button>
        }
      />
    </Page>
  );
}
