import type { Depth } from '../../../contract/analysis/depth.ts';
import { Chip } from '../../ui/controls/chip.tsx';
import styles from './dialog.module.css';
import { useProcessingText } from './text.ts';

const DEPTHS = ['full', 'preview'] as const satisfies readonly Depth[];

/** Choice between a full analysis and a first look, with an explanation. */
export function DepthChoice({ value, onChange }: { value: Depth; onChange(value: Depth): void }) {
  const t = useProcessingText();
  return (
    <div className={styles.depth}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row */}
      <div role="group" aria-label={t('depth')} className={styles.depths}>
        {DEPTHS.map((depth) => (
          <Chip key={depth} pressed={value === depth} onClick={() => onChange(depth)}>
            {t(`depth.${depth}`)}
          </Chip>
        ))}
      </div>
      <p className={styles.depthHint}>{t(`depth.${value}.hint`)}</p>
    </div>
  );
}
