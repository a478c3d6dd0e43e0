import { PageShortcuts } from '../features/video/details/page-shortcuts.tsx';
import { Dialog } from '../ui/layout/dialog.tsx';
import { showShortcut } from '../ui/lib/show-shortcut.ts';
import styles from './shortcuts-dialog.module.css';
import { useAppText } from './text.ts';

const EVERYWHERE = [
  ['mod+k', 'keys.search'],
  ['?', 'keys.help'],
  ['escape', 'keys.escape'],
] as const;
const LIBRARY = [
  ['← → ↑ ↓', 'keys.walk'],
  ['enter', 'keys.open'],
  ['x', 'keys.choose'],
  ['mod+a', 'keys.all'],
  ['delete', 'keys.delete'],
] as const;

const EVENT = [
  ['space', 'keys.play'],
  ['← →', 'keys.skip'],
  ['shift+← →', 'keys.nudge'],
  ['home', 'keys.start'],
  ['end', 'keys.end'],
  ['mod+z', 'keys.undo'],
] as const;

/** Dialog with all keyboard shortcuts by screen. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const t = useAppText();
  const list = (keys: typeof EVERYWHERE | typeof LIBRARY | typeof EVENT) => (
    <dl className={styles.keys}>
      {keys.map(([combo, text]) => (
        <div key={combo} className={styles.key}>
          <dt>
            <kbd>{showShortcut(combo)}</kbd>
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <Dialog width="wide" title={t('keys.title')} onClose={onClose}>
      <div className={styles.columns}>
        <section className={styles.part}>
          <h3 className={styles.heading}>{t('keys.everywhere')}</h3>
          {list(EVERYWHERE)}
          <h3 className={styles.heading}>{t('nav.library')}</h3>
          {list(LIBRARY)}
          <h3 className={styles.heading}>{t('keys.event')}</h3>
          {list(EVENT)}
        </section>
        <section className={styles.part}>
          <h3 className={styles.heading}>{t('keys.video')}</h3>
          <PageShortcuts />
        </section>
      </div>
    </Dialog>
  );
}
