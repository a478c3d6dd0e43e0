import type { ModuleInfo } from '../../../contract/modules.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/classes.ts';
import { ModuleIcon } from '../../ui/module-icon.tsx';
import styles from './module-choice.module.css';
import { useModuleText } from './module-text.ts';
import { useProcessingText } from './text.ts';

/** A kind of findings to choose: what it gives, and what it takes or lacks. */
export function ModuleChoice({
  module,
  checked,
  reads,
  onChange,
}: {
  module: ModuleInfo;
  checked: boolean;
  /** Names of the modules whose findings it uses. */
  reads: readonly string[];
  onChange(checked: boolean): void;
}) {
  const t = useProcessingText();
  const about = useModuleText();
  const { name, available, reason, needs, engine } = module;
  return (
    <div className={cx(styles.choice, checked && styles.checked, !available && styles.missing)}>
      <Checkbox
        checked={checked}
        disabled={!available}
        onChange={onChange}
        label={<ModuleIcon name={name} withName />}
        hint={
          <>
            <span className={styles.line}>{about(name)}</span>
            {available && reads.length > 0 && reads.length < 5 && (
              <span className={styles.line}>{t('reads', { names: reads.join(', ') })}</span>
            )}
            {!available && (
              <span className={styles.reason}>
                {reason}
                {needs.length > 0 && ` ${t('needs', { names: needs.join(', ') })}`}
              </span>
            )}
            {engine !== null && <span className={styles.engine}>{engine}</span>}
          </>
        }
      />
    </div>
  );
}
