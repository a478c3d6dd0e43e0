/** Start and end in seconds. */
export interface Shot {
  startTime: number;
  endTime: number;
}

/** Picks the frame nearest to a time, of the same shot if that has one: beyond a cut, a frame shows something else. */
export function nearestFrame(timesMs: readonly number[], timeMs: number, shot: Shot | undefined): number | undefined {
  const isOfShot = (time: number) =>
    time >= Math.round(shot!.startTime * 1000) && time < Math.round(shot!.endTime * 1000);
  const own = shot ? timesMs.filter(isOfShot) : [];
  const times = own.length > 0 ? own : timesMs;
  return times.toSorted((a, b) => Math.abs(a - timeMs) - Math.abs(b - timeMs))[0];
}
