const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** Creates a formatter of sizes in decimal units, as file managers show them: `1.2 MB`. @param language BCP 47 */
export function createByteFormat(language: string): (bytes: number) => string {
  const made = new Map<number, Intl.NumberFormat>();
  const formatOf = (step: number): Intl.NumberFormat => {
    // The short form of bytes has no plural.
    const unitDisplay = step === 0 ? 'long' : 'short';
    const options = {
      style: 'unit',
      unit: UNITS[step]!,
      unitDisplay,
      maximumFractionDigits: step > 1 ? 1 : 0,
    } as const;
    const format = made.get(step) ?? new Intl.NumberFormat(language, options);
    made.set(step, format);
    return format;
  };
  return (bytes) => {
    const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
    return formatOf(step).format(bytes / 1000 ** step);
  };
}
