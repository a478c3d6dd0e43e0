import { useQuery } from '@tanstack/react-query';
import type { Depth } from '../../../../contract/analysis/depth.ts';
import { MODULE_CATALOG } from '../../../../contract/analysis/modules.ts';
import { queries } from '../../../api/queries.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { ModuleIcon } from '../../../ui/media/module-icon.tsx';
import { type FolderDraft, modulesOf } from './folder-draft.ts';
import styles from './watch-folders.module.css';
import { useWatchFoldersText } from './watch-folders-text.ts';

/** Fields of the analysis of a folder's files. */
export function AnalysisFields({
  draft,
  onChange,
}: {
  draft: FolderDraft;
  onChange(change: Partial<FolderDraft>): void;
}) {
  const t = useWatchFoldersText();
  const { data: projects } = useQuery(queries.projects);
  const { data: modules } = useQuery(queries.modules);
  const shown = modules?.filter(({ name }) => draft.depth === 'full' || MODULE_CATALOG[name].canPreview) ?? [];
  const chosen = modulesOf(draft);
  const choices = [{ id: '', name: t('project.none') }, ...(projects ?? [])];
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t('project')}
          value={draft.projectId}
          options={choices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(projectId) => onChange({ projectId })}
        />
        <Select
          label={t('mode')}
          value={draft.mode}
          options={(['default', 'copy', 'reference'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
          onChange={(mode) => onChange({ mode })}
        />
        <Select<Depth>
          label={t('depth')}
          value={draft.depth}
          options={(['full', 'preview'] as const).map((value) => ({ value, label: t(`depth.${value}`) }))}
          onChange={(depth) => onChange({ depth })}
        />
        <Select<'all' | 'some'>
          label={t('types')}
          value={draft.modules === null ? 'all' : 'some'}
          options={(['all', 'some'] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(kind) =>
            onChange({
              modules:
                kind === 'all' ? null : (modules ?? []).filter(({ available }) => available).map(({ name }) => name),
            })
          }
        />
      </div>
      {chosen && (
        <fieldset className={styles.types}>
          <legend className="visually-hidden">{t('types')}</legend>
          {shown.map(({ name, available }) => (
            <Checkbox
              key={name}
              label={<ModuleIcon name={name} withName />}
              disabled={!available && !chosen.includes(name)}
              checked={chosen.includes(name)}
              onChange={(isOn) =>
                onChange({
                  modules: isOn
                    ? [...(draft.modules ?? []), name]
                    : (draft.modules ?? []).filter((other) => other !== name),
                })
              }
            />
          ))}
          {chosen.length === 0 && <p className={styles.hint}>{t('types.none')}</p>}
        </fieldset>
      )}
    </>
  );
}
