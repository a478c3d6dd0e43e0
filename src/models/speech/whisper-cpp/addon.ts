import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { VULKAN_BUILD } from '../../catalog/index.ts';

/** Builds of whisper.cpp, each its own package; `cpu` also drives Metal on Apple computers. */
export type Build = 'cuda' | 'vulkan' | 'cpu';

/** Result of the addon's transcription; `t0` and `t1` in milliseconds. */
interface AddonResult {
  result: string;
  language?: string;
  segments: { text: string; t0: number; t1: number }[];
}

/** A model loaded by the addon. `stop` takes effect only after the running call. */
export interface AddonContext {
  transcribeData(
    pcm: ArrayBuffer,
    options: Record<string, unknown>,
  ): { stop(): Promise<void>; promise: Promise<AddonResult> };
  release(): Promise<void>;
}

interface ContextClass {
  new (options: { filePath: string; useGpu: boolean; useFlashAttn: boolean }): AddonContext;
  toggleNativeLog(on: boolean, listener?: (level: string, text: string) => void): void;
}

/** The native part of @fugood/whisper.node. */
export interface Addon {
  WhisperContext: ContextClass;
  ParakeetContext: ContextClass;
}

const load = createRequire(import.meta.url);

/** Suffix of a build's package name. Callers spell out the scope, so that the import check can verify it. */
function suffix(build: Build): string {
  return `${process.platform}-${process.arch}${build === 'cpu' ? '' : `-${build}`}`;
}

/** The build for GPUs that a user installed; null if there is none. @param folder folder of all models */
function installedBuild(build: Build, folder: string): string | null {
  const file = join(folder, VULKAN_BUILD, 'index.node');
  return build === 'vulkan' && folder !== '' && existsSync(file) ? file : null;
}

/**
 * Version of an installed build; null when it is not there. @param folder folder of all models, with the builds that a
 * user installed
 */
export function addonVersion(build: Build, folder = ''): string | null {
  if (installedBuild(build, folder)) return VULKAN_BUILD;
  try {
    return (load(`@fugood/node-whisper-${suffix(build)}/package.json`) as { version: string }).version;
  } catch {
    return null;
  }
}

/**
 * Loads a build. Not through the package's own loader, which takes another build without saying so and keeps the
 * first one for good. @throws Error when the build or a library of the graphics driver is missing
 */
export function loadAddon(build: Build, folder = ''): Addon {
  const file = installedBuild(build, folder);
  if (file === null) return load(`@fugood/node-whisper-${suffix(build)}`) as Addon;
  const module: { exports: unknown } = { exports: {} };
  process.dlopen(module, file);
  return module.exports as Addon;
}
