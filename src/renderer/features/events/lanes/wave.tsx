import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRestoredPictures } from '../../../api/live/use-restored-pictures.ts';
import { queries } from '../../../api/queries.ts';
import { columnsOf, heightOf, readWaveform, type Waveform } from '../../../ui/media/waveform.ts';

/** Waveform of a recording; null before its analysis, undefined while it is loaded. */
export function useRecordingWave(jobId: string): Waveform | null | undefined {
  const { data } = useQuery(queries.waveform(jobId, 'event'));
  // A quick analysis leaves none; asking for the facts of the file has it made.
  const { data: facts } = useQuery({ ...queries.mediaFacts(jobId), enabled: data?.peaks === null });
  useRestoredPictures(jobId, facts?.pictures_state === 'rebuilding');
  return useMemo(() => data && (data.peaks === null ? null : readWaveform(data.peaks, data.peaks_per_second)), [data]);
}

/** Draws a part of a waveform in the color of the text. @param start seconds of the recording */
export function Wave({
  wave,
  start,
  span,
  columns,
  className,
}: {
  wave: Waveform;
  start: number;
  span: number;
  columns: number;
  className?: string | undefined;
}) {
  const outline = useMemo(() => {
    const heights = Array.from(columnsOf(wave, { start, span }, columns, 1), (peak) => heightOf(peak));
    const upper = heights.map((height, i) => `${i} ${(1 - height).toFixed(3)}`);
    const lower = heights.map((height, i) => `${i} ${(1 + height).toFixed(3)}`).reverse();
    return `M${[...upper, ...lower].join('L')}Z`;
  }, [wave, start, span, columns]);
  return (
    <svg aria-hidden viewBox={`0 0 ${columns - 1} 2`} preserveAspectRatio="none" className={className}>
      <path d={outline} fill="currentColor" />
    </svg>
  );
}
