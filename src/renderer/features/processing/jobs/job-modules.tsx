import { Check, Circle, CircleAlert, LoaderCircle, Minus } from 'lucide-react';
import type { ModuleStatus } from '../../../../contract/analysis/job.ts';
import { MODULE_NAMES } from '../../../../contract/analysis/modules.ts';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { useMessages } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon, useModuleNames } from '../../../ui/media/module-icon.tsx';
import { useProcessingText } from '../text.ts';
import styles from './job-modules.module.css';

const SIGNS = {
  waiting: Circle,
  running: LoaderCircle,
  completed: Check,
  failed: CircleAlert,
  skipped: Minus,
} as const satisfies Record<ModuleStatus['status'], unknown>;

/** State of each module of a job. */
export function JobModules({ modules }: { modules: readonly ModuleStatus[] }) {
  const t = useProcessingText();
  const messages = useMessages();
  const formats = useFormats();
  const nameOf = useModuleNames();
  const inOrder = modules.toSorted((a, b) => MODULE_NAMES.indexOf(a.module) - MODULE_NAMES.indexOf(b.module));
  return (
    <ul className={styles.modules}>
      {inOrder.map((run) => {
        const { module, status, progress, error } = run;
        const Sign = SIGNS[status];
        return (
          <li key={module} className={cx(styles.module, styles[status])}>
            <div className={styles.line}>
              <ModuleIcon name={module} withName />
              <span className={styles.state}>
                <Sign aria-hidden size={13} strokeWidth={2} />
                {status === 'running' ? formats.percent(progress / 100) : t(`state.${status}`)}
              </span>
            </div>
            {status === 'running' && <Progress value={progress} label={t('progress', { name: nameOf(module) })} />}
            {error !== null && <p className={styles.error}>{messages.failure(run)}</p>}
          </li>
        );
      })}
    </ul>
  );
}
