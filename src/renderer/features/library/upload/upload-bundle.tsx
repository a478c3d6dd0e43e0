import type { BundleFacts } from '../../../../contract/bundles/imports.ts';
import { acceptBundle, type Upload } from '../../../api/uploads/uploads.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useLibraryText } from '../text.ts';
import styles from './upload-tray.module.css';

/** Digits of a fingerprint that are shown, in groups of four. */
const KEY_DIGITS = 16;

/** Whose bundle a file is, and its size. */
export function bundleFacts(
  { signer, fingerprint, findings }: BundleFacts,
  t: ReturnType<typeof useLibraryText>,
): string {
  const key = fingerprint?.slice(0, KEY_DIGITS).replace(/(.{4})(?=.)/g, '$1 ') ?? '';
  const origin = {
    this_installation: () => t('tray.bundle.own'),
    other: () => t('tray.bundle.other', { key }),
    none: () => t('tray.bundle.unsigned'),
  }[signer]();
  return `${origin} · ${t('tray.bundle.findings', { count: findings })}`;
}

/** Question whether to import a bundle, and whether it replaces own findings. */
export function BundleChoice({ upload: { id, bundle } }: { upload: Upload }) {
  const t = useLibraryText();
  if (!bundle) return null;
  const { signer, own_modules } = bundle.facts;
  const isOverOwn = signer !== 'this_installation' && own_modules.length > 0;
  return (
    <>
      {isOverOwn && <span className={styles.facts}>{t('tray.bundle.hasOwn')}</span>}
      <span className={styles.choice}>
        <Button size="small" onClick={() => acceptBundle(id, false)}>
          {t('tray.bundle.import')}
        </Button>
        {isOverOwn && (
          <Button size="small" look="quiet" onClick={() => acceptBundle(id, true)}>
            {t('tray.bundle.replace')}
          </Button>
        )}
      </span>
    </>
  );
}
