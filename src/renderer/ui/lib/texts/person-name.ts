import { usePeopleText } from './people-text.ts';

/** Returns the name of a person, or what an unnamed one is called. */
export function usePersonName(): (person: { name: string | null; number: number }) => string {
  const t = usePeopleText();
  return ({ name, number }) => name ?? t('unnamed', { number });
}
