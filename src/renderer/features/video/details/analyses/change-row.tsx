import { CircleMinus, CirclePlus, PencilLine } from 'lucide-react';
import type { FindingChange } from '../../../../../contract/evidence/analyses.ts';
import { useMessages } from '../../../../ui/lib/messages.ts';
import { position } from '../../../../ui/lib/use-formats.ts';
import { ModuleIcon } from '../../../../ui/media/module-icon.tsx';
import { usePlayer } from '../../player/player-store.ts';
import { useEvidenceText } from '../evidence-text.ts';
import styles from './comparison.module.css';

const ICONS = { added: CirclePlus, gone: CircleMinus, changed: PencilLine } as const;

/** A finding that two analyses do not share; a click plays its time. */
export function ChangeRow({ change: { kind, module, from, to } }: { change: FindingChange }) {
  const t = useEvidenceText();
  const player = usePlayer();
  const messages = useMessages();
  const Icon = ICONS[kind];
  const before = from && messages.segment({ ...from, module });
  const after = to && messages.segment({ ...to, module });
  const { start_time: start } = (after ?? before)!;
  const isTextSame = before?.content === after?.content;
  const span = (segment: { start_time: number; end_time: number }) =>
    `${position(segment.start_time, true)}–${position(segment.end_time, true)}`;
  return (
    <li>
      <button type="button" className={styles.change} onClick={() => player.seek(start)}>
        <span className={styles.time}>{position(start)}</span>
        <span className={styles.sign} data-kind={kind}>
          <Icon aria-hidden size={14} strokeWidth={1.75} />
          <span className="visually-hidden">{t(`compare.${kind}`)}</span>
        </span>
        <ModuleIcon name={module} />
        <span className={styles.texts}>
          {before && !isTextSame && (
            <span dir="auto" className={after ? styles.before : styles.gone}>
              {before.content}
            </span>
          )}
          {after && (
            <span dir="auto" className={styles.after}>
              {after.content}
            </span>
          )}
          {before && after && isTextSame && (
            <span className={styles.spans}>{t('compare.moved', { from: span(before), to: span(after) })}</span>
          )}
        </span>
      </button>
    </li>
  );
}
