import { bundledEngine } from '../bundled.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { weightsFile } from '../weights-file.ts';
import { loadYamnet, type SoundRecognizer } from './yamnet.ts';

export { PATCH_HOP_SECONDS, PATCH_SECONDS } from './patches.ts';

/** Loaded sound recognizer. */
export type SoundEngine = LoadedEngine & SoundRecognizer;

/** Bundled YAMNet: 521 classes of AudioSet; see weights/yamnet/README.md. */
export const bundledSounds: EngineFactory<SoundEngine> = bundledEngine({
  info: { id: 'yamnet', version: '1' },
  packageName: 'weights/yamnet',
  part: 'sound-recognizer',
  files() {
    const model = weightsFile('yamnet/yamnet.onnx');
    const classes = weightsFile('yamnet/classes.json');
    return model && classes ? { model, classes } : null;
  },
  open: loadYamnet,
});
