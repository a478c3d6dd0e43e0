/** A checksum as its publisher states it. */
export interface PublishedHash {
  algorithm: 'sha1' | 'sha256';
  hex: string;
}

export interface CatalogFile {
  /** Path inside the model's folder and inside its source; `/` between names. */
  path: string;
  /** As published, which for some lists is rounded; null where nothing is published. Never used to verify. */
  bytes: number | null;
  /** Null where nothing is published: then the hash of the first install is pinned. */
  hash: PublishedHash | null;
}

export type ModelTask = 'speech-recognition' | 'speech-detection' | 'sentence-embedding' | 'image-captioning';

/** A model that can be installed. */
export interface CatalogEntry {
  id: string;
  name: string;
  task: ModelTask;
  engine: 'whisper.cpp' | 'transformers.js';
  /** ISO 639-1 codes, or `multilingual` for about a hundred. */
  languages: readonly string[] | 'multilingual';
  license: string;
  /** Repository and revision on the Hugging Face hub, or on a mirror of it. */
  repository: string;
  revision: string;
  files: readonly CatalogFile[];
  /** Bytes of memory while it runs; null where nothing is published. */
  memoryBytes: number | null;
  /** Where sizes and checksums were published. */
  publishedAt: string | null;
  /** For people: what it is good for. */
  note: string;
}

export const MiB = 1024 * 1024;

/** Bytes of a whole model as far as they are published; null when a file's size is not. */
export function sizeOf(entry: CatalogEntry): number | null {
  let sum = 0;
  for (const { bytes } of entry.files) {
    if (bytes === null) return null;
    sum += bytes;
  }
  return sum;
}
