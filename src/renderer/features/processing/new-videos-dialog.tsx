import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import { queries } from '../../api/queries.ts';
import { setNewVideos, useNewVideos } from '../../api/uploads/new-videos.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/checkbox.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import styles from './dialog.module.css';
import { ModuleList, ModulePresets } from './module-list.tsx';
import { modulesOf, presetOf } from './presets.ts';
import { useProcessingText } from './text.ts';

/** Dialog that selects the modules for videos to be added; each change is kept at once. */
export function NewVideosDialog({ onClose }: { onClose(): void }) {
  const t = useProcessingText();
  const [, navigate] = useLocation();
  const { data: modules, error, refetch } = useQuery(queries.modules);
  const { modules: selection } = useNewVideos();
  const isOn = selection === 'all' || selection.length > 0;
  const chosen = selection === 'all' ? modulesOf('all', modules ?? []) : selection;
  // Everything includes modules that are installed later.
  const choose = (names: readonly ModuleName[]) =>
    setNewVideos(modules && presetOf(names, modules) === 'all' ? 'all' : names);
  const toggle = (name: ModuleName, isChosen: boolean) =>
    choose(isChosen ? [...chosen, name] : chosen.filter((other) => other !== name));
  return (
    <Dialog
      width="wide"
      onClose={onClose}
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
          <ModulePresets modules={modules} chosen={chosen} onChoose={choose} />
          <ModuleList modules={modules} chosen={chosen} onToggle={toggle} onLeave={onClose} />
        </>
      )}
    </Dialog>
  );
}
