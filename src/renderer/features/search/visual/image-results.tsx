import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { VisualResults } from '../../../../contract/search/visual.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';
import { useVideosById } from '../use-search.ts';
import { HitCard } from './hit-card.tsx';
import styles from './visual.module.css';

interface ImageResultsProps {
  result: UseQueryResult<VisualResults>;
  isSearching: boolean;
  hasWords: boolean;
}

/** Shots that an image finds, the weak matches folded. */
export function ImageResults({ result, isSearching, hasWords }: ImageResultsProps) {
  const t = useVisualText();
  const videos = useVideosById();
  const nameOf = (id: string) => videos.get(id)?.name ?? '';
  const [withWeak, setWithWeak] = useState(false);
  const all = result.data?.hits ?? [];
  const clear = all.filter(({ match }) => match !== 'weak');
  const hits = withWeak ? all : clear;
  const weak = all.length - clear.length;
  const { indexed_videos: done = 0, videos: total = 0 } = result.data ?? {};
  return (
    <div className={styles.results} aria-busy={result.isFetching}>
      {result.error && (
        <ErrorState title={t('error.title')} error={result.error} onRetry={() => void result.refetch()} />
      )}
      {result.data && done < total && (
        <Notice tone="info" title={t('indexing.title')}>
          {t('indexing.text', { done, total })}
        </Notice>
      )}
      {isSearching && (
        <div className={styles.grid} aria-hidden>
          {[0, 1, 2, 3].map((each) => (
            <Skeleton key={each} className={styles.placeholder} />
          ))}
        </div>
      )}
      {result.data && hits.length === 0 && (
        <EmptyState icon={SearchX} title={t('none.title')} text={t(hasWords ? 'none.words' : 'none.text')} />
      )}
      {hits.length > 0 && (
        <>
          <p className={styles.count} role="status">
            {t('count', { count: hits.length })}
          </p>
          <div className={styles.grid}>
            {hits.map((hit) => (
              <HitCard key={`${hit.job_id} ${hit.start_time}`} hit={hit} name={nameOf(hit.job_id)} />
            ))}
          </div>
        </>
      )}
      {weak > 0 && (
        <div className={styles.more}>
          <Button look="quiet" onClick={() => setWithWeak(!withWeak)}>
            {withWeak ? t('weak.hide') : t('weak.show', { count: weak })}
          </Button>
        </div>
      )}
    </div>
  );
}
