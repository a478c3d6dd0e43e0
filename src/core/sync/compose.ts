/** How two clocks relate: `time of the first = offset + time of the second * (1 + driftPpm / 1e6)`. */
export interface ClockRelation {
  /** Seconds. */
  offset: number;
  /** Parts per million by which the second clock is slow. */
  driftPpm: number;
}

/** Returns the clock of a third by that of a second, which is related to a first. Pure. */
export function compose(outer: ClockRelation, inner: ClockRelation): ClockRelation {
  const scale = 1 + outer.driftPpm / 1e6;
  return {
    offset: outer.offset + scale * inner.offset,
    driftPpm: (scale * (1 + inner.driftPpm / 1e6) - 1) * 1e6,
  };
}

/** Returns the relation of two clocks the other way around. Pure. */
export function inverse({ offset, driftPpm }: ClockRelation): ClockRelation {
  const scale = 1 / (1 + driftPpm / 1e6);
  return { offset: -offset * scale, driftPpm: (scale - 1) * 1e6 };
}
