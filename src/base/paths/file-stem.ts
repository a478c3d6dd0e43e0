/** Name of a file or video without its extension. Pure. */
export function fileStem(name: string): string {
  return name.replace(/\.[a-z0-9]{2,4}$/i, '') || name;
}
