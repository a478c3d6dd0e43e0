/** A logistic regression: one weight per piece of evidence. */
export interface LogisticModel {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** Probability (0..1) that the evidence holds. */
export function probability(model: LogisticModel, evidence: readonly number[]): number {
  let sum = model.bias;
  for (let i = 0; i < evidence.length; i++) sum += model.weights[i]! * evidence[i]!;
  return 1 / (1 + Math.exp(-sum));
}
