import { LayoutGrid, Rows3, SlidersHorizontal } from 'lucide-react';
import { VIDEO_STATUSES } from '../../../contract/library/video.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/input.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { useIsPhone } from '../../ui/lib/media-query.ts';
import { useUiText } from '../../ui/lib/ui-text.ts';
import { SORTS, type SortFilter } from './sort-filter.ts';
import { useLibraryText } from './text.ts';
import styles from './toolbar.module.css';
import type { View } from './view.ts';

export interface ToolbarProps {
  text: string;
  setText(text: string): void;
  status: SortFilter['status'];
  setStatus(status: SortFilter['status']): void;
  view: View;
  setView(change: Partial<View>): void;
  /** Number of videos shown; null while loading. */
  count: number | null;
}

/** Filter, sort order, and view; collapsed behind a button on phones. */
export function Toolbar({ text, setText, status, setStatus, view, setView, count }: ToolbarProps) {
  const t = useLibraryText();
  const words = useUiText();
  const isPhone = useIsPhone();
  const statuses: { value: SortFilter['status']; label: string }[] = [
    { value: 'any', label: t('status.any') },
    ...VIDEO_STATUSES.map((value) => ({ value, label: words(`status.${value}`) })),
  ];
  const sorts = SORTS.map((value) => ({ value, label: t(`sort.${value}`) }));
  return (
    <div className={styles.tools}>
      <SearchBox
        className={styles.filter ?? ''}
        label={t('filter')}
        clearLabel={t('filter.clear')}
        value={text}
        onChange={setText}
      />
      {isPhone ? (
        <Menu
          entries={[
            { heading: t('status') },
            ...statuses.map(({ value, label }) => ({
              label,
              checked: value === status,
              onSelect: () => setStatus(value),
            })),
            { heading: t('sort') },
            ...sorts.map(({ value, label }) => ({
              label,
              checked: value === view.sort,
              onSelect: () => setView({ sort: value }),
            })),
          ]}
        >
          <IconButton icon={SlidersHorizontal} label={t('sort')} pressed={status !== 'any'} />
        </Menu>
      ) : (
        <>
          <Select<SortFilter['status']>
            label={t('status')}
            hideLabel
            value={status}
            options={statuses}
            onChange={setStatus}
          />
          <span className={styles.count} role="status">
            {count !== null && t('count', { count })}
          </span>
          <Select
            label={t('sort')}
            hideLabel
            value={view.sort}
            options={sorts}
            onChange={(sort) => setView({ sort })}
          />
          <div className={styles.layouts}>
            <IconButton
              icon={LayoutGrid}
              label={t('view.card')}
              pressed={view.layout === 'card'}
              onClick={() => setView({ layout: 'card' })}
            />
            <IconButton
              icon={Rows3}
              label={t('view.row')}
              pressed={view.layout === 'row'}
              onClick={() => setView({ layout: 'row' })}
            />
          </div>
        </>
      )}
    </div>
  );
}
