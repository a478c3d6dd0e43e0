import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from '../../../base/logger.ts';
import { removeFileSync } from '../../../files/remove.ts';
import { type Addon, type AddonContext, addonVersion, type Build, loadAddon } from './addon.ts';
import { outcomeOf } from './outcome.ts';

export interface Device {
  context: AddonContext;
  close(): Promise<void>;
  /** Such as `cpu`, `vulkan` or `metal`. */
  name: string;
  gpu: boolean;
}

export interface DeviceOptions {
  /** Absolute path of a model. */
  file: string;
  kind: 'whisper' | 'parakeet';
  /** Folder of all models, with the builds that a user installed. A crash of a graphics driver is remembered there. */
  folder: string;
  log: Logger;
  loadAddon?: typeof loadAddon;
  addonVersion?: typeof addonVersion;
}

/**
 * Builds to try, in this order; on macOS, the default build supports the GPU. CUDA is there only if a developer adds
 * its package.
 */
export const GPU_BUILDS: readonly Build[] = process.platform === 'darwin' ? ['cpu'] : ['cuda', 'vulkan'];

/** Limits the retained log: only the lines printed at load time matter. */
const MAX_LINES = 200;

/**
 * Loads a model on the GPU if a build for it is installed, detects a GPU, and transcribes a second of silence. A
 * driver that crashed the process is recognized by the marker file it left, and not tried again by this version.
 */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  for (const build of GPU_BUILDS) {
    const version = (options.addonVersion ?? addonVersion)(build, options.folder);
    if (version === null) continue;
    const mark = join(options.folder, `.gpu-${build}-${version}`);
    if (existsSync(mark)) {
      options.log.warn('GPU skipped because it failed before', { build });
      continue;
    }
    writeFileSync(mark, '');
    try {
      const device = await tryGpu(build, options);
      removeFileSync(mark);
      if (device) return device;
    } catch (error) {
      removeFileSync(mark);
      options.log.warn('GPU unavailable', { build, reason: String(error) });
    }
  }
  return openCpu(options);
}

/** Loads a model on the processor. @throws Error when the addon or the model can't be loaded */
export async function openCpu(options: DeviceOptions): Promise<Device> {
  const { native, close } = await create((options.loadAddon ?? loadAddon)('cpu'), options, false);
  return { context: native, close, name: 'cpu', gpu: false };
}

async function tryGpu(build: Build, options: DeviceOptions): Promise<Device | null> {
  const { native, said, close } = await create((options.loadAddon ?? loadAddon)(build, options.folder), options, true);
  try {
    // whisper_backend_init_gpu logs the selected device; without one it silently continues on the processor.
    if (!said.some((line) => /backend_init_gpu: using \S+ backend/.test(line))) {
      await close();
      return null;
    }
    await outcomeOf(() => native.transcribeData(new ArrayBuffer(32_000), { language: 'en' }).promise);
    return { context: native, close, name: build === 'cpu' ? 'metal' : build, gpu: true };
  } catch (error) {
    await close();
    throw error;
  }
}

async function create(addon: Addon, { file, kind, log }: DeviceOptions, useGpu: boolean) {
  const Context = kind === 'whisper' ? addon.WhisperContext : addon.ParakeetContext;
  const lines: string[] = [];
  // Left on while the model is loaded: without a listener whisper.cpp writes to the process's stderr.
  Context.toggleNativeLog(true, (level, text) => {
    if (level === 'error') log.warn(`whisper.cpp: ${text.trim()}`);
    else if (lines.length < MAX_LINES) lines.push(text);
  });
  try {
    const native = new Context({ filePath: file, useGpu, useFlashAttn: useGpu });
    // Log lines reach the listener in the next turn of the event loop.
    await turn();
    const said = lines.splice(0);
    const close = async () => {
      await native.release();
      Context.toggleNativeLog(false);
    };
    return { native, said, close };
  } catch (error) {
    Context.toggleNativeLog(false);
    throw error;
  }
}
