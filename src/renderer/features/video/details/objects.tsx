import { type CSSProperties, useMemo } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { labelPairs, labelTimes } from '../../../../core/labels/label-times.ts';
import { loadable } from '../../../api/loadable.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import { speakerHue } from '../../../ui/lib/texts/speaker-hue.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { usePlayer } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import styles from './panel.module.css';
import { ShareBar } from './shares.tsx';

const LabelChart = loadable(async () => (await import('./label-chart.tsx')).LabelChart);

/** Parts of the video in the chart. */
const PARTS = 120;
/** Objects drawn; more lines would look alike. */
const MAX_LINES = 4;
const MAX_LABELS = 12;
const MAX_PAIRS = 5;
/** Angle of the hue of objects, as in module-presentation.ts. */
const OBJECT_HUE = 155;

/** Objects of a video: how many when, how long, and which together. Nothing without objects. */
export function Objects({ segments, duration }: { segments: readonly Segment[]; duration: number }) {
  const t = useVideoText();
  const player = usePlayer();
  const formats = useFormats();
  const messages = useMessages();
  const times = useMemo(() => labelTimes(segments, duration, PARTS).slice(0, MAX_LABELS), [segments, duration]);
  const pairs = useMemo(() => labelPairs(times).slice(0, MAX_PAIRS), [times]);
  const lines = useMemo(
    () =>
      times.slice(0, MAX_LINES).map(({ label, counts }, i) => {
        const hue = speakerHue(`S${i + 1}`);
        return { label, counts, color: `light-dark(oklch(0.55 0.16 ${hue}), oklch(0.76 0.13 ${hue}))` };
      }),
    [times],
  );
  const nameOf = (label: string) =>
    messages.segment({ module: 'visualelements' as const, content: label, data: { label } }).data?.label ?? label;
  if (times.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('objects')}>
      <h2 className={styles.heading}>{t('objects')}</h2>
      {duration > 0 && (
        <LabelChart
          fallback={<div className={styles.chartSpace} />}
          lines={lines}
          duration={duration}
          label={t('objects.chart')}
          onSeek={player.seek}
        />
      )}
      <ul className={styles.speakers}>
        {times.map(({ label, seconds, share, most, spans }, i) => (
          <ShareBar
            key={label}
            name={
              <>
                {lines[i] && (
                  <span aria-hidden className={styles.key} style={{ '--key': lines[i].color } as CSSProperties} />
                )}
                {nameOf(label)}
              </>
            }
            facts={
              <>
                {most > 1 && `${t('objects.most', { number: formats.number(most) })} · `}
                {formats.lasting(seconds)} · {formats.percent(share)}
              </>
            }
            share={share}
            hue={OBJECT_HUE}
            start={spans[0]!.start}
          />
        ))}
      </ul>
      {pairs.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('objects.together')}</h3>
          <ul className={styles.speakers}>
            {pairs.map(({ labels, seconds, start }) => (
              <ShareBar
                key={labels.join()}
                name={labels.map(nameOf).join(' + ')}
                facts={formats.lasting(seconds)}
                share={duration > 0 ? seconds / duration : 0}
                hue={OBJECT_HUE}
                start={start}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
