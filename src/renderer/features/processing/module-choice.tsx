import type { ModuleInfo } from '../../../contract/modules.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { cx } from '../../ui/lib/classes.ts';
import { ModuleIcon, useModuleTexts } from '../../ui/media/module-icon.tsx';
import { MissingModel } from './missing-model.tsx';
import styles from './module-choice.module.css';
import { useProcessingText } from './text.ts';

/** A kind of findings to choose: what it gives, and what it takes or lacks. */
export function ModuleChoice({
  module,
  checked,
  reads,
  onChange,
  onLeave,
}: {
  module: ModuleInfo;
  checked: boolean;
  /** Names of the modules whose findings it uses. */
  reads: readonly string[];
  onChange(checked: boolean): void;
  /** To another screen. */
  onLeave(): void;
}) {
  const t = useProcessingText();
  const textsOf = useModuleTexts();
  const { name, available, reason, needs, engine } = module;
  // What is shown about a missing speech model names it, with its size and how to get it.
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
                {reason}
                {!isServer(needs) && ` ${t('needs', { names: needs.join(', ') })}`}
              </span>
            )}
            {engine !== null && <span className={styles.engine}>{engine}</span>}
          </>
        }
      />
      {lacksModel && <MissingModel onLeave={onLeave} />}
    </div>
  );
}

/** Whether the reason has told all: nothing is to be installed, but a server to be reached. */
function isServer(needs: readonly string[]): boolean {
  return needs.every((need) => need === 'ollama');
}
