/** One thing that a brand rests on, as `logos` writes it. */
export interface Evidence {
  kind: 'text' | 'reference' | 'model';
  time: number;
  confidence: number;
  text?: string;
}

/** `data.evidence` as far as it has the shape that `logos` writes; findings of older versions have none. */
export function parseEvidence(value: unknown): readonly Evidence[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one: Partial<Evidence> | null): one is Evidence =>
      (one?.kind === 'reference' || one?.kind === 'model' || (one?.kind === 'text' && typeof one.text === 'string')) &&
      typeof one.time === 'number' &&
      typeof one.confidence === 'number',
  );
}
