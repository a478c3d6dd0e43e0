import { SlidersHorizontal } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ComponentProps, useRef } from 'react';
import { MODULE_NAMES, type ModuleName } from '../../../../contract/analysis/modules.ts';
import type { SavedFilters } from '../../../../contract/search/saved-searches.ts';
import type { SearchHit } from '../../../../contract/search/search.ts';
import { chipsOf, withoutChip } from '../../../../core/query/chips.ts';
import type { QueryField } from '../../../../core/query/fields.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { ModuleIcon } from '../../../ui/media/module-icon.tsx';
import { useSearchText } from '../text.ts';
import { FilterFields } from './filter-fields.tsx';
import styles from './filters.module.css';
import { countFilters, withoutEmpty } from './scope.ts';

/** Fields of the query that the panel sets. */
const FIELDS: readonly QueryField[] = ['speaker', 'brand'];

/** Filters by type, with counts, and a panel of the others. */
export function Filters({
  scope,
  counted,
  onChange,
  onClear,
  ...fields
}: {
  scope: SavedFilters;
  /** Hits before filtering by type. */
  counted: readonly SearchHit[];
  onChange(scope: SavedFilters): void;
  /** Removes all but the types. */
  onClear(): void;
} & Pick<ComponentProps<typeof FilterFields>, 'query' | 'onQuery'>) {
  const t = useSearchText();
  const panel = useRef<HTMLDivElement>(null);
  const modules = scope.modules ?? [];
  const count = (name: ModuleName) => counted.filter((hit) => hit.module === name).length;
  const shown = MODULE_NAMES.filter((name) => count(name) > 0 || modules.includes(name));
  const set = (names: ModuleName[]) =>
    onChange(withoutEmpty({ ...scope, modules: names.length > 0 ? names : undefined }));
  const toggle = (name: ModuleName) =>
    set(modules.includes(name) ? modules.filter((other) => other !== name) : [...modules, name]);
  const { query, onQuery } = fields;
  const chips = chipsOf(query).filter(({ field, isNegated }) => FIELDS.includes(field) && !isNegated);
  const active = countFilters(scope) + chips.length;
  const clear = () => {
    // The button goes with the filters.
    panel.current?.focus();
    onClear();
    if (chips.length > 0) onQuery(chips.reduceRight(withoutChip, query));
  };
  return (
    <div className={styles.row}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row that scrolls */}
      <div role="group" aria-label={t('modules')} className={styles.chips}>
        <Chip pressed={modules.length === 0} onClick={() => set([])}>
          {t('modules.all')}
        </Chip>
        {shown.map((name) => (
          <Chip key={name} pressed={modules.includes(name)} count={count(name)} onClick={() => toggle(name)}>
            <ModuleIcon name={name} withName />
          </Chip>
        ))}
      </div>
      <Popover.Root>
        <Popover.Trigger asChild>
          <Button icon={SlidersHorizontal} aria-pressed={active > 0}>
            {active > 0 ? t('filters.some', { count: active }) : t('filters')}
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            ref={panel}
            className={styles.panel}
            align="end"
            sideOffset={6}
            collisionPadding={8}
            aria-label={t('filters')}
          >
            <FilterFields scope={scope} onChange={onChange} {...fields} />
            {active > 0 && <Button onClick={clear}>{t('none.clear')}</Button>}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
