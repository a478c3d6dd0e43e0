import { useQuery } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useThumbnailUrls } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/input.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { readRegion, regionText } from '../../../ui/lib/region.ts';
import { useSearchImage } from '../../../ui/lib/search-image-store.ts';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { useDebounced, useVideosById } from '../use-search.ts';
import { ImageButton } from './image-button.tsx';
import { ImageResults } from './image-results.tsx';
import { SourceImage } from './source-image.tsx';
import { useImageInput } from './use-image-input.ts';
import styles from './visual.module.css';
import { visualQuery } from './visual-query.ts';

/**
 * Finds shots by an image: one from outside, or a frame of a video. The address contains the frame, the region, and the
 * words.
 */
export function ImageSearchPage() {
  const t = useVisualText();
  const [params, setParams] = useSearchParams();
  const take = useImageInput();
  const image = useSearchImage((state) => state.image);
  const videos = useVideosById();
  const urls = useThumbnailUrls();
  const [words, setWords] = useState(params.get('q') ?? '');
  const jobId = params.get('from');
  const time = Number(params.get('t') ?? 0);
  const region = readRegion(params.get('region'));
  const searched = readRegion(useDebounced(params.get('region') ?? ''));
  // A captured frame belongs to its address; without it, such as after a reload, the nearest saved frame is searched
  // with.
  const isOfAddress = jobId === (image?.frame?.jobId ?? null) && (jobId === null || image?.frame?.time === time);
  const upload = isOfAddress && !params.has('finding') ? image : null;
  const hasSource = jobId !== null || upload !== null;
  const result = useQuery(
    visualQuery({
      upload,
      jobId,
      time,
      segmentId: params.get('finding'),
      region: searched,
      words: useDebounced(words).trim(),
    }),
  );

  const keep = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        value === null ? next.delete(name) : next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const src = upload?.url ?? (jobId === null ? null : (urls?.near(jobId, time) ?? null));
  return (
    <Page title={t('title')} trail={[{ label: t('search'), href: '/search' }]}>
      <div className={styles.scroller}>
        {!hasSource && (
          <EmptyState
            icon={ImageUp}
            title={t('empty.title')}
            text={t('empty.text')}
            action={<ImageButton label={t('choose')} look="primary" onFiles={take} />}
          />
        )}
        {hasSource && (
          <header className={styles.head}>
            {src !== null && (
              <SourceImage src={src} region={region} onRegion={(next) => keep('region', next && regionText(next))} />
            )}
            <div className={styles.about}>
              <p className={styles.what} dir="auto">
                {jobId === null
                  ? (upload?.file.name ?? t('source.upload'))
                  : t('source.frame', { time: position(time, true), name: videos.get(jobId)?.name ?? '' })}
              </p>
              <p className={styles.hint}>{t('region.hint')}</p>
              <SearchBox
                label={t('words')}
                clearLabel={t('words.clear')}
                placeholder={t('words')}
                value={words}
                onChange={(next) => {
                  setWords(next);
                  keep('q', next.trim() || null);
                }}
              />
              <div className={styles.buttons}>
                {region && <Button onClick={() => keep('region', null)}>{t('region.clear')}</Button>}
                <ImageButton label={t('another')} onFiles={take} />
              </div>
            </div>
          </header>
        )}
        <ImageResults result={result} isSearching={hasSource && result.isPending} hasWords={words.trim() !== ''} />
      </div>
    </Page>
  );
}
