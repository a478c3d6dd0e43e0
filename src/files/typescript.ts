import * as fs from 'node:fs/promises';

/** Bytes that begin packets of MPEG transport streams; other files with their extensions are programs. */
const SYNC_BYTE = 0x47;

/**
 * Whether a file is TypeScript rather than a transport stream, whose packets begin with a sync byte at 0 or 4 (M2TS). False for one
 * that can't be opened.
 * @param name its name or path as text, if the path is bytes
 * @throws NodeJS.ErrnoException if it can't be read
 */
export async function isTypeScript(path: string | Buffer, name: string = path.toString()): Promise<boolean> {
  if (!/\.m?ts$/i.test(name)) return false;
  const head = Buffer.alloc(5);
  const file = await fs.open(path, 'r').catch(() => undefined);
  await file?.read(head, 0, head.length, 0).finally(() => file.close());
  return file !== undefined && head[0] !== SYNC_BYTE && head[4] !== SYNC_BYTE;
}
