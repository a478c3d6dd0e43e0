/**
 * Indexes from 0 to `count` - 1 in rounds of halving distance, ascending within each round: wherever the order is
 * interrupted, the indexes so far cover the whole evenly, and a disk reads forward. Pure.
 */
export function spreadRounds(count: number): number[][] {
  if (count <= 0) return [];
  const rounds: number[][] = [];
  let step = 1;
  while (step < count) step *= 2;
  for (let half = step; half >= 1; half >>= 1) {
    const round: number[] = [];
    // The first round is the first index alone; each other round takes the middles of the one before.
    for (let index = half === step ? 0 : half; index < count; index += half === step ? step : 2 * half)
      round.push(index);
    if (round.length > 0) rounds.push(round);
  }
  return rounds;
}
