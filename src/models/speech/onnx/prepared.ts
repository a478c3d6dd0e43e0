import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeFile } from '../../../files/remove.ts';
import { replaceFile } from '../../../files/replace.ts';
import { hasExactProducts, toUnsignedWeights, unsignedParts } from './quantization.ts';

/**
 * The network to load: a path, or bytes where no file can be written. Processors that multiply signed weights inexactly
 * get a converted copy, which is kept. ONNX Runtime opens it itself: given as bytes, the same weights leave over 250 MB
 * of copies in the process. @param copies folder for it, created if missing; by default that of the original;
 * null to keep none
 */
export async function preparedNetwork(
  path: string,
  isExact = hasExactProducts(),
  copies: string | null = dirname(path),
): Promise<string | Buffer> {
  if (await isExact) return path;
  if (copies === null) return toUnsignedWeights(await readFile(path));
  const target = join(copies, `.unsigned-${basename(path)}`);
  if (await isNewer(target, path)) return target;
  try {
    await writeConverted(path, target);
    return target;
  } catch {
    // A full disk or a read-only folder costs memory, not the transcript.
    return toUnsignedWeights(await readFile(path));
  }
}

async function isNewer(target: string, source: string): Promise<boolean> {
  const [converted, original] = await Promise.all([stat(target).catch(() => null), stat(source)]);
  return converted !== null && converted.mtimeMs >= original.mtimeMs;
}

/** Several workers may convert at once; each publishes a complete file. */
async function writeConverted(source: string, target: string): Promise<void> {
  const draft = `${target}-${randomUUID()}`;
  await mkdir(dirname(target), { recursive: true });
  try {
    const file = await open(draft, 'wx');
    try {
      for (const part of unsignedParts(await readFile(source))) await file.writeFile(part);
    } finally {
      await file.close();
    }
    await replaceFile(draft, target);
  } catch (error) {
    await removeFile(draft);
    throw error;
  }
}
