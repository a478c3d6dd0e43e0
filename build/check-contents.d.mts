/** Problem of the files of a package beside the archive, in one sentence; null if there is none. */
export function contentsProblem(
  unpacked: readonly { path: string; bytes: number }[],
  platform: string,
  arch: string,
): string | null;
