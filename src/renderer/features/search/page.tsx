import { FileCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { HeaderButton } from '../../ui/controls/header-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Filters } from './filters/filters.tsx';
import { withoutEmpty } from './filters/scope.ts';
import styles from './page.module.css';
import { QueryField } from './query-field.tsx';
import { QueryParts } from './query-parts.tsx';
import { Results } from './results.tsx';
import { SavedMenu } from './saved/saved-menu.tsx';
import { useSearchText } from './text.ts';
import { UnknownWords } from './unknown-words.tsx';
import { useSearch } from './use-search.ts';
import { useSearchAddress } from './use-search-address.ts';
import { useSearchResults } from './use-search-results.ts';
import { ImageButton } from './visual/image-button.tsx';
import { useImageInput } from './visual/use-image-input.ts';

/** Search over all videos. */
export function SearchPage() {
  const t = useSearchText();
  const [, navigate] = useLocation();
  const [withWeak, setWithWeak] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const head = useRef<HTMLDivElement>(null);
  const address = useSearchAddress(() => {
    setSelected(new Set());
    setWithWeak(false);
  });
  const { text, setText, query, scope, setScope } = address;
  const results = useSearchResults(address, withWeak);
  const { result, isBlank } = results;
  const counted = useSearch(query, withoutEmpty({ ...scope, modules: undefined }), true);
  const takeImage = useImageInput();

  const search = (next: string) => {
    setText(next);
    head.current?.querySelector('input')?.focus();
  };

  return (
    <Page
      title={t('title')}
      actions={<HeaderButton icon={FileCheck} label={t('check')} onClick={() => navigate('/search/check')} />}
    >
      <div className={styles.scroller}>
        <div ref={head} className={styles.head}>
          <div className={styles.field}>
            <QueryField value={text} onChange={setText} className={styles.box ?? ''} />
            <ImageButton onFiles={takeImage} />
            <SavedMenu query={query.trim()} scope={scope} />
          </div>
          <QueryParts
            query={text}
            hints={query.trim() === '' ? [] : result.hints}
            onChange={setText}
            onEdit={({ start, end }) => {
              const input = head.current?.querySelector('input');
              input?.focus();
              input?.setSelectionRange(start, end);
            }}
          />
          <UnknownWords query={query.trim()} words={results.unknown} onChange={setText} />
          {!isBlank && (
            <Filters
              scope={scope}
              counted={counted.hits}
              onChange={setScope}
              query={text}
              onQuery={setText}
              onClear={() => setScope(withoutEmpty({ modules: scope.modules }))}
            />
          )}
        </div>
        <Results
          address={address}
          results={results}
          withWeak={withWeak}
          setWithWeak={setWithWeak}
          selected={selected}
          setSelected={setSelected}
          onSearch={search}
        />
      </div>
    </Page>
  );
}
