import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { resolveColor } from '../../../ui/lib/css-color.ts';
import { usePreferences } from '../../../ui/lib/preferences.ts';
import { position } from '../../../ui/lib/use-formats.ts';

const HEIGHT = 120;

export interface ChartLine {
  label: string;
  /** CSS color. */
  color: string;
  /** Number of objects in equal parts of the video. */
  counts: readonly number[];
}

/** Numbers of objects over a video; a click goes to its time. */
export function LabelChart({
  lines,
  duration,
  label,
  onSeek,
}: {
  lines: readonly ChartLine[];
  /** Seconds. */
  duration: number;
  /** For screen readers; the list below has the numbers. */
  label: string;
  onSeek(seconds: number): void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const seek = useRef(onSeek);
  seek.current = onSeek;
  const { theme } = usePreferences();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colors that are read from the page
  useEffect(() => {
    const root = place.current!;
    const parts = lines[0]?.counts.length ?? 0;
    const axis = { stroke: resolveColor(root, 'var(--text-2)'), ticks: { show: false }, font: '11px sans-serif' };
    const chart = new uPlot(
      {
        width: root.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: { x: { time: false, range: [0, duration] }, y: { range: (_, __, max) => [0, Math.max(1, max) * 1.1] } },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 24,
            space: 60,
            values: (_, ticks) => ticks.map((tick) => position(tick)),
          },
          {
            ...axis,
            grid: { stroke: resolveColor(root, 'var(--line)'), width: 1 },
            size: 26,
            // Objects come whole.
            incrs: [1, 2, 5, 10, 20, 50, 100],
          },
        ],
        series: [
          {},
          ...lines.map(({ color }) => ({
            stroke: resolveColor(root, color),
            width: 2,
            points: { show: false },
            paths: uPlot.paths.stepped!({ align: 1 }),
          })),
        ],
      },
      [
        Array.from({ length: parts + 1 }, (_, i) => (i * duration) / parts),
        ...lines.map(({ counts }) => [...counts, counts.at(-1) ?? 0]),
      ],
      root,
    );
    const onClick = ({ clientX }: MouseEvent) => {
      const { left, width } = chart.over.getBoundingClientRect();
      seek.current(Math.max(0, Math.min(duration, ((clientX - left) / width) * duration)));
    };
    chart.over.addEventListener('click', onClick);
    chart.over.style.cursor = 'pointer';
    const observer = new ResizeObserver(() => chart.setSize({ width: root.clientWidth, height: HEIGHT }));
    observer.observe(root);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [lines, duration, theme]);
  return <div ref={place} dir="ltr" style={{ minHeight: HEIGHT }} role="img" aria-label={label} />;
}
