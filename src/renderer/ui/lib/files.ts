import { MEDIA_EXTENSIONS, SHARED_EXTENSIONS } from '../../../core/media-files/extensions.ts';

/** Files that the dialog offers; it shows all others, too, on request. */
const ACCEPTED = [
  'video/*',
  'audio/*',
  'image/gif',
  'image/apng',
  'image/webp',
  ...[...MEDIA_EXTENSIONS, ...SHARED_EXTENSIONS, 'reelscope'].map((extension) => `.${extension}`),
].join();

/** Opens the system's file dialog. Must be called from a click. @returns an empty list if canceled */
export function pickFiles(from: 'files' | 'folder'): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (from === 'folder') input.webkitdirectory = true;
  else input.accept = ACCEPTED;
  return new Promise((resolve) => {
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}

/** Downloads content as a file; content on disk is not read into memory. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  saveUrl(url, name);
  // Revoked after the browser has started reading.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads from a URL of this server. */
export function saveUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
  link.click();
}
