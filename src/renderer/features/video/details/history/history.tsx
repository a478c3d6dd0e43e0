import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Download, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '../../../../../contract/library/video.ts';
import type { AuditEntry, AuditLog } from '../../../../../contract/sharing/audit.ts';
import { api } from '../../../../api/endpoints.ts';
import { queries } from '../../../../api/queries.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { CopyText } from '../../../../ui/controls/copy-text.tsx';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../../../ui/feedback/states.tsx';
import { toast } from '../../../../ui/feedback/toast.tsx';
import { cx } from '../../../../ui/lib/classes.ts';
import { saveFile } from '../../../../ui/lib/files.ts';
import { errorText } from '../../../../ui/lib/messages.ts';
import { useFormats } from '../../../../ui/lib/use-formats.ts';
import { useModuleNames } from '../../../../ui/media/module-icon.tsx';
import { useEvidenceText } from '../evidence-text.ts';
import panel from '../panel.module.css';
import styles from './history.module.css';
import { historyLine } from './history-line.ts';

/** Number of entries that are shown at first. */
const SHOWN_FIRST = 10;

/** History of a video, newest first: actions, by whom, and whether the record is intact. */
export function History({ video }: { video: Video }) {
  const t = useEvidenceText();
  const { data, error, refetch } = useQuery(queries.history(video.job_id, video.updated_at));
  return (
    <section className={panel.section} aria-labelledby="history-heading">
      <h2 id="history-heading" className={panel.heading}>
        {t('history')}
      </h2>
      {error && !data && <ErrorState title={t('history.error')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className={styles.skeleton} />}
      {data && <Loaded log={data} name={video.name} />}
    </section>
  );
}

function Loaded({ log, name }: { log: AuditLog; name: string }) {
  const t = useEvidenceText();
  const [areAllShown, setAllShown] = useState(false);
  const newest = log.entries.toReversed();
  // An entry that was changed is always shown.
  const shown = newest.filter((entry, i) => areAllShown || i < SHOWN_FIRST || entry.number === log.problem?.number);
  const save = async (content: Blob | Promise<Blob>, extension: string) => {
    try {
      saveFile(await content, `${t('history.file', { name })}.${extension}`);
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
  };
  const json = () => new Blob([`${JSON.stringify(log, null, 2)}\n`], { type: 'application/json' });
  return (
    <>
      <Verification log={log} />
      <ol className={styles.list}>
        {shown.map((entry) => (
          <Entry key={entry.number} entry={entry} isWrong={entry.number === log.problem?.number} />
        ))}
      </ol>
      {shown.length < newest.length && (
        <Button size="small" className={styles.all} onClick={() => setAllShown(true)}>
          {t('history.all', { count: newest.length })}
        </Button>
      )}
      <div className={styles.foot}>
        <Button size="small" icon={Download} onClick={() => void save(api.evidence.historyCsv(log.job_id), 'csv')}>
          {t('history.csv')}
        </Button>
        <Button size="small" icon={Download} onClick={() => void save(json(), 'json')}>
          {t('history.json')}
        </Button>
      </div>
    </>
  );
}

/** Whether the history is as it was recorded; otherwise, the first entry that is not. */
function Verification({ log: { problem, entries, head } }: { log: AuditLog }) {
  const t = useEvidenceText();
  if (problem)
    return (
      <Notice tone="bad" title={t('history.wrong')}>
        {t(`history.wrong.${problem.kind}`, { number: problem.number })} {t('history.wrong.text')}
      </Notice>
    );
  return (
    <div className={styles.verified}>
      <ShieldCheck aria-hidden size={16} strokeWidth={1.75} className={styles.shield} />
      <div>
        <p>{t('history.intact', { count: entries.length })}</p>
        <CopyText label={t('history.head')} text={head} />
      </div>
    </div>
  );
}

function Entry({ entry, isWrong }: { entry: AuditEntry; isWrong: boolean }) {
  const t = useEvidenceText();
  const formats = useFormats();
  const nameOf = useModuleNames();
  const { text, from, to, notes } = historyLine(entry, { t, formats, nameOf });
  const { kind, name, key_scope: scope } = entry.actor;
  const user = scope ? t('history.key', { name: name ?? '', scope }) : (name ?? t('history.user'));
  const who = { user, visitor: t('history.visitor'), system: 'Reelscope' }[kind];
  return (
    <li value={entry.number} className={cx(styles.entry, isWrong && styles.wrong)}>
      <span className={styles.number}>{entry.number}</span>
      <div className={styles.content}>
        <p className={styles.text}>
          {isWrong && <ShieldAlert aria-hidden size={14} strokeWidth={1.75} className={styles.alert} />}
          <bdi>{text}</bdi>
        </p>
        {(from.length > 0 || to.length > 0) && <Change from={from} to={to} />}
        {notes.map((note) => (
          <p key={note} dir="auto" className={styles.note}>
            {note}
          </p>
        ))}
        <p className={styles.who}>
          <bdi>{who}</bdi> · <time dateTime={`${entry.at}Z`}>{formats.date(entry.at)}</time>
        </p>
      </div>
    </li>
  );
}

/** Values before and after, side by side or below each other. */
function Change({ from, to }: { from: readonly string[]; to: readonly string[] }) {
  const t = useEvidenceText();
  return (
    <p className={styles.change}>
      <Values name={t('history.before')} values={from} className={styles.before} />
      {from.length > 0 && to.length > 0 && (
        <ArrowRight aria-hidden size={12} strokeWidth={1.75} className={styles.arrow} />
      )}
      <Values name={t('history.after')} values={to} className={styles.after} />
    </p>
  );
}

function Values({
  name,
  values,
  className,
}: {
  name: string;
  values: readonly string[];
  className: string | undefined;
}) {
  if (values.length === 0) return null;
  return (
    <span className={className}>
      <span className="visually-hidden">{name}: </span>
      {values.map((value, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two parts of a line may be equal
        <span key={i} dir="auto" className={styles.value}>
          {value}
        </span>
      ))}
    </span>
  );
}
