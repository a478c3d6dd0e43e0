/** Parts of Electron's download that a failure is known by. */
interface Download {
  on(event: 'updated', listener: (event: unknown, state: string) => void): unknown;
  on(event: 'done', listener: (event: unknown, state: string) => void): unknown;
  cancel(): void;
  getSavePath(): string;
}

/**
 * Calls `onFailure` once if a file could not be written, such as to a folder that is read-only: Electron shows nothing.
 */
export function watchDownload(item: Download, onFailure: (path: string) => void): void {
  let hasFailed = false;
  const check = (_: unknown, state: string) => {
    if (state !== 'interrupted' || hasFailed) return;
    hasFailed = true;
    // One that could be resumed would wait forever.
    item.cancel();
    onFailure(item.getSavePath());
  };
  item.on('updated', check);
  item.on('done', check);
}
