import type { EngineSettings } from '../../contract/engine-settings.ts';
import type { EmbeddingUse } from '../../models/engine.ts';

/** What a media file is, as far as registering it needs to know. */
export interface MediaInfoWire {
  container: string;
  /** Seconds; 0 when the file does not tell. */
  duration: number;
  sizeBytes: number;
  /** Upright display size in pixels; null for a file without a picture. */
  video: { codec: string; width: number; height: number; frameRate: number } | null;
  audio: { codec: string; sampleRate: number; channels: number } | null;
}

/** Work with files and models that runs outside the server process. */
export interface MediaService {
  /** @throws ReelscopeError `unreadable_media` */
  probe(path: string): Promise<MediaInfoWire>;
  /** Keeps a poster of a file in its folder of stills. @returns whether it has a picture @throws ReelscopeError `unreadable_media` */
  poster(path: string, stillsFolder: string): Promise<boolean>;
  /** A logo as PNG of a size to keep. @throws ReelscopeError `invalid_request` */
  logo(picture: Uint8Array<ArrayBuffer>): Promise<{ picture: Uint8Array; width: number; height: number }>;
  /** L2-normalised vectors in the order of `texts`, by default of the bundled engine. @throws ReelscopeError `model_unavailable` */
  embed(
    texts: string[],
    options?: { use?: EmbeddingUse; engines?: EngineSettings },
  ): Promise<{ model: string; dimension: number; vectors: Float32Array[] }>;
}
