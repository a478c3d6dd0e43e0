import type { Recording } from '../../contract/library/recording.ts';
import type { StartTimecode } from '../../contract/library/start-timecode.ts';
import type { MediaTracks } from '../../contract/library/tracks.ts';
import type { Region } from '../../contract/search/visual.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import type { EmbeddingUse } from '../../models/engine.ts';

/** Media information needed to register a file. */
export interface MediaInfoWire {
  container: string;
  /** Seconds; 0 if unknown. */
  duration: number;
  sizeBytes: number;
  /** Upright display size in pixels; null for audio files. */
  video: { codec: string; width: number; height: number; frameRate: number } | null;
  audio: { codec: string; sampleRate: number; channels: number } | null;
  /** Absent in information of earlier versions. */
  recording?: Recording | undefined;
  /** Null if the file states none; absent in information of earlier versions. */
  startTimecode?: StartTimecode | null | undefined;
  /** Absent in information of earlier versions. */
  tracks?: MediaTracks | undefined;
}

/** Descriptors of a picture to search with. */
export interface PictureViews {
  descriptor: Int8Array;
  /** Of the whole picture, in a smaller view, for finding what it is a crop of; absent for a described frame. */
  small?: Int8Array;
}

/** Work with files and models that runs outside the server process. */
export interface MediaService {
  /** @throws ReelscopeError `unreadable_media` */
  probe(path: string): Promise<MediaInfoWire>;
  /**
   * Saves a thumbnail of a file to its stills folder. @returns whether the file has video @throws ReelscopeError
   * `unreadable_media`
   */
  thumbnail(path: string, stillsFolder: string): Promise<boolean>;
  /** Renders a logo to PNG at storage size. @throws ReelscopeError `invalid_request` */
  logo(picture: Uint8Array<ArrayBuffer>): Promise<{ picture: Uint8Array; width: number; height: number }>;
  /**
   * Describes an uploaded picture, or the region (fractions of its sides) of it, for finding others like it.
   * @throws ReelscopeError `unsupported_media_type`, `invalid_request`, `model_unavailable`
   */
  describeUpload(picture: Uint8Array<ArrayBuffer>, region: Region | null): Promise<PictureViews>;
  /** The same of a stored still; null if it can't be read. @throws ReelscopeError `model_unavailable` */
  describeStill(file: string, region: Region | null): Promise<PictureViews | null>;
  /**
   * Descriptors of stored stills, in the order of `files`; null for one that can't be read. @throws ReelscopeError
   * `model_unavailable`
   */
  describeStills(files: string[]): Promise<(Int8Array | null)[]>;
  /**
   * Stored stills as JPEGs of at most this width in pixels, in the order of `files`; null for one that can't be read.
   */
  shrink(files: string[], width: number): Promise<(Uint8Array | null)[]>;
  /**
   * L2-normalized vectors in the order of `texts`, by default from the bundled engine. @throws ReelscopeError
   * `model_unavailable`
   */
  embed(
    texts: string[],
    options?: { use?: EmbeddingUse; engines?: EngineSettings },
  ): Promise<{ model: string; dimension: number; vectors: Float32Array[]; familiarity?: number[] | undefined }>;
  /** L2-normalized vectors of texts by the selected text-image model. @throws ReelscopeError `model_unavailable` */
  embedForFrames(
    texts: string[],
    engines: EngineSettings,
  ): Promise<{ model: string; dimension: number; vectors: Float32Array[] }>;
  /** The same of stored stills, in the order of `files`; null for one that can't be read. */
  embedFrames(files: string[], engines: EngineSettings): Promise<{ model: string; vectors: (Float32Array | null)[] }>;
}
