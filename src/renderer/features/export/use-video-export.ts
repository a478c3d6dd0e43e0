import { useEffect, useRef, useState } from 'react';
import { CanceledError } from '../../../base/errors.ts';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import { api } from '../../api/endpoints.ts';
import { invalidate } from '../../api/query-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import type { ExportChoice } from './export-options.tsx';
import type { Format, RateChoice } from './formats.ts';
import { saveExport } from './save-export.ts';

interface ExportSettings {
  modules: readonly ModuleName[];
  /** Seconds; undefined for the whole video. */
  range: { start: number; end: number } | undefined;
  /** Frame rate of a sequence; null for that of the video. */
  rate: RateChoice | null;
  /** Start timecode of a sequence; empty for that of the video. */
  start: string;
  choice: ExportChoice;
}

/** Saves exports of a video, one at a time; leaving the dialog cancels. */
export function useVideoExport(jobId: string, { modules, range, rate, start, choice }: ExportSettings) {
  const language = usePreferences((preferences) => preferences.language);
  const [isBusy, setBusy] = useState(false);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const exportAs = (format: Exclude<Format, 'bundle'>, signal: AbortSignal) =>
    api.results.export(
      jobId,
      {
        format: format === 'pdf' ? 'html' : format,
        modules: modules.join(','),
        language: language === 'de' ? 'de' : 'en',
        text: choice.isTranslated ? 'translation' : 'original',
        partial: 'true',
        ...range,
        ...(choice.fromZero && range && { from_zero: 'true' as const }),
        ...(rate && { rate }),
        ...(start.trim() !== '' && { sequence_start: start.trim() }),
        ...(!choice.includesMoments && { moments: 'false' as const }),
        ...(!choice.includesNotes && { notes: 'false' as const }),
        ...(choice.includesRecording && { include_recording: 'true' as const }),
        ...(choice.includesPeople && { people: 'all' }),
      },
      signal,
    );
  const save = async (format: Format, stem: string) => {
    controller.current = new AbortController();
    setBusy(true);
    try {
      const { signal } = controller.current;
      const response = await (format === 'bundle' ? api.videos.bundle(jobId, signal) : exportAs(format, signal));
      const name = `${stem}.${format === 'bundle' ? 'reelscope' : format}`;
      await saveExport(response, { format, name, videos: [jobId] });
    } catch (thrown) {
      if (!(thrown instanceof CanceledError)) toast(errorText(thrown), { tone: 'bad' });
    }
    setBusy(false);
    invalidate(['history', jobId]);
  };
  return { isBusy, save };
}
