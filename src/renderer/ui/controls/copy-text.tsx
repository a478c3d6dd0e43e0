import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useUiText } from '../lib/ui-text.ts';
import { IconButton } from './button.tsx';
import styles from './copy-text.module.css';

/** Duration of the check mark after copying, in milliseconds. */
const COPIED_MS = 2000;

/** A value that people compare or paste elsewhere, such as a hash, with a button to copy it. */
export function CopyText({ label, text, hideLabel = false }: { label: string; text: string; hideLabel?: boolean }) {
  const t = useUiText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <span className={styles.line}>
      <span className={styles.text}>
        <span className={hideLabel ? 'visually-hidden' : styles.label}>{label} </span>
        <bdi className={styles.value}>{text}</bdi>
      </span>
      <IconButton
        size="small"
        icon={isCopied ? Check : Copy}
        label={isCopied ? t('copied') : t('copy', { name: label })}
        onClick={() => void copy()}
      />
    </span>
  );
}
