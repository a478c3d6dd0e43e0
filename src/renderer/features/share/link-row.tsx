import { Copy, Download, ExternalLink, QrCode as QrIcon, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SharedReport } from '../../../contract/sharing/shared-reports.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { cx } from '../../ui/lib/classes.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { QrCode } from '../../ui/media/qr-code.tsx';
import { stateOf } from './expiry.ts';
import styles from './link-row.module.css';
import { useShareText } from './text.ts';

/**
 * A link: how long it is open, and its actions until then.
 * @param lanOrigin where others on the network reach this machine; undefined while they can't
 */
export function LinkRow({
  report,
  lanOrigin,
  isNew,
  onExportComments,
  onRevoke,
}: {
  report: SharedReport;
  lanOrigin: string | undefined;
  /** Selects the link, to be copied: the field that had the focus may be gone. */
  isNew: boolean;
  onExportComments(): void;
  onRevoke(): void;
}) {
  const t = useShareText();
  const formats = useFormats();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  const [isCodeShown, setCodeShown] = useState(false);
  const url = `${lanOrigin ?? location.origin}/s/${report.share_hash}`;
  const state = stateOf(report);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    toast(t('copied'), { tone: 'good' });
  };
  const parts = report.parts?.map((part) => t(`part.${part}`)).join(', ');
  const shown = [
    ...(parts === undefined ? [] : [parts || t('part.none')]),
    ...(report.includes_moments ? [t('moments.set')] : []),
    ...(report.includes_recording ? [t('recording.set')] : []),
    ...(report.includes_people ? [t('people.set')] : []),
    ...(report.blur ? [t(`blur.${report.blur.faces}`)] : []),
    ...(report.allows_comments ? [t('comments.set')] : []),
    ...(report.has_password ? [t('password.set')] : []),
  ];
  const date = report.expires_at === null ? '' : formats.date(report.expires_at);
  const comments = report.allows_comments && (
    <IconButton icon={Download} label={t('comments.export')} onClick={onExportComments} />
  );
  return (
    <li className={cx(styles.row, state !== 'open' && styles.ended)}>
      <div className={styles.line}>
        <div className={styles.text}>
          {state === 'open' && (
            <input
              readOnly
              ref={field}
              className={styles.url}
              aria-label={t('link')}
              value={url}
              onFocus={(event) => event.currentTarget.select()}
            />
          )}
          <p className={styles.about}>
            {state === 'open' && report.expires_at === null ? t('state.never') : t(`state.${state}`, { date })}
            {' · '}
            {t('made', { ago: formats.ago(report.created_at) })}
            {state === 'open' && ` · ${t(lanOrigin ? 'works.lan' : 'works.here')}`}
          </p>
          {state === 'open' && shown.length > 0 && <p className={styles.about}>{shown.join(' · ')}</p>}
        </div>
        {state === 'expired' && comments}
        {state === 'open' && (
          <div className={styles.actions}>
            <IconButton icon={Copy} label={t('copy')} onClick={() => void copy()} />
            <IconButton icon={ExternalLink} label={t('open')} onClick={() => window.open(url, '_blank', 'noopener')} />
            <IconButton
              icon={QrIcon}
              label={t('qr')}
              pressed={isCodeShown}
              onClick={() => setCodeShown(!isCodeShown)}
            />
            {comments}
            <IconButton icon={Trash2} label={t('revoke')} onClick={onRevoke} />
          </div>
        )}
      </div>
      {isCodeShown && state === 'open' && (
        <div className={styles.code}>
          <QrCode text={url} label={t('qr.label')} />
          <p className={styles.about}>{t(lanOrigin ? 'qr.lan' : 'qr.here')}</p>
        </div>
      )}
    </li>
  );
}
