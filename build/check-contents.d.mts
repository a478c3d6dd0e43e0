/** Problem of the files of a package beside the archive, in one sentence; null if there is none. */
export function contentsProblem(
  unpacked: readonly { path: string; bytes: number }[],
  platform: string,
  arch: string,
): string | null;

/** Options of an FFmpeg build whose result FFmpeg calls not redistributable, by the configuration in its binary. */
export function uncleared(binary: Uint8Array): string[];

/** Native files for Linux below a folder that contain or link GLib, by their paths in it. */
export function filesWithGlib(folder: string): string[];

/** Files and folders below a folder that only their owner can read, by their paths in it. */
export function privateFiles(folder: string): string[];
