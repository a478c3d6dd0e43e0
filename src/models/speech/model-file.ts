import { open } from 'node:fs/promises';

/** An installed speech model. */
export type SpeechModel = GgmlSpeechModel | OnnxSpeechModel;

/** A model file of whisper.cpp. */
export interface GgmlSpeechModel extends SpeechModelFile {
  id: string;
  /** Absolute path. */
  file: string;
}

/** A Whisper model in ONNX form. */
export interface OnnxSpeechModel {
  kind: 'whisper-onnx';
  id: string;
  /** Absolute path. */
  folder: string;
  /** Folder for copies of the weights that the processor needs, where `folder` may be read-only; null for none. */
  copies?: string | null;
}

/** Properties in the header of a ggml speech model. */
export interface SpeechModelFile {
  kind: 'whisper' | 'parakeet';
  /** Whether it recognizes more than English (Whisper: by the size of its vocabulary, as in whisper.cpp). */
  multilingual: boolean;
}

/** `GGML_FILE_MAGIC` as a little-endian integer (whisper.cpp, ggml.h). */
const MAGIC = 0x67676d6c;
/** Whisper's vocabularies have 51864 (English), 51865 (multilingual) or 51866 (large-v3) tokens. */
export const ENGLISH_VOCABULARY = 51_864;

/** Reads the header of a model file; null if it is not a speech model that can be run. */
export async function readSpeechModel(path: string): Promise<SpeechModelFile | null> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(48);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    if (bytesRead < head.length || head.readInt32LE(0) !== MAGIC) return null;
    const fields = Array.from({ length: 9 }, (_, i) => head.readInt32LE(4 + 4 * i));
    const [vocabulary = 0, audioContext, , , , textContext, , , subsampling] = fields;
    if (vocabulary >= ENGLISH_VOCABULARY && vocabulary <= 51_866 && audioContext === 1500 && textContext === 448) {
      return { kind: 'whisper', multilingual: vocabulary > ENGLISH_VOCABULARY };
    }
    // parakeet_model_load: the ninth field is the subsampling factor, 8 in all of NVIDIA's. The vocabulary of version 3
    // (25 languages) has 8192 tokens, that of version 2 (English) 1024.
    return subsampling === 8 && vocabulary < ENGLISH_VOCABULARY
      ? { kind: 'parakeet', multilingual: vocabulary > 1100 }
      : null;
  } finally {
    await file.close();
  }
}
