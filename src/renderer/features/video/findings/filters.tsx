import { ListFilter, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { MODULE_NAMES, type ModuleName } from '../../../../contract/analysis/modules.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/input.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useModuleNames } from '../../../ui/media/module-icon.tsx';
import { useVideoText } from '../text.ts';
import { countLabels, type Filter, isFiltering } from './filter.ts';
import styles from './findings.module.css';

/** Maximum number of labels in the menu. */
const LABELS_MAX = 24;
const CONFIDENCES = [0, 0.5, 0.7, 0.9] as const;
/** Id of the search field, for its shortcut. */
export const SEARCH_ID = 'findings-search';

/** Filter of the findings list. */
export function Filters({
  segments,
  shown,
  total,
  filter,
  setFilter,
  onAdd,
}: {
  segments: readonly Segment[];
  shown: number;
  total: number;
  filter: Filter;
  setFilter(filter: Filter): void;
  /** Opens the form for a new finding. */
  onAdd(): void;
}) {
  const t = useVideoText();
  const formats = useFormats();
  const nameOf = useModuleNames();
  const modules = useMemo(() => {
    const present = new Set(segments.map((segment) => segment.module));
    return MODULE_NAMES.filter((name) => present.has(name));
  }, [segments]);
  const labels = useMemo(() => countLabels(segments, LABELS_MAX), [segments]);
  const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  const toggle = (name: ModuleName) =>
    change({
      modules: filter.modules.includes(name)
        ? filter.modules.filter((other) => other !== name)
        : [...filter.modules, name],
    });
  const chosen = filter.modules.length + (filter.label === null ? 0 : 1) + (filter.confidence > 0 ? 1 : 0);
  const count =
    shown === total
      ? t('findings.count', { count: shown })
      : t('findings.some', { shown: formats.number(shown), all: formats.number(total) });
  return (
    <div className={styles.filters}>
      <SearchBox
        id={SEARCH_ID}
        className={styles.search ?? ''}
        label={t('findings.search')}
        clearLabel={t('findings.clear')}
        value={filter.text}
        onChange={(text) => change({ text })}
      />
      <Menu
        entries={[
          { heading: t('filter.kinds') },
          ...modules.map((name) => ({
            label: nameOf(name),
            checked: filter.modules.includes(name),
            onSelect: () => toggle(name),
          })),
          { separator: true },
          { heading: t('filter.confidence') },
          ...CONFIDENCES.map((confidence) => ({
            label:
              confidence === 0
                ? t('filter.anyConfidence')
                : t('filter.atLeast', { percent: formats.percent(confidence) }),
            checked: filter.confidence === confidence,
            onSelect: () => change({ confidence }),
          })),
          ...(labels.length > 0
            ? [
                { separator: true } as const,
                { heading: t('filter.label') },
                {
                  label: t('filter.anyLabel'),
                  checked: filter.label === null,
                  onSelect: () => change({ label: null }),
                },
                ...labels.map(({ label, count: times }) => ({
                  label: `${label} · ${formats.number(times)}`,
                  checked: filter.label === label,
                  onSelect: () => change({ label: filter.label === label ? null : label }),
                })),
              ]
            : []),
        ]}
      >
        <Button icon={ListFilter} aria-pressed={chosen > 0}>
          {chosen > 0 ? `${t('filter.kinds')} · ${chosen}` : t('filter.kinds')}
        </Button>
      </Menu>
      <IconButton icon={Plus} label={t('add')} onClick={onAdd} />
      <span
        className={styles.count}
        role="status"
        {...(!isFiltering(filter) && shown < total && { title: t('findings.others') })}
      >
        {count}
      </span>
    </div>
  );
}
