import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import styles from './dialog.module.css';
import { type Format, GROUPS, type Group } from './formats.ts';
import { useExportText } from './text.ts';

/** Export formats of a group. @param setting control beside the heading that applies to the group */
export function FormatGroup({
  group,
  setting,
  canSave,
  onSave,
}: {
  group: Group;
  setting: ReactNode;
  canSave(format: Format): boolean;
  onSave(format: Format): void;
}) {
  const t = useExportText();
  return (
    <section className={styles.group} aria-label={t(`group.${group}`)}>
      <header className={styles.head}>
        <h3>{t(`group.${group}`)}</h3>
        {setting}
      </header>
      <ul className={styles.list}>
        {GROUPS[group].map((format) => (
          <li key={format} className={styles.row}>
            <div className={styles.about}>
              <p className={styles.name}>{t(`${format}.title`)}</p>
              <p className={styles.text}>{t(`${format}.text`)}</p>
            </div>
            <Button
              size="small"
              icon={Download}
              aria-label={t('save', { format: t(`${format}.title`) })}
              disabled={!canSave(format)}
              onClick={() => onSave(format)}
            >
              {t('saveShort')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
