import { FileQuestion, Shield, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { Manifest, ManifestVideo } from '../../../../contract/evidence/manifest.ts';
import type { VerifiedReport } from '../../../../contract/evidence/signature.ts';
import { engineName } from '../../../../core/texts/engine-name.ts';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useModuleNames } from '../../../ui/media/module-icon.tsx';
import styles from './verify.module.css';
import { useVerifyText } from './verify-text.ts';

const ICONS = { valid: ShieldCheck, other: Shield, changed: ShieldAlert, unsigned: FileQuestion } as const;

/** Result of verifying a report, with the facts that the report states about its origin. */
export function VerifiedResult({ name, report }: { name: string; report: VerifiedReport }) {
  const t = useVerifyText();
  const { status, changed_part: part, fingerprint, manifest } = report;
  const Icon = ICONS[status];
  return (
    <article className={styles.result} data-status={status} aria-label={name}>
      <header className={styles.verdict}>
        <Icon aria-hidden size={24} strokeWidth={1.5} className={styles.shield} />
        <div className={styles.sentences}>
          <h3 className={styles.status}>{t(`status.${status}`)}</h3>
          <p dir="auto" className={styles.name}>
            {name}
          </p>
          <p>{t(part ? `changed.${part}` : `text.${status}`)}</p>
          {status === 'changed' && <p>{t('changed.advice')}</p>}
        </div>
      </header>
      {(fingerprint || manifest) && (
        <dl className={styles.facts}>
          {fingerprint && (
            <>
              <dt>{t('fact.key')}</dt>
              <dd>
                <CopyText label={t('fact.key')} text={fingerprint} hideLabel />
              </dd>
            </>
          )}
          {manifest && <Origin manifest={manifest} />}
        </dl>
      )}
      {manifest?.videos.map((video) => (
        <VideoFacts key={video.job_id} video={video} />
      ))}
    </article>
  );
}

function Origin({ manifest: { created_at: at, product, time_zone: zone } }: { manifest: Manifest }) {
  const t = useVerifyText();
  const formats = useFormats();
  return (
    <>
      <dt>{t('fact.created')}</dt>
      <dd>{formats.date(at)}</dd>
      <dt>{t('fact.zone')}</dt>
      <dd>{zone}</dd>
      <dt>{t('fact.product')}</dt>
      <dd>{product}</dd>
    </>
  );
}

/** A video of the report, as the manifest states it. */
function VideoFacts({ video }: { video: ManifestVideo }) {
  const t = useVerifyText();
  const formats = useFormats();
  const nameOf = useModuleNames();
  const { name, original_name: original, size, sha256, duration, engines, corrections, history } = video;
  return (
    <section className={styles.video}>
      <h4 dir="auto" className={styles.videoName}>
        {name}
      </h4>
      <dl className={styles.facts}>
        {original !== null && original !== name && (
          <>
            <dt>{t('fact.original')}</dt>
            <dd dir="auto">{original}</dd>
          </>
        )}
        <dt>SHA-256</dt>
        <dd>{sha256 === null ? t('fact.noHash') : <CopyText label="SHA-256" text={sha256} hideLabel />}</dd>
        <dt>{t('fact.size')}</dt>
        <dd>
          {formats.bytes(size)} · {formats.position(duration)}
        </dd>
        <dt>{t('fact.engines')}</dt>
        <dd>
          {engines.length === 0 && t('fact.none')}
          {engines.map(({ module, engine }) => (
            <span key={module} className={styles.engine}>
              {nameOf(module)}
              {engine && (
                <span className={styles.dim} title={engine}>
                  {' '}
                  {engineName(engine)}
                </span>
              )}
            </span>
          ))}
        </dd>
        <dt>{t('fact.corrections')}</dt>
        <dd>{t('fact.corrected', corrections)}</dd>
        {history && (
          <>
            <dt>{t('fact.history')}</dt>
            <dd>{t(history.is_intact ? 'fact.entries' : 'fact.brokenEntries', { count: history.entries })}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
