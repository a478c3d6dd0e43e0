import { MODULE_CATALOG, type ModuleInfo, type ModuleName } from '../../../contract/analysis/modules.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { useProcessingText } from './text.ts';

/** Notice of how long the connected language model takes for its texts. */
export function WritingCost({
  modules,
  chosen,
  seconds,
}: {
  modules: readonly ModuleInfo[];
  chosen: readonly ModuleName[];
  /** Length of the videos. */
  seconds: number;
}) {
  const t = useProcessingText();
  const formats = useFormats();
  const written = modules.filter(
    ({ name, seconds_per_minute }) =>
      seconds_per_minute !== undefined && MODULE_CATALOG[name].isDerived && chosen.includes(name),
  );
  const [first] = written;
  if (!first) return null;
  const model = first.engine?.replace(/^ollama:/, '').replace(/@[^@]*$/, '') ?? '';
  const times = written.map((one) => one.seconds_per_minute ?? null);
  if (times.includes(null)) return <Notice>{t('writing.unknown', { model })}</Notice>;
  const cost = times.reduce<number>((sum, time) => sum + (time ?? 0), 0) * (seconds / 60);
  return <Notice>{t('writing.cost', { model, span: formats.span(cost) })}</Notice>;
}
