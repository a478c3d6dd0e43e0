import { useLocation } from 'wouter';
import { OBJECT_GROUPS } from '../../../core/labels/label-groups.ts';
import { OBJECT_LABELS } from '../../../core/labels/object-labels.ts';
import { quoteValue } from '../../../core/query/complete.ts';
import { GERMAN_FIELDS } from '../../../core/query/fields.ts';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { useMessages } from '../../ui/lib/messages.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import { searchHref } from './filters/scope.ts';
import styles from './seen-dialog.module.css';
import { useSearchText } from './text.ts';

/** Objects that the bundled detector knows, in groups; each can be searched for. */
export function SeenDialog({ onClose }: { onClose(): void }) {
  const t = useSearchText();
  const messages = useMessages();
  const [, navigate] = useLocation();
  const language = usePreferences((preferences) => preferences.language);
  const nameOf = (label: string) =>
    messages.segment({ module: 'visualelements' as const, content: label, data: { label } }).data?.label ?? label;
  const search = (value: string) => {
    const field = language === 'de' ? GERMAN_FIELDS.sees : 'sees';
    navigate(searchHref(`${field}:${quoteValue(value)}`, {}));
    onClose();
  };
  const heading = ({ key, word }: (typeof OBJECT_GROUPS)[number]) => {
    const name = t(`seen.${key}`);
    if (!word) return name;
    return (
      <button type="button" className={styles.group} title={t('seen.find')} onClick={() => search(word[language])}>
        {name}
      </button>
    );
  };
  return (
    <Dialog width="wide" title={t('seen.title')} onClose={onClose}>
      <p className={styles.text}>{t('seen.text', { number: OBJECT_LABELS.length })}</p>
      <div className={styles.columns}>
        {OBJECT_GROUPS.map((group) => (
          <section key={group.key} className={styles.part}>
            <h3 className={styles.heading}>{heading(group)}</h3>
            <ul className={styles.labels}>
              {group.labels.map((label) => (
                <li key={label}>
                  <button type="button" className={styles.label} onClick={() => search(nameOf(label))}>
                    {nameOf(label)}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className={styles.text}>{t('seen.more')}</p>
    </Dialog>
  );
}
