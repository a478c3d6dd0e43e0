import { Download, GalleryVerticalEnd, Scissors, X } from 'lucide-react';
import type { Video } from '../../../contract/library/video.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/controls/chip.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { saveFile } from '../../ui/lib/files.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import { SEARCH_SORTS, type SearchSort } from './filters/scope.ts';
import { hitsToCsv, hitsToJson } from './hits/hit-list.ts';
import { clipOf, markOf, type VideoMoments } from './moments.ts';
import styles from './results-bar.module.css';
import { useSearchText } from './text.ts';

/** Result count and actions. */
export function ResultsBar({
  query,
  sort,
  onSort,
  groups,
  videos,
  selected,
  onClear,
  newCount,
  isOnlyNew,
  onOnlyNew,
}: {
  query: string;
  sort: SearchSort;
  onSort(sort: SearchSort): void;
  groups: readonly VideoMoments[];
  videos: ReadonlyMap<string, Video>;
  selected: ReadonlySet<string>;
  onClear(): void;
  /** New hits of the saved search; 0 for none. */
  newCount: number;
  /** Whether only new hits are shown. */
  isOnlyNew: boolean;
  onOnlyNew(isOnly: boolean): void;
}) {
  const t = useSearchText();
  const language = usePreferences((preferences) => (preferences.language === 'de' ? 'de' : 'en'));
  const moments = groups.flatMap((group) => group.moments);
  const chosen = selected.size > 0 ? moments.filter((moment) => selected.has(moment.id)) : moments;
  const hits = chosen.flatMap((moment) => moment.hits);
  const save = (text: string, type: string, extension: string) =>
    saveFile(new Blob([text], { type }), `${query}.${extension}`);
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.count}>
        {selected.size > 0
          ? t('selected', { count: selected.size })
          : `${t('moments', { count: moments.length })} ${t('inVideos', { count: groups.length })}`}
      </p>
      {newCount > 0 && (
        <Chip pressed={isOnlyNew} onClick={() => onOnlyNew(!isOnlyNew)}>
          {t('new', { count: newCount })}
        </Chip>
      )}
      {selected.size > 0 && (
        <>
          <Button size="small" look="quiet" icon={X} onClick={onClear}>
            {t('select.none')}
          </Button>
          <Button
            size="small"
            icon={GalleryVerticalEnd}
            onClick={() => openOverlay({ kind: 'add-to-story', moments: chosen.map(markOf) })}
          >
            {t('story')}
          </Button>
        </>
      )}
      <span className={styles.space} />
      <Select
        label={t('sort')}
        hideLabel
        value={sort}
        options={SEARCH_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={onSort}
      />
      <Menu
        entries={[
          { heading: selected.size > 0 ? t('export.selected') : t('export.all') },
          {
            label: t('export.clips'),
            icon: Scissors,
            onSelect: () => openOverlay({ kind: 'clips', clips: chosen.map(clipOf), padding: 2 }),
          },
          { label: t('export.csv'), onSelect: () => save(hitsToCsv(hits, videos, language), 'text/csv', 'csv') },
          {
            label: t('export.json'),
            onSelect: () => save(hitsToJson(query, hits, videos), 'application/json', 'json'),
          },
        ]}
      >
        <Button icon={Download}>{t('export')}</Button>
      </Menu>
    </div>
  );
}
