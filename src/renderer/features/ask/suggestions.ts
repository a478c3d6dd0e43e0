import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { useAskText } from './text.ts';

const MOST = 4;

/** Suggests questions that the findings can answer, best first. @param person name of a person on screen */
export function suggestQuestions(
  segments: readonly Segment[],
  person: string | undefined,
  t: ReturnType<typeof useAskText>,
): string[] {
  const has = (module: ModuleName) => segments.some((segment) => segment.module === module);
  const label = mostSeen(segments);
  const questions = [
    has('summary') || has('transcription') ? t('suggest.about') : null,
    has('transcription') ? t('suggest.said') : null,
    person !== undefined ? t('suggest.person', { name: person }) : null,
    label === undefined ? null : label === 'person' ? t('suggest.seenPeople') : t('suggest.seen', { label }),
    has('logos') ? t('suggest.brands') : null,
    has('ocr') ? t('suggest.text') : null,
    has('scenes') ? t('suggest.shots') : null,
    has('audioevents') ? t('suggest.sound') : null,
  ];
  return questions.filter((question) => question !== null).slice(0, MOST);
}

/** Most frequent object label. */
function mostSeen(segments: readonly Segment[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { module, data } of segments) {
    if (module === 'visualelements' && data?.label) counts.set(data.label, (counts.get(data.label) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
