import { useQuery } from '@tanstack/react-query';
import { foldText } from '../../../base/text-fold.ts';
import { VALUE_FIELDS, type ValueField } from '../../../contract/search/search.ts';
import { LABEL_PARENTS } from '../../../core/labels/label-words.ts';
import { SOUND_LABELS } from '../../../core/labels/sound-labels.ts';
import { SOUND_PARENTS } from '../../../core/labels/sound-words.ts';
import { CAMERA_VALUES } from '../../../core/query/camera.ts';
import { completionAt, fieldsBeginning, quoteValue } from '../../../core/query/complete.ts';
import { queries } from '../../api/queries.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import { useSearchText } from './text.ts';

/** Text that completion offers for a part of the query. */
export interface QueryOption {
  label: string;
  /** Inserted between `start` and `end`, in UTF-16 units. */
  text: string;
  start: number;
  end: number;
  isField: boolean;
  about?: string;
  count?: number;
}

/** Shortest word for which fields are offered while typing. */
const MIN_FIELD_PREFIX = 2;
const MAX_OPTIONS = 12;
const DISTANCES = ['5s', '10s', '30s', '2m', 'video'];

/**
 * Options for the text at a position of the query; none for null.
 * @param isAsked whether the user asked for them, so that all fields are offered
 */
export function useCompletion(text: string, position: number | null, isAsked: boolean): readonly QueryOption[] {
  const t = useSearchText();
  const messages = useMessages();
  const language = usePreferences((preferences) => preferences.language);
  const { field, prefix, start, end } = completionAt(text, position ?? 0);
  const isOpen = position !== null;
  const listed = VALUE_FIELDS.find((name) => name === field) ?? null;
  const { data: values = [] } = useQuery({
    ...queries.queryValues(listed ?? ('sees' satisfies ValueField)),
    enabled: isOpen && listed !== null,
  });
  const { data: projects = [] } = useQuery({ ...queries.projects, enabled: isOpen && field === 'in' });
  if (!isOpen) return [];
  if (field === null) {
    if (!isAsked && prefix.length < MIN_FIELD_PREFIX) return [];
    return fieldsBeginning(prefix, language).map(({ field: name, name: shown }) => ({
      label: `${shown}:`,
      text: `${shown}:`,
      start,
      end,
      isField: true,
      about: t(`about.${name}`),
    }));
  }
  const labelOf = (value: string) =>
    messages.segment({ module: 'visualelements' as const, content: value, data: { label: value } }).data?.label ??
    value;
  const soundNameOf = (label: string) =>
    messages.segment({ module: 'audioevents' as const, content: label, data: { label } }).data?.label ?? label;
  const groups = field === 'sees' ? LABEL_PARENTS.map((names) => names[language]) : [];
  const offered: { label: string; count?: number }[] =
    field === 'within' || field === 'camera'
      ? (field === 'within' ? DISTANCES : CAMERA_VALUES[language]).map((label) => ({ label }))
      : field === 'hears'
        ? [...SOUND_LABELS.map(soundNameOf), ...SOUND_PARENTS.map((names) => names[language])].map((label) => ({
            label,
          }))
        : field === 'in'
          ? projects.map(({ name }) => ({ label: name }))
          : [
              ...values.map(({ value, count }) => ({ label: field === 'sees' ? labelOf(value) : value, count })),
              ...groups.map((label) => ({ label })),
            ];
  const begins = foldText(prefix);
  const matching = offered.filter(
    ({ label }) =>
      foldText(label)
        .split(/\s/)
        .some((word) => word.startsWith(begins)) || foldText(label).startsWith(begins),
  );
  if (matching.length === 1 && foldText(matching[0]!.label) === begins) return [];
  // A vision model may call an object like a group, and projects may have the same name.
  return matching
    .filter(({ label }, i) => matching.findIndex((other) => other.label === label) === i)
    .slice(0, MAX_OPTIONS)
    .map((option) => ({ ...option, text: quoteValue(option.label), start, end, isField: false }));
}
