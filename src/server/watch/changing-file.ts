import { openInside } from '../../storage/open-inside.ts';
import { type Incompleteness, incompletenessOf } from './completeness.ts';
import { type FileState, readFileState } from './file-state.ts';

/** Signs of whether a file is complete: its state, and a missing part. Undefined if it can't be read. */
export interface Change {
  state: FileState | undefined;
  incomplete: Incompleteness | undefined;
}

/** Reads the state of a file in a watched folder. A file that can't be read fails when it is taken. */
export async function readChange(folder: string, { path }: { path: string }): Promise<Change> {
  const opened = await openInside(folder, path).catch(() => undefined);
  if (!opened) return { state: undefined, incomplete: undefined };
  try {
    return { state: await readFileState(opened.file), incomplete: await incompletenessOf(opened.file) };
  } catch {
    return { state: undefined, incomplete: undefined };
  } finally {
    await opened.file.close();
  }
}
