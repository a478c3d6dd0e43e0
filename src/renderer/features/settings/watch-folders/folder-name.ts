/** Name of a folder by its path, on any system; the path itself for a drive. Pure. */
export function folderName(path: string): string {
  const parts = path.split(/[/\\]/).filter(Boolean);
  return parts.length > 1 || path.startsWith('/') ? (parts.at(-1) ?? path) : path;
}

/** Path of a file from its folder on. Pure. */
export function pathInFolder(folder: string, path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length).replace(/^[/\\]/, '') : path;
}
