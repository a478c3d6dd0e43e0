import { Download, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import styles from './dialog.module.css';
import { useExportText } from './text.ts';

/** A format to export as. */
export interface FormatRow {
  name: string;
  about: string;
  /** Button other than “Save”. */
  button?: { icon: LucideIcon; label: string };
  canSave: boolean;
  onSave(): void;
}

/** Export formats of a group. @param setting control beside the heading that applies to the group */
export function FormatGroup({
  title,
  setting,
  rows,
}: {
  title: string;
  setting?: ReactNode;
  rows: readonly FormatRow[];
}) {
  const t = useExportText();
  return (
    <section className={styles.group} aria-label={title}>
      <header className={styles.head}>
        <h3>{title}</h3>
        {setting}
      </header>
      <ul className={styles.list}>
        {rows.map(({ name, about, button, canSave, onSave }) => (
          <li key={name} className={styles.row}>
            <div className={styles.about}>
              <p className={styles.name}>{name}</p>
              <p className={styles.text}>{about}</p>
            </div>
            <Button
              size="small"
              icon={button?.icon ?? Download}
              aria-label={button ? `${button.label} ${name}` : t('save', { format: name })}
              disabled={!canSave}
              onClick={onSave}
            >
              {button?.label ?? t('saveShort')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
