const NAME_MAX = 80;

/** A name to start from for a logo in a file: what the file is called, as words. */
export function logoName(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[\s_.-]+/g, ' ')
    .trim();
  return [...words].slice(0, NAME_MAX).join('').trim() || 'Logo';
}
