import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { MODULE_CATALOG, type ModuleName } from '../../../contract/modules.ts';
import { setNewVideos, useNewVideos } from '../../api/new-videos.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/checkbox.tsx';
import { Chip } from '../../ui/controls/chip.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { useModuleNames } from '../../ui/media/module-icon.tsx';
import styles from './dialog.module.css';
import { ModuleChoice } from './module-choice.tsx';
import { modulesOf, PRESETS, presetOf } from './presets.ts';
import { useProcessingText } from './text.ts';

/** Dialog that selects the modules for videos to be added; each change is kept at once. */
export function NewVideosDialog({ onClose }: { onClose(): void }) {
  const t = useProcessingText();
  const nameOf = useModuleNames();
  const [, navigate] = useLocation();
  const { data: modules, error, refetch } = useQuery(queries.modules);
  const { modules: wanted } = useNewVideos();
  const isOn = wanted === 'all' || wanted.length > 0;
  const chosen = wanted === 'all' ? modulesOf('all', modules ?? []) : wanted;
  const preset = modules && isOn ? presetOf(chosen, modules) : undefined;
  // Everything includes what is installed later.
  const choose = (names: readonly ModuleName[]) =>
    setNewVideos(modules && presetOf(names, modules) === 'all' ? 'all' : names);
  const toggle = (name: ModuleName, isChosen: boolean) =>
    choose(isChosen ? [...chosen, name] : chosen.filter((other) => other !== name));
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('defaults.title')}
      description={t('defaults.text')}
      actions={
        <>
          <Button
            onClick={() => {
              onClose();
              navigate('/settings/models?show=models.speech');
            }}
          >
            {t('defaults.speech')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('defaults.done')}
          </Button>
        </>
      }
    >
      <Switch label={t('defaults.on')} checked={isOn} onChange={(next) => setNewVideos(next ? 'all' : [])} />
      {error && !modules && <ErrorState error={error} onRetry={refetch} />}
      {!modules && !error && <Skeleton className={styles.skeleton} />}
      {modules && isOn && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row */}
          <div role="group" aria-label={t('preset')} className={styles.presets}>
            {PRESETS.map((name) => (
              <Chip
                key={name}
                pressed={preset === name}
                disabled={modulesOf(name, modules).length === 0}
                onClick={() => choose(modulesOf(name, modules))}
              >
                {t(`preset.${name}`)}
              </Chip>
            ))}
          </div>
          <fieldset className={styles.modules}>
            <legend className="visually-hidden">{t('modules')}</legend>
            {modules.map((module) => (
              <ModuleChoice
                key={module.name}
                module={module}
                checked={chosen.includes(module.name)}
                reads={MODULE_CATALOG[module.name].reads.map(nameOf)}
                onChange={(isChosen) => toggle(module.name, isChosen)}
                onLeave={onClose}
              />
            ))}
          </fieldset>
        </>
      )}
    </Dialog>
  );
}
