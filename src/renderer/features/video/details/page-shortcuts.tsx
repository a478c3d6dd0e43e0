import { useVideoText } from '../text.ts';
import styles from './panel.module.css';

const KEYS = [
  ['Space K', 'key.space'],
  ['J K L', 'key.jkl'],
  ['← →', 'key.arrows'],
  [', .', 'key.frames'],
  ['↑ ↓', 'key.updown'],
  ['I O', 'key.marks'],
  ['C', 'key.captions'],
  ['B', 'key.boxes'],
  ['F', 'key.full'],
  ['/', 'key.search'],
  ['+ −', 'key.zoom'],
  ['Home', 'key.home'],
] as const;

/** What the keys of this page do. */
export function Keys() {
  const t = useVideoText();
  return (
    <dl className={styles.keys}>
      {KEYS.map(([keys, text]) => (
        <div key={text} className={styles.fact}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  );
}
