import { useQuery } from '@tanstack/react-query';
import { MAX_CLOSER_SECONDS } from '../../../../../contract/analysis/closer-look.ts';
import type { CoverageSpan, SenseCoverage } from '../../../../../contract/analysis/coverage-map.ts';
import type { Segment } from '../../../../../contract/analysis/segment.ts';
import { isSufficient } from '../../../../../core/coverage-map/facts.ts';
import { queries } from '../../../../api/queries.ts';
import { ErrorState, Skeleton } from '../../../../ui/feedback/states.tsx';
import { cx } from '../../../../ui/lib/classes.ts';
import { useMessages } from '../../../../ui/lib/messages.ts';
import { position, useFormats } from '../../../../ui/lib/use-formats.ts';
import { ModuleIcon, useModuleNames } from '../../../../ui/media/module-icon.tsx';
import { usePlayer } from '../../player/player-store.ts';
import { useVideoText } from '../../text.ts';
import panel from '../panel.module.css';
import styles from './coverage.module.css';
import { type CloserPart, LookCloser } from './look-closer.tsx';
import { MissForm, type MissQuestion } from './miss-form.tsx';

/** Parts of a strip that can be focused; more are too narrow to press. */
const MAX_PARTS = 60;

/** Strip of each module: parts in which it could find something, and reasons elsewhere; with a form about a miss. */
export function Coverage({
  jobId,
  stage,
  asked,
  closer,
  segments,
  onCloser,
  onPick,
}: {
  jobId: string;
  stage: string;
  asked: MissQuestion | null;
  /** Part to look at closer, if one was chosen. */
  closer: CloserPart | null;
  segments: readonly Segment[];
  onCloser(part: CloserPart): void;
  onPick(segment: Segment): void;
}) {
  const t = useVideoText();
  const { data, error, refetch } = useQuery(queries.coverage(jobId, stage));
  return (
    <section className={panel.section} aria-labelledby="coverage-heading">
      <h2 id="coverage-heading" className={panel.heading}>
        {t('coverage')}
      </h2>
      {error && !data && <ErrorState title={t('coverage.error')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className={styles.skeleton} />}
      {data && !data.is_recorded && <p className={styles.note}>{t('coverage.unrecorded')}</p>}
      {data && <Legend modules={data.modules} />}
      {data && (
        <ul className={styles.senses}>
          {data.modules.map((sense) => (
            <Sense key={sense.module} sense={sense} duration={data.duration} />
          ))}
        </ul>
      )}
      {data && (
        <MissForm
          key={asked ? `${asked.start} ${asked.end}` : ''}
          jobId={jobId}
          modules={data.modules.map(({ module }) => module)}
          asked={asked}
          onCloser={onCloser}
        />
      )}
      {data && <LookCloser jobId={jobId} duration={data.duration} asked={closer} segments={segments} onPick={onPick} />}
    </section>
  );
}

/** States that occur in the strips, with their colors. */
function Legend({ modules }: { modules: readonly SenseCoverage[] }) {
  const t = useVideoText();
  const messages = useMessages();
  const states = new Set(modules.flatMap(({ spans }) => spans.map(({ state }) => state)));
  return (
    <ul className={styles.legend} aria-label={t('coverage.legend')}>
      {[...states].map((state) => (
        <li key={state}>
          <span aria-hidden className={cx(styles.swatch, styles[state])} />
          {messages.text({ key: `coverage.state.${state}` }, state)}
        </li>
      ))}
    </ul>
  );
}

function Sense({ sense, duration }: { sense: SenseCoverage; duration: number }) {
  const t = useVideoText();
  const nameOf = useModuleNames();
  const messages = useMessages();
  const { module, spans, limits } = sense;
  const limited = spans.filter(({ state }) => !isSufficient(state));
  return (
    <li className={styles.sense}>
      <ModuleIcon name={module} withName />
      <fieldset className={styles.strip} aria-label={t('coverage.strip', { module: nameOf(module) })}>
        {spans.map((span) => (
          <Part key={span.start_time} span={span} duration={duration} isButton={limited.length <= MAX_PARTS} />
        ))}
      </fieldset>
      {limits.length > 0 && (
        <ul className={styles.limits}>
          {limits.map(({ message, text }) => (
            <li key={message}>{messages.text(text, message)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Part({ span, duration, isButton }: { span: CoverageSpan; duration: number; isButton: boolean }) {
  const t = useVideoText();
  const messages = useMessages();
  const formats = useFormats();
  const player = usePlayer();
  const { start_time, end_time, state, recall, is_closer: isCloser } = span;
  const style = { flexGrow: (end_time - start_time) / Math.max(duration, 0.001) };
  const values = {
    state: messages.text({ key: `coverage.state.${state}` }, state),
    start: position(start_time),
    end: position(end_time),
  };
  const condition =
    recall === null
      ? t('coverage.part', values)
      : t('coverage.part.recall', { ...values, recall: formats.percent(recall) });
  const label = isCloser ? t('coverage.part.closer', { condition }) : condition;
  const look = cx(styles.part, styles[state], isCloser && styles.closer);
  if (!isButton || isSufficient(state)) return <span className={look} style={style} title={label} />;
  return (
    <button
      type="button"
      className={look}
      style={style}
      title={label}
      aria-label={label}
      onClick={() => {
        player.seek(start_time);
        player.setRange({ start: start_time, end: Math.min(end_time, start_time + MAX_CLOSER_SECONDS) });
      }}
    />
  );
}
