import { ChevronDown, Ellipsis } from 'lucide-react';
import { Button, IconButton } from '../../controls/button.tsx';
import { Menu, type MenuEntry } from '../../controls/menu.tsx';
import { cx } from '../../lib/classes.ts';
import { usePeopleText } from '../../lib/texts/people-text.ts';
import { usePersonName } from '../../lib/texts/person-name.ts';
import { Time } from '../time.tsx';
import { PersonCover } from './person-cover.tsx';
import styles from './person-head.module.css';

/** Head of a person in a list: image, name, and facts, which open the details, and actions. */
export function PersonHead({
  person,
  facts,
  isOpen,
  onToggle,
  onName,
  entries,
}: {
  person: { name: string | null; number: number; cover: string | null };
  /** Such as time on screen. */
  facts: readonly string[];
  isOpen: boolean;
  onToggle(): void;
  /** Names the person, who has no name yet. */
  onName(): void;
  entries: MenuEntry[];
}) {
  const t = usePeopleText();
  const name = usePersonName()(person);
  return (
    <div className={styles.head}>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
        <PersonCover src={person.cover} />
        <span className={styles.main}>
          <span dir="auto" className={cx(styles.name, person.name === null && styles.unnamed)}>
            {name}
          </span>
          <span className={styles.facts}>{facts.join(' · ')}</span>
        </span>
        <ChevronDown aria-hidden size={14} strokeWidth={1.75} className={cx(styles.arrow, isOpen && styles.up)} />
      </button>
      {person.name === null && (
        <Button size="small" onClick={onName}>
          {t('name.add')}
        </Button>
      )}
      <Menu entries={entries}>
        <IconButton size="small" icon={Ellipsis} label={t('actions', { name })} />
      </Menu>
    </div>
  );
}

/** People on screen at the same time as a person, with that time. */
export function SeenWith({
  people,
}: {
  people: readonly { person_id: string; name: string | null; number: number; seconds: number }[];
}) {
  const t = usePeopleText();
  const nameOf = usePersonName();
  if (people.length === 0) return <p className={styles.facts}>{t('with.none')}</p>;
  return (
    <ul className={styles.with}>
      {people.map((other) => (
        <li key={other.person_id} className={styles.other}>
          <bdi className={styles.otherName}>{nameOf(other)}</bdi>
          <Time seconds={other.seconds} />
        </li>
      ))}
    </ul>
  );
}
