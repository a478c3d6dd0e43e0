import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { resolveColor } from '../../../ui/lib/css-color.ts';
import { usePreferences } from '../../../ui/lib/preferences.ts';
import styles from '../page.module.css';
import type { Day } from './days.ts';

const HEIGHT = 180;

/** Bar chart of minutes per day. */
export function UsageChart({ days, label }: { days: readonly Day[]; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  const { theme, language } = usePreferences();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colors that are read from the page
  useEffect(() => {
    const root = place.current!;
    const color = (name: string) => resolveColor(root, `var(${name})`);
    const dates = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
    const axis = { stroke: color('--text-2'), ticks: { show: false }, font: '12px sans-serif' };
    const chart = new uPlot(
      {
        width: root.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
        axes: [
          { ...axis, grid: { show: false }, values: (_, ticks) => ticks.map((tick) => dates.format(tick * 1000)) },
          { ...axis, grid: { stroke: color('--line'), width: 1 }, size: 44 },
        ],
        series: [
          {},
          {
            fill: color('--accent'),
            stroke: color('--accent'),
            width: 0,
            paths: uPlot.paths.bars!({ size: [0.7, 22], radius: 0.2 }),
            points: { show: false },
          },
        ],
      },
      [days.map(({ start }) => start), days.map(({ minutes }) => minutes)],
      root,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: root.clientWidth, height: HEIGHT }));
    observer.observe(root);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [days, theme, language]);
  return <div ref={place} className={styles.chart} role="img" aria-label={label} />;
}
