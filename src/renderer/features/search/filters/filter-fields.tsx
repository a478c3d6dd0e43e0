import { useQuery } from '@tanstack/react-query';
import { formatTimestamp } from '../../../../base/time.ts';
import type { SavedFilters } from '../../../../contract/search/saved-searches.ts';
import { chipsOf, withoutChip } from '../../../../core/query/chips.ts';
import { quoteValue } from '../../../../core/query/complete.ts';
import { GERMAN_FIELDS } from '../../../../core/query/fields.ts';
import { queries } from '../../../api/queries.ts';
import { Input } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { usePreferences } from '../../../ui/lib/preferences.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { dayOf, startOfDay } from '../days.ts';
import { useSearchText } from '../text.ts';
import styles from './filters.module.css';
import { withoutEmpty } from './scope.ts';

const LENGTHS = {
  any: {},
  short: { max_duration: 60 },
  medium: { min_duration: 60, max_duration: 600 },
  long: { min_duration: 600, max_duration: 3600 },
  hours: { min_duration: 3600 },
} as const satisfies Record<string, Pick<SavedFilters, 'min_duration' | 'max_duration'>>;
type Length = keyof typeof LENGTHS;
const CONFIDENCES = [0.5, 0.7, 0.9] as const;
const ANY = '';

/** Filters by project, speaker, brand, tag, date, length, confidence, and language. */
export function FilterFields({
  scope,
  onChange,
  query,
  onQuery,
}: {
  scope: SavedFilters;
  onChange(scope: SavedFilters): void;
  /** Speaker and brand are fields of it. */
  query: string;
  onQuery(query: string): void;
}) {
  const t = useSearchText();
  const formats = useFormats();
  const { data: projects = [] } = useQuery(queries.projects);
  const { data: languages = [] } = useQuery(queries.spokenLanguages);
  const { data: tags = [] } = useQuery(queries.tags);
  const used = tags.filter(({ id, moment_count }) => moment_count > 0 || id === scope.within_tag);
  const set = (change: { [Name in keyof SavedFilters]?: SavedFilters[Name] | undefined }) =>
    onChange(withoutEmpty({ ...scope, ...change }));
  const day = (text: string, days: number) => {
    const start = startOfDay(text, days);
    return start === null ? undefined : formatTimestamp(start);
  };
  return (
    <div className={styles.fields}>
      {projects.length > 0 && (
        <Select
          label={t('project')}
          value={scope.project_id ?? ANY}
          options={[
            { value: ANY, label: t('project.any') },
            ...projects.map((project) => ({ value: project.id, label: project.name })),
          ]}
          onChange={(value) => set({ project_id: value || undefined })}
        />
      )}
      <FieldSelect field="speaker" any={t('filter.anySpeaker')} query={query} onQuery={onQuery} />
      <FieldSelect field="brand" any={t('filter.anyBrand')} query={query} onQuery={onQuery} />
      {used.length > 0 && (
        <Select
          label={t('filter.tag')}
          value={scope.within_tag ?? ANY}
          options={[
            { value: ANY, label: t('filter.anyTag') },
            ...used.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => set({ within_tag: value || undefined })}
        />
      )}
      <div className={styles.pair}>
        <Input
          type="date"
          label={t('filter.from')}
          value={dayOf(scope.added_from)}
          onChange={(event) => set({ added_from: day(event.currentTarget.value, 0) })}
        />
        <Input
          type="date"
          label={t('filter.to')}
          value={dayOf(scope.added_before, -1)}
          onChange={(event) => set({ added_before: day(event.currentTarget.value, 1) })}
        />
      </div>
      <Select<Length>
        label={t('filter.length')}
        value={lengthOf(scope)}
        options={(Object.keys(LENGTHS) as Length[]).map((value) => ({ value, label: t(`length.${value}`) }))}
        onChange={(value) => set({ min_duration: undefined, max_duration: undefined, ...LENGTHS[value] })}
      />
      <Select
        label={t('filter.confidence')}
        value={String(scope.min_confidence ?? ANY)}
        options={[
          { value: ANY, label: t('filter.anyConfidence') },
          ...CONFIDENCES.map((value) => ({
            value: String(value),
            label: t('filter.atLeast', { percent: formats.percent(value) }),
          })),
        ]}
        onChange={(value) => set({ min_confidence: value === ANY ? undefined : Number(value) })}
      />
      {languages.length > 0 && (
        <Select
          label={t('filter.language')}
          value={scope.language ?? ANY}
          options={[
            { value: ANY, label: t('filter.anyLanguage') },
            ...languages.map(({ language }) => ({ value: language, label: formats.language(language) })),
          ]}
          onChange={(value) => set({ language: value || undefined })}
        />
      )}
    </div>
  );
}

/** Select of a value that the query states in a field; hidden if the library has none. */
function FieldSelect({
  field,
  any,
  query,
  onQuery,
}: {
  field: 'speaker' | 'brand';
  any: string;
  query: string;
  onQuery(query: string): void;
}) {
  const t = useSearchText();
  const language = usePreferences((preferences) => preferences.language);
  const { data: values = [] } = useQuery(queries.queryValues(field));
  const chip = chipsOf(query).find((one) => one.field === field && !one.isNegated);
  const names = [...new Set([...values.map(({ value }) => value), ...(chip ? [chip.value] : [])])];
  if (names.length === 0) return null;
  const choose = (name: string) => {
    const rest = chip ? withoutChip(query, chip) : query.trim();
    const added = name === ANY ? '' : `${language === 'de' ? GERMAN_FIELDS[field] : field}:${quoteValue(name)}`;
    onQuery([rest, added].filter(Boolean).join(' '));
  };
  return (
    <Select
      label={t(`filter.${field}`)}
      value={chip?.value ?? ANY}
      options={[{ value: ANY, label: any }, ...names.map((value) => ({ value, label: value }))]}
      onChange={choose}
    />
  );
}

/** The choice for a range of lengths; `any` for another range. */
function lengthOf({ min_duration, max_duration }: SavedFilters): Length {
  const found = (Object.keys(LENGTHS) as Length[]).find((name) => {
    const range: Pick<SavedFilters, 'min_duration' | 'max_duration'> = LENGTHS[name];
    return range.min_duration === min_duration && range.max_duration === max_duration;
  });
  return found ?? 'any';
}
