import qrcode from 'qrcode-generator';
import { useMemo } from 'react';
import styles from './qr-code.module.css';

/** Quiet zone around the code in modules (ISO/IEC 18004). */
const QUIET = 4;

/** QR code of a link, black on white in every theme for cameras. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = qrcode(0, 'M');
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    let squares = '';
    for (let row = 0; row < count; row++) {
      for (let column = 0; column < count; column++) {
        if (code.isDark(row, column)) squares += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
      }
    }
    return { path: squares, size: count + 2 * QUIET };
  }, [text]);
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
