import { MODULE_CATALOG, type ModuleInfo, type ModuleName } from '../../../contract/analysis/modules.ts';
import { Chip } from '../../ui/controls/chip.tsx';
import { useModuleNames } from '../../ui/media/module-icon.tsx';
import styles from './dialog.module.css';
import { ModuleChoice } from './module-choice.tsx';
import { modulesOf, PRESETS, presetOf } from './presets.ts';
import { useProcessingText } from './text.ts';

/** Chips that choose the modules of a preset; those of a preset without any available module are disabled. */
export function ModulePresets({
  modules,
  chosen,
  onChoose,
}: {
  modules: readonly ModuleInfo[];
  chosen: readonly ModuleName[];
  onChoose(names: ModuleName[]): void;
}) {
  const t = useProcessingText();
  const preset = presetOf(chosen, modules);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row
    <div role="group" aria-label={t('preset')} className={styles.presets}>
      {PRESETS.map((name) => {
        const names = modulesOf(name, modules);
        return (
          <Chip key={name} pressed={preset === name} disabled={names.length === 0} onClick={() => onChoose(names)}>
            {t(`preset.${name}`)}
          </Chip>
        );
      })}
    </div>
  );
}

/** Checkboxes of modules. */
export function ModuleList({
  modules,
  chosen,
  onToggle,
  onLeave,
}: {
  modules: readonly ModuleInfo[];
  chosen: readonly ModuleName[];
  onToggle(name: ModuleName, isChosen: boolean): void;
  /** Called when a link leads to another screen. */
  onLeave(): void;
}) {
  const t = useProcessingText();
  const nameOf = useModuleNames();
  return (
    <fieldset className={styles.modules}>
      <legend className="visually-hidden">{t('modules')}</legend>
      {modules.map((module) => (
        <ModuleChoice
          key={module.name}
          module={module}
          checked={chosen.includes(module.name)}
          reads={MODULE_CATALOG[module.name].reads.map(nameOf)}
          onChange={(isChosen) => onToggle(module.name, isChosen)}
          onLeave={onLeave}
        />
      ))}
    </fieldset>
  );
}
