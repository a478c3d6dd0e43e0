import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../base/json/parse-json.ts';
import { MODEL_TASKS } from '../../contract/system/models.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Availability } from '../engine.ts';

/** Manifest of an installed model, stored as `model.json` in its folder. */
export const InstalledModel = z.object({
  id: z.string(),
  task: z.enum(MODEL_TASKS),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })).min(1),
  /** Source of the checksums that the files were verified against. */
  verified: z.enum(['published', 'pinned', 'none']),
  installed_at: z.string(),
});
export type InstalledModel = z.infer<typeof InstalledModel>;

export const MANIFEST = 'model.json';
/** Folder for downloads and copies in progress, on the same file system as the models so that they can be renamed. */
export const PARTIAL = '.partial';

/** Ids become folder names, so only these characters and no leading dot. */
const ID = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** Files beside the models (pins.ts), whose names no model may have. */
const RESERVED_NAMES: readonly string[] = ['pins.json', 'pins.json.new'];

export function isModelId(id: string): boolean {
  return ID.test(id) && !RESERVED_NAMES.includes(id);
}

/** Returns the absolute path of a file of an installed model. */
export function modelFile(folder: string, model: InstalledModel, index = 0): string {
  return join(folder, model.id, ...model.files[index]!.path.split('/'));
}

/** Returns the model with this id if it is installed and all of its files have their original size. */
export async function findInstalled(folder: string, id: string): Promise<InstalledModel | null> {
  const found = await readFolder(folder, id);
  return found && !found.isDamaged ? found.model : null;
}

/** Whether a model was installed whose files are missing, or have another size than they had then. */
export const isDamaged = async (folder: string, id: string): Promise<boolean> =>
  (await readFolder(folder, id))?.isDamaged ?? false;

/** A model in its folder. */
interface ModelFolder {
  /** Null if its manifest is damaged. */
  model: InstalledModel | null;
  isDamaged: boolean;
}

async function readFolder(folder: string, id: string): Promise<ModelFolder | null> {
  if (!isModelId(id) || folder === '') return null;
  let text: string;
  try {
    text = await readFile(join(folder, id, MANIFEST), 'utf8');
  } catch {
    return null;
  }
  const { data } = InstalledModel.safeParse(tryParseJson(text));
  const model = data?.id === id ? data : null;
  return { model, isDamaged: model === null || !(await hasFiles(folder, model)) };
}

async function hasFiles(folder: string, model: InstalledModel): Promise<boolean> {
  for (const [index, file] of model.files.entries()) {
    const found = await stat(modelFile(folder, model, index)).catch(() => null);
    if (found?.size !== file.bytes) return false;
  }
  return true;
}

/**
 * Availability of the engine of an installed model. @param hasWeights whether it contains weights that the engine can
 * run
 */
export async function installedAvailability(folder: string, id: string, hasWeights: boolean): Promise<Availability> {
  if (hasWeights && (await findInstalled(folder, id))) return { available: true };
  return { available: false, reason: sentence('engine.model-incomplete', { model: id }), needs: [id] };
}

/** Lists the installed models, sorted by id. */
export const listInstalled = (folder: string): Promise<InstalledModel[]> => listModels(folder, false);

/** Lists models whose files are missing, or have another size than they were installed with, sorted by id. */
export const listDamaged = (folder: string): Promise<InstalledModel[]> => listModels(folder, true);

async function listModels(folder: string, damaged: boolean): Promise<InstalledModel[]> {
  const names = folder === '' ? [] : await readdir(folder).catch(() => []);
  const found = await Promise.all(names.sort().map((name) => readFolder(folder, name)));
  return found.flatMap((each) => (each?.model && each.isDamaged === damaged ? [each.model] : []));
}
