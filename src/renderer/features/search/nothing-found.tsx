import { Search, SearchX } from 'lucide-react';
import { useLocation } from 'wouter';
import { chipsOf } from '../../../core/query/chips.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { useSearchText } from './text.ts';

/** Instead of results in a library without videos. */
export function NoVideos() {
  const t = useSearchText();
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={Search}
      title={t('empty.title')}
      text={t('empty.noVideos')}
      action={
        <Button look="primary" onClick={() => navigate('/library')}>
          {t('empty.library')}
        </Button>
      }
    />
  );
}

/** Instead of results of a query that found nothing, with ways to find more. */
export function NothingFound(props: {
  query: string;
  isFiltered: boolean;
  onClearFilters(): void;
  /** Number of hits that were too weak to be shown. */
  dropped: number;
  onShowWeak(): void;
}) {
  const { query, isFiltered, dropped } = props;
  const t = useSearchText();
  return (
    <EmptyState
      icon={SearchX}
      title={t('none.title', { query })}
      text={isFiltered ? t('none.filtered') : t('none.text')}
      action={
        <>
          {isFiltered && (
            <Button look="primary" onClick={props.onClearFilters}>
              {t('none.clear')}
            </Button>
          )}
          {chipsOf(query).some(({ field }) => field === 'sees') && (
            <Button onClick={() => openOverlay({ kind: 'seen' })}>{t('seen.title')}</Button>
          )}
          {dropped > 0 && <Button onClick={props.onShowWeak}>{t('weak.show', { count: dropped })}</Button>}
        </>
      }
    />
  );
}
