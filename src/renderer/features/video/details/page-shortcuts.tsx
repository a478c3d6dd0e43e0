import { showShortcut } from '../../../ui/lib/show-shortcut.ts';
import { useVideoText } from '../text.ts';
import styles from './panel.module.css';

const KEYS = [
  [['space', 'k'], 'key.space'],
  [['j', 'k', 'l'], 'key.jkl'],
  [['←', '→'], 'key.arrows'],
  [[',', '.'], 'key.frames'],
  [['↑', '↓'], 'key.updown'],
  [['i', 'o'], 'key.marks'],
  [['g'], 'key.goTo'],
  [['m'], 'key.moment'],
  [['shift+m'], 'key.mute'],
  [['c'], 'key.captions'],
  [['b'], 'key.boxes'],
  [['r'], 'key.region'],
  [['f'], 'key.full'],
  [['t'], 'key.transcript'],
  [['/'], 'key.search'],
  [['plus', '−'], 'key.zoom'],
  [['home'], 'key.home'],
] as const;

/** Keyboard shortcuts of the video page. */
export function PageShortcuts() {
  const t = useVideoText();
  return (
    <dl className={styles.keys}>
      {KEYS.map(([keys, text]) => (
        <div key={text} className={styles.fact}>
          <dt>
            <kbd>{keys.map((key) => showShortcut(key)).join(' ')}</kbd>
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  );
}
