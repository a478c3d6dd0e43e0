import { hashContent } from '../../storage/fingerprint.ts';
import { openBundle } from './open-bundle.ts';

/**
 * Returns whether a file is a bundle of a source file, by its content. @param source path, as bytes if it is not UTF-8
 */
export async function isBundleOf(file: string, source: string | Buffer): Promise<boolean> {
  const bundle = await openBundle(file).catch(() => undefined);
  bundle?.close();
  // Node opens paths of bytes as well; the type names the usual form.
  return bundle !== undefined && bundle.manifest.source.sha256 === (await hashContent(source as string));
}
