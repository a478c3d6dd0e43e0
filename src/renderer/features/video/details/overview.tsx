import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { useMemo } from 'react';
import type { ModuleName } from '../../../../contract/analysis/modules.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { talkTimes } from '../../../../core/transcript/talk-time.ts';
import { queries } from '../../../api/queries.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { speakerHue } from '../../../ui/lib/texts/speaker-hue.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { indexTimes } from '../player/time-index.ts';
import { useVideoText } from '../text.ts';
import { Appearances } from './appearances.tsx';
import { Chapters } from './chapters.tsx';
import { keyFacts } from './key-facts.ts';
import { Keywords } from './keywords.tsx';
import { Objects } from './objects.tsx';
import { OutdatedNote } from './outdated-note.tsx';
import styles from './panel.module.css';
import { Shares } from './shares.tsx';
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
  const formats = useFormats();
  const { data: shared } = useQuery(queries.appearances(jobId, stage));
  const appearances = shared?.appearances ?? [];
  const of = useMemo(() => (module: ModuleName) => segments.filter((each) => each.module === module), [segments]);
  const summary = of('summary');
  const keywords = of('keywords');
  const chapters = useMemo(() => indexTimes(of('chapters')), [of]);
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
      <Shares
        title={t('speakers')}
        shares={speakers.map((each) => ({ ...each, name: formats.speaker(each.name), hue: speakerHue(each.id) }))}
      />
      <Chapters segments={segments} chapters={chapters} stillUrl={stillUrl} />
      <Keywords segments={keywords} />
      <Objects segments={segments} duration={duration} />
      <Shares title={t('sound')} shares={sounds.map((each) => ({ ...each, id: each.name, hue: SOUND_HUE }))} />
      {appearances.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('appearances')}</h2>
          <Appearances appearances={appearances} />
        </section>
      )}
    </div>
  );
}
