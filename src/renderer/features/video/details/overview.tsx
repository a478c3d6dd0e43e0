import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { type CSSProperties, useMemo } from 'react';
import type { ModuleName } from '../../../../contract/analysis/modules.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { talkTimes } from '../../../../core/transcript/talk-time.ts';
import { queries } from '../../../api/queries.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { speakerHue } from '../../../ui/lib/texts/speaker-hue.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { usePlayer, usePlayerState } from '../player/player-store.ts';
import { stillTimeAt } from '../player/still-time.ts';
import { indexTimes, lastStarted } from '../player/time-index.ts';
import { useVideoText } from '../text.ts';
import { Appearances } from './appearances.tsx';
import { keyFacts } from './key-facts.ts';
import { Keywords } from './keywords.tsx';
import { Objects } from './objects.tsx';
import { OutdatedNote } from './outdated-note.tsx';
import styles from './panel.module.css';
import { soundShares } from './sound-shares.ts';

/** Angle of the hue of sounds, as in module-presentation.ts. */
const SOUND_HUE = 205;

/** Summary, facts, talk time of speakers, chapters, keywords, objects, sounds, and videos with the same footage. */
export function Overview({
  jobId,
  stage,
  segments,
  outdated,
  duration,
  stillUrl,
}: {
  jobId: string;
  /** Changes when the analysis ends. */
  stage: string;
  segments: readonly Segment[];
  /** Modules that were made of an earlier transcript. */
  outdated: readonly ModuleName[];
  /** Seconds. */
  duration: number;
  stillUrl: ((seconds: number) => string) | null;
}) {
  const t = useVideoText();
  const player = usePlayer();
  const formats = useFormats();
  const { data: shared } = useQuery(queries.appearances(jobId, stage));
  const appearances = shared?.appearances ?? [];
  const of = useMemo(() => (module: ModuleName) => segments.filter((each) => each.module === module), [segments]);
  const summary = of('summary');
  const keywords = of('keywords');
  const chapters = useMemo(() => indexTimes(of('chapters')), [of]);
  const current = usePlayerState((state) => lastStarted(chapters, state.time));
  const speakers = useMemo(() => talkTimes(segments), [segments]);
  const sounds = useMemo(() => soundShares(segments), [segments]);
  const facts = useMemo(() => keyFacts(segments), [segments]);
  const hasObjects = segments.some(({ module, data }) => module === 'visualelements' && data?.label !== undefined);
  const found = summary.length + keywords.length + chapters.segments.length + speakers.length + sounds.length;
  if (found + appearances.length === 0 && !hasObjects) {
    return <EmptyState icon={BookOpen} title={t('overview.none')} text={t('overview.noneText')} />;
  }
  return (
    <div className={styles.panel}>
      {outdated.length > 0 && <OutdatedNote jobId={jobId} modules={outdated} />}
      {(summary.length > 0 || facts.length > 0) && (
        <section className={styles.section}>
          {summary.length > 0 && <h2 className={styles.heading}>{t('summary')}</h2>}
          {summary.map((segment) => (
            <p key={segment.id} dir="auto" className={styles.prose}>
              {segment.content}
            </p>
          ))}
          <ul className={styles.words} aria-label={t('facts')}>
            {duration > 0 && <li className={styles.factChip}>{formats.lasting(duration)}</li>}
            {facts.map(({ name, count }) => (
              <li key={name} className={styles.factChip}>
                {t(`facts.${name}`, { count })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {speakers.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('speakers')}</h2>
          <ul className={styles.speakers}>
            {speakers.map(({ id, name, seconds, share, start }) => (
              <li key={id}>
                <button type="button" className={styles.talk} onClick={() => player.seek(start)}>
                  <bdi className={styles.talkName}>{formats.speaker(name)}</bdi>
                  <span className={styles.talkTime}>
                    {formats.lasting(seconds)} · {formats.percent(share)}
                  </span>
                  <span
                    className={styles.talkBar}
                    style={{ '--share': share, '--hue': speakerHue(id) } as CSSProperties}
                  />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {chapters.segments.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('chapters')}</h2>
          <ol>
            {chapters.segments.map((chapter, i) => {
              const still = chapter.data?.still_time ?? stillTimeAt(segments, chapter.start_time + 0.5);
              return (
                <li key={chapter.id}>
                  <button
                    type="button"
                    className={cx(styles.chapter, i === current && styles.current)}
                    {...(i === current && { 'aria-current': 'time' })}
                    onClick={() => player.seek(chapter.start_time)}
                  >
                    <Still
                      src={still !== undefined && stillUrl ? stillUrl(still) : null}
                      icon={moduleIcon('chapters')}
                      className={styles.chapterStill}
                    />
                    <span dir="auto" className={styles.chapterName}>
                      {chapter.content}
                    </span>
                    <span className={styles.chapterTime}>{position(chapter.start_time)}</span>
                  </button>
                </li>
              );
            })}
          </ol>
        </section>
      )}
      <Keywords segments={keywords} />
      <Objects segments={segments} duration={duration} />
      {sounds.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('sound')}</h2>
          <ul className={styles.speakers}>
            {sounds.map(({ name, seconds, share, start }) => (
              <li key={name}>
                <button type="button" className={styles.talk} onClick={() => player.seek(start)}>
                  <bdi className={styles.talkName}>{name}</bdi>
                  <span className={styles.talkTime}>
                    {formats.lasting(seconds)} · {formats.percent(share)}
                  </span>
                  <span className={styles.talkBar} style={{ '--share': share, '--hue': SOUND_HUE } as CSSProperties} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {appearances.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('appearances')}</h2>
          <Appearances appearances={appearances} />
        </section>
      )}
    </div>
  );
}
