import type { ModuleInfo } from '../../../contract/analysis/modules.ts';
import { engineName } from '../../../core/texts/engine-name.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { cx } from '../../ui/lib/classes.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { ModuleIcon, useModuleTexts } from '../../ui/media/module-icon.tsx';
import { MissingModel } from './missing-model.tsx';
import styles from './module-choice.module.css';
import { useProcessingText } from './text.ts';

/** Checkbox of a module with its description and requirements. */
export function ModuleChoice({
  module,
  checked,
  reads,
  onChange,
  onLeave,
}: {
  module: ModuleInfo;
  checked: boolean;
  /** Names of modules it depends on. */
  reads: readonly string[];
  onChange(checked: boolean): void;
  /** Called when a link leads to another screen. */
  onLeave(): void;
}) {
  const t = useProcessingText();
  const textsOf = useModuleTexts();
  const messages = useMessages();
  const { name, available, reason, reason_text, needs, needs_texts, engine } = module;
  // MissingModel covers the reason and the install button.
  const lacksModel = name === 'transcription' && !available && needs.length > 0;
  return (
    <div className={cx(styles.choice, checked && styles.checked, !available && styles.missing)}>
      <Checkbox
        checked={checked}
        disabled={!available}
        onChange={onChange}
        label={<ModuleIcon name={name} withName />}
        hint={
          <>
            <span className={styles.line}>{textsOf(name).description}</span>
            {available && reads.length > 0 && reads.length < 5 && (
              <span className={styles.line}>{t('reads', { names: reads.join(', ') })}</span>
            )}
            {reason !== null && !lacksModel && (
              <span className={styles.reason}>
                {messages.text(reason_text, reason)}
                {!isServer(needs) &&
                  ` ${t('needs', { names: needs.map((need, i) => messages.text(needs_texts[i], need)).join(', ') })}`}
              </span>
            )}
            {engine !== null && <span className={styles.engine}>{engineName(engine)}</span>}
          </>
        }
      />
      {lacksModel && <MissingModel onLeave={onLeave} />}
    </div>
  );
}

/** Whether only a server connection is missing, which the reason already covers. */
function isServer(needs: readonly string[]): boolean {
  return needs.every((need) => need === 'ollama');
}
