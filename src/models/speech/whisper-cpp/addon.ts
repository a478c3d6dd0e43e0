import { createRequire } from 'node:module';

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

/** Version of an installed build; null when it is not there. */
export function addonVersion(build: Build): string | null {
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
export function loadAddon(build: Build): Addon {
  return load(`@fugood/node-whisper-${suffix(build)}`) as Addon;
}
