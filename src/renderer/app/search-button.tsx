import { Search } from 'lucide-react';
import { useLocation } from 'wouter';
import { openOverlay } from '../ui/lib/overlays.ts';
import { showShortcut } from '../ui/lib/show-shortcut.ts';
import styles from './search-button.module.css';
import { useAppText } from './text.ts';

/** Search button in every header. */
export function SearchButton() {
  const t = useAppText();
  const [location] = useLocation();
  if (location === '/search') return null;
  return (
    <button
      type="button"
      className={styles.button}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openOverlay({ kind: 'search' })}
    >
      <Search aria-hidden size={14} strokeWidth={1.75} />
      <span className={styles.text}>{t('search.hint')}</span>
      <kbd aria-hidden className={styles.key}>
        {showShortcut('mod+k')}
      </kbd>
    </button>
  );
}
