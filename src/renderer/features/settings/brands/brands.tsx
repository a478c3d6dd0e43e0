import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_BRAND_WORD_LENGTH, MAX_BRAND_WORDS } from '../../../../contract/account/settings.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { showChange } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/controls/input.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import styles from '../page.module.css';
import { parseLines } from '../parse-lines.ts';
import { endDraft, runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { ReferenceLogos } from './reference-logos.tsx';
import { RescanVideos } from './rescan-videos.tsx';

/** Reference logos, brand words, and the rescan of existing videos; one error where neither list could be loaded. */
export function Brands() {
  const t = useSettingsText();
  const [logos, words] = [useQuery(queries.logos), useQuery(queries.brandWords)];
  const retry = () => void Promise.all([logos.refetch(), words.refetch()]);
  if (logos.isLoadingError && words.isLoadingError)
    return <ErrorState title={t('error.title')} error={logos.error} onRetry={retry} />;
  return (
    <>
      <ReferenceLogos />
      <BrandWordList />
      <RescanVideos />
    </>
  );
}

/** Brand words in addition to the built-in list. */
function BrandWordList() {
  const t = useSettingsText();
  const { data, error, refetch } = useQuery(queries.brandWords);
  const [text, setText] = useState<string | null>(null);
  if (error && !data) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className={styles.skeleton} />;

  const shown = text ?? data.words.join('\n');
  const words = parseLines(shown);
  const tooLong = words.find((word) => word.length > MAX_BRAND_WORD_LENGTH);
  const problem =
    tooLong !== undefined
      ? t('brands.long', { count: MAX_BRAND_WORD_LENGTH, word: tooLong.slice(0, 30) })
      : words.length > MAX_BRAND_WORDS
        ? t('brands.many', { count: MAX_BRAND_WORDS })
        : undefined;
  const save = () =>
    runAction(async () => {
      const saved = await api.brandWords.replace(words);
      showChange(queries.brandWords, () => saved);
      setText(endDraft(text, null));
      toast(t('brands.saved'), { tone: 'good' });
    });
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{t('brands.words')}</h2>
      <p className={styles.about}>{t('brands.about')}</p>
      <TextArea
        label={t('brands.field')}
        rows={6}
        spellCheck={false}
        value={shown}
        error={problem}
        hint={t('brands.count', { count: words.length })}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button look="primary" disabled={text === null || problem !== undefined} onClick={() => void save()}>
          {t('brands.save')}
        </Button>
      </div>
    </section>
  );
}
