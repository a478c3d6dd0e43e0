import type { ReactNode } from 'react';
import type { EngineOptions, ModelInfo, UpdateEngineOptionsRequest } from '../../../../contract/system/models.ts';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';
import { DownloadSource } from './download-source.tsx';
import type { ModelGroups } from './group-models.ts';
import { ImportModel } from './import-model.tsx';

interface AdvancedModelsProps {
  groups: ModelGroups;
  options: EngineOptions;
  /** Row of a model. */
  row(model: ModelInfo): ReactNode;
  onImported(): void;
  /** Returns whether the change was saved. */
  onChange(change: UpdateEngineOptionsRequest): Promise<boolean>;
}

/** Other models, their import and source, and hardware decoding; folded at first. */
export function AdvancedModels({ groups, options, row, onImported, onChange }: AdvancedModelsProps) {
  const t = useSettingsText();
  const formats = useFormats();
  return (
    <details className={styles.advanced}>
      <summary className={styles.heading}>{t('models.advanced')}</summary>
      <div className={styles.inner}>
        <p className={styles.about}>{t('models.advanced.text')}</p>
        {groups.installed.length > 0 && (
          <section className={styles.block}>
            <h2 className={styles.heading}>{t('models.installed')}</h2>
            <ul className={styles.list}>{groups.installed.map((model) => row(model))}</ul>
          </section>
        )}
        <section className={styles.block}>
          <h2 className={styles.heading}>{t('models.others')}</h2>
          <div className={styles.list}>
            {groups.others.map(({ task, models }) => (
              <details key={task} className={styles.fold}>
                <summary className={styles.summary}>
                  {t(`models.task.${task}`)} <span className={styles.facts}>{formats.number(models.length)}</span>
                </summary>
                <ul>{models.map((model) => row(model))}</ul>
              </details>
            ))}
          </div>
        </section>
        <ImportModel onImported={onImported} />
        <DownloadSource saved={options.models_url} onSave={(models_url) => onChange({ models_url })} />
        <Switch
          label={t('models.decoding')}
          hint={t('models.decoding.hint')}
          checked={options.hardware_decoding}
          onChange={(hardware_decoding) => void onChange({ hardware_decoding })}
        />
      </div>
    </details>
  );
}
