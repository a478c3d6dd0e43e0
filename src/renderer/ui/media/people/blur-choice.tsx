import { Link } from 'wouter';
import type { Blur, BlurCoverage } from '../../../../contract/library/blur.ts';
import { Checkbox } from '../../controls/checkbox.tsx';
import { Select } from '../../controls/select.tsx';
import { usePeopleText } from '../../lib/texts/people-text.ts';
import { usePersonName } from '../../lib/texts/person-name.ts';
import { position } from '../../lib/use-formats.ts';
import styles from './blur-choice.module.css';
import { PersonCover } from './person-cover.tsx';

const CHOICES = ['none', 'all', 'except', 'only'] as const;

/** Whose faces are to be blurred, as far as it is chosen. */
export interface BlurDraft {
  faces: (typeof CHOICES)[number];
  personIds: readonly string[];
}

export const NO_BLUR: BlurDraft = { faces: 'none', personIds: [] };

/** A person to choose. */
interface BlurPerson {
  id: string;
  name: string | null;
  number: number;
  cover: string | null;
}

/** The request of a choice: undefined for no blur, null while people are missing. */
export function blurOf({ faces, personIds }: BlurDraft): Blur | undefined | null {
  if (faces === 'none') return undefined;
  if (faces === 'all') return { faces };
  return personIds.length === 0 ? null : { faces, person_ids: [...personIds] };
}

/** People whom a blur covers. */
interface ShownCoverage {
  coverage: BlurCoverage;
  /** Name of a video, where the frames are of several. */
  nameOf?: (jobId: string) => string;
  /** Called when a video is opened at a frame. */
  onOpen(): void;
}

interface BlurChoiceProps extends Omit<ShownCoverage, 'coverage'> {
  /** Undefined while People is off. */
  people: readonly BlurPerson[] | undefined;
  /** Default: “Blur faces”. */
  label?: string;
  value: BlurDraft;
  /** People whom the choice covers, once known. */
  coverage: BlurCoverage | undefined;
  onChange(value: BlurDraft): void;
}

/** Chooses whose faces are blurred; nothing while People is off. */
export function BlurChoice({ people, label, value, coverage, onChange, ...rest }: BlurChoiceProps) {
  const t = usePeopleText();
  const nameOf = usePersonName();
  const { faces, personIds } = value;
  if (!people) return null;
  const choices = people.length === 0 ? CHOICES.slice(0, 2) : CHOICES;
  const toggle = (id: string, isOn: boolean) =>
    onChange({ faces, personIds: isOn ? [...personIds, id] : personIds.filter((other) => other !== id) });
  return (
    <div className={styles.choice}>
      <Select
        label={label ?? t('blur')}
        value={faces}
        options={choices.map((choice) => ({ value: choice, label: t(`blur.${choice}`) }))}
        onChange={(next) => onChange({ faces: next, personIds })}
      />
      {(faces === 'except' || faces === 'only') && (
        <fieldset className={styles.people}>
          <legend className="visually-hidden">{t('blur.people')}</legend>
          {people.map((person) => (
            <Checkbox
              key={person.id}
              label={
                <span className={styles.person}>
                  <PersonCover src={person.cover} className={styles.cover} />
                  <bdi className={styles.name}>{nameOf(person)}</bdi>
                </span>
              }
              checked={personIds.includes(person.id)}
              onChange={(isOn) => toggle(person.id, isOn)}
            />
          ))}
        </fieldset>
      )}
      {faces !== 'none' && coverage && <CheckResult coverage={coverage} {...rest} />}
      {faces !== 'none' && <p className={styles.hint}>{t(blurOf(value) === null ? 'blur.choose' : 'blur.hint')}</p>}
    </div>
  );
}

/** States how many people are blurred, with links to the frames to look at. */
function CheckResult({ coverage, nameOf, onOpen }: ShownCoverage) {
  const t = usePeopleText();
  const { people_seen: count, people_covered: covered, frames, is_outdated: isOutdated } = coverage;
  const isOneVideo = new Set(frames.map(({ jobId }) => jobId)).size < 2;
  return (
    <div className={styles.check} role="status">
      <p>{count === 0 ? t('blur.check.none') : t('blur.check.seen', { count, covered })}</p>
      {frames.length > 0 && (
        <p className={styles.frames}>
          {t('blur.check.frames')}
          {frames.map(({ jobId, time }) => (
            <Link key={`${jobId} ${time}`} href={`/videos/${jobId}?t=${time}`} onClick={onOpen}>
              {!isOneVideo && nameOf && <bdi>{nameOf(jobId)} </bdi>}
              {position(time, true)}
            </Link>
          ))}
        </p>
      )}
      {isOutdated && <p>{t('blur.check.outdated')}</p>}
    </div>
  );
}
