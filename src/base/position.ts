const POSITION = /^(?:(\d{1,3}):)?(?:(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,3})?)$/;

/** Reads a position such as `1:02:03.5`, `0:09`, or `12,5` in seconds; undefined for other text. Pure. */
export function readPosition(text: string): number | undefined {
  const [whole, first, second, seconds] = POSITION.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const [hours, minutes] = second === undefined ? ['0', first ?? '0'] : [first!, second];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds!.replace(',', '.'));
}

/** Formats a position to be edited, with up to three decimals: `0:09`, `1:02:03.25`. Pure. */
export function writePosition(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, (ms % 60_000) / 1000];
  const rest = `${s < 10 ? '0' : ''}${s}`;
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${rest}` : `${m}:${rest}`;
}
