import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The manifest of an installed model, `model.json` in its folder. */
export const InstalledModel = z.object({
  id: z.string(),
  task: z.enum(['speech-recognition', 'speech-detection', 'sentence-embedding', 'image-captioning']),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })).min(1),
  /** What its files were checked against. */
  verified: z.enum(['published', 'pinned', 'none']),
  installed_at: z.string(),
});
export type InstalledModel = z.infer<typeof InstalledModel>;

export const MANIFEST = 'model.json';
/** Folder of downloads and copies under way, beside the models so that finished ones are renamed into place. */
export const PARTIAL = '.partial';

/** Ids become folder names: nothing but these characters, and no leading dot. */
const ID = /^[a-z0-9][a-z0-9._-]{0,99}$/;

export function isModelId(id: string): boolean {
  return ID.test(id);
}

/** Absolute path of a file of an installed model. */
export function modelFile(folder: string, model: InstalledModel, index = 0): string {
  return join(folder, model.id, ...model.files[index]!.path.split('/'));
}

/** The model with this id, when it is installed and none of its files was cut or removed since. */
export async function findInstalled(folder: string, id: string): Promise<InstalledModel | null> {
  if (!isModelId(id) || folder === '') return null;
  let text: string;
  try {
    text = await readFile(join(folder, id, MANIFEST), 'utf8');
  } catch {
    return null;
  }
  const manifest = InstalledModel.safeParse(parseJson(text));
  if (!manifest.success || manifest.data.id !== id) return null;
  for (const [index, file] of manifest.data.files.entries()) {
    const found = await stat(modelFile(folder, manifest.data, index)).catch(() => null);
    if (found?.size !== file.bytes) return null;
  }
  return manifest.data;
}

/** All installed models, by id. */
export async function listInstalled(folder: string): Promise<InstalledModel[]> {
  if (folder === '') return [];
  const names = await readdir(folder).catch(() => []);
  const models = await Promise.all(names.sort().map((name) => findInstalled(folder, name)));
  return models.filter((model) => model !== null);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
