import { desktop } from '../desktop.ts';

/**
 * Name of a file. Chromium on Linux states none for letters that the locale of the session lacks, so the path does.
 * @param path on the desktop
 */
export function fileName(file: File, path = desktop()?.pathOf(file)): string {
  return file.name || path?.split('/').at(-1) || '';
}
