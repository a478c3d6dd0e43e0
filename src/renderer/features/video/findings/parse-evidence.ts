/** Evidence for a brand, as the module `logos` stores it. */
export interface Evidence {
  kind: 'text' | 'reference' | 'model';
  time: number;
  confidence: number;
  text?: string;
}

/** Parses `data.evidence` of the module `logos`; findings of older versions have none. */
export function parseEvidence(value: unknown): readonly Evidence[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one: Partial<Evidence> | null): one is Evidence =>
      (one?.kind === 'reference' || one?.kind === 'model' || (one?.kind === 'text' && typeof one.text === 'string')) &&
      typeof one.time === 'number' &&
      typeof one.confidence === 'number',
  );
}
