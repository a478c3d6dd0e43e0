import { desktop } from '../../../api/desktop.ts';

/** Whether files have paths here: only the desktop application knows them. */
export const canPickPaths = (): boolean => desktop() !== undefined;

/**
 * Asks for a file or a folder with the system's dialog. Must be called from a click. @returns its path, or null if
 * canceled
 */
export function pickPath(kind: 'file' | 'folder'): Promise<string | null> {
  const input = document.createElement('input');
  input.type = 'file';
  if (kind === 'folder') input.webkitdirectory = true;
  return new Promise((resolve) => {
    input.onchange = () => {
      const [file] = input.files ?? [];
      const path = file && desktop()?.pathOf(file);
      resolve(path ? (kind === 'folder' ? folderOf(path, file.webkitRelativePath) : path) : null);
    };
    input.oncancel = () => resolve(null);
    input.click();
  });
}

/**
 * Path of a chosen folder.
 * @param path that of a file in it
 * @param relative the file's path from the folder's parent, such as `model/onnx/encoder.onnx`
 */
export function folderOf(path: string, relative: string): string {
  const [name = ''] = relative.split('/');
  return path.slice(0, path.length - relative.length + name.length);
}
