const NAME_MAX = 80;

/** Suggests a logo name from a file name. */
export function logoName(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[\s_.-]+/g, ' ')
    .trim();
  return [...words].slice(0, NAME_MAX).join('').trim() || 'Logo';
}
