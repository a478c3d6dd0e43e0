import { type LucideIcon, Trash2, Undo2 } from 'lucide-react';
import { parseTimestamp } from '../../../../base/time.ts';
import { daysLeft } from '../../../../contract/library/trash.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { useTrashText } from '../../../ui/lib/texts/trash-text.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { Still } from '../../../ui/media/still.tsx';
import styles from './trash.module.css';

export interface TrashRowItem {
  title: string;
  deletedAt: string;
  still: string | null;
  icon: LucideIcon;
  facts: readonly string[];
}

/** Item of the trash with the days that it stays, and its commands. */
export function TrashRow({
  item: { title, deletedAt, still, icon, facts },
  onRestore,
  onDelete,
}: {
  item: TrashRowItem;
  onRestore(): void;
  onDelete(): void;
}) {
  const t = useTrashText();
  const formats = useFormats();
  const days = daysLeft(parseTimestamp(deletedAt) ?? 0, Date.now());
  return (
    <li className={styles.row}>
      <Still src={still} icon={icon} className={styles.still} />
      <span className={styles.text}>
        <span className={styles.name} dir="auto" title={title}>
          {title}
        </span>
        <span className={styles.facts}>
          {facts.map((fact) => (
            <bdi key={fact} className={styles.fact}>
              {fact}
            </bdi>
          ))}
          <span className={styles.fact}>{t('deleted', { ago: formats.ago(deletedAt) })}</span>
          <span className={styles.left}>{t('left', { count: days })}</span>
        </span>
      </span>
      <span className={styles.actions}>
        <Button size="small" icon={Undo2} aria-label={`${t('restore')}: ${title}`} onClick={onRestore}>
          {t('restore')}
        </Button>
        <IconButton size="small" icon={Trash2} label={`${t('delete')}: ${title}`} onClick={onDelete} />
      </span>
    </li>
  );
}
