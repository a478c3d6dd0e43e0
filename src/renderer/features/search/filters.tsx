import { useQuery } from '@tanstack/react-query';
import { MODULE_NAMES, type ModuleName } from '../../../contract/modules.ts';
import type { SearchHit } from '../../../contract/search.ts';
import { queries } from '../../api/queries.ts';
import { Chip } from '../../ui/controls/chip.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { ModuleIcon } from '../../ui/media/module-icon.tsx';
import styles from './filters.module.css';
import { useSearchText } from './text.ts';
import type { SearchScope } from './use-search.ts';

/** Filters by type, with counts, and by project. */
export function Filters({
  scope,
  counted,
  onChange,
}: {
  scope: SearchScope;
  /** Hits before filtering by type. */
  counted: readonly SearchHit[];
  onChange(scope: SearchScope): void;
}) {
  const t = useSearchText();
  const { data: projects } = useQuery(queries.projects);
  const count = (name: ModuleName) => counted.filter((hit) => hit.module === name).length;
  const shown = MODULE_NAMES.filter((name) => count(name) > 0 || scope.modules.includes(name));
  const toggle = (name: ModuleName) => {
    const isOn = scope.modules.includes(name);
    const modules = isOn ? scope.modules.filter((other) => other !== name) : [...scope.modules, name];
    onChange({ ...scope, modules });
  };
  return (
    <div className={styles.row}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row that scrolls */}
      <div role="group" aria-label={t('modules')} className={styles.chips}>
        <Chip pressed={scope.modules.length === 0} onClick={() => onChange({ ...scope, modules: [] })}>
          {t('modules.all')}
        </Chip>
        {shown.map((name) => (
          <Chip key={name} pressed={scope.modules.includes(name)} count={count(name)} onClick={() => toggle(name)}>
            <ModuleIcon name={name} withName />
          </Chip>
        ))}
      </div>
      {projects && projects.length > 0 && (
        <Select
          label={t('project')}
          hideLabel
          className={styles.project ?? ''}
          value={scope.projectId ?? ''}
          options={[
            { value: '', label: t('project.any') },
            ...projects.map((project) => ({ value: project.id, label: project.name })),
          ]}
          onChange={(value) => onChange({ ...scope, projectId: value === '' ? null : value })}
        />
      )}
    </div>
  );
}
