import { z } from 'zod';
import { CLOSER_MODULES, CloserModuleRun } from '../contract/analysis/closer-look.ts';
import { Conditions } from '../contract/analysis/conditions.ts';
import { Decoding } from '../contract/analysis/decoding.ts';
import { Depth } from '../contract/analysis/depth.ts';
import { MODULE_STATES } from '../contract/analysis/job.ts';
import { ModuleInfo, ModuleName } from '../contract/analysis/modules.ts';
import { SegmentDraft } from '../contract/analysis/segment.ts';
import { STAGE_NAMES } from '../contract/analysis/stages.ts';
import { ERROR_CODES } from '../contract/errors.ts';
import { Recording } from '../contract/library/recording.ts';
import { StartTimecode } from '../contract/library/start-timecode.ts';
import { MediaTracks, TrackChoice, TrackUse } from '../contract/library/tracks.ts';
import { LocalizedText } from '../contract/message.ts';
import { Region } from '../contract/search/visual.ts';
import { EngineSettings } from '../contract/system/engine-settings.ts';
import { ModuleArtifact } from '../modules/artifacts.ts';

/**
 * Messages between the server process and a worker process. Both sides parse each message: the other end runs native
 * code over untrusted files, and an old worker may outlive an update.
 */

/** Vectors of one model in a single array: text `i` is `data[i * dimension .. (i + 1) * dimension)`. */
export const VectorBatch = z.object({
  model: z.string(),
  dimension: z.number().int().positive(),
  data: z.instanceof(Float32Array),
  /** Of queries, by an engine that has it: log probability per letter of each text. */
  familiarity: z.array(z.number()).optional(),
});
export type VectorBatch = z.infer<typeof VectorBatch>;

/** Embeddings of frames by a text-image model, in the order of the request; null for a still that can't be read. */
const FrameBatch = z.object({ model: z.string(), vectors: z.array(z.instanceof(Float32Array).nullable()) });
export type FrameBatch = z.infer<typeof FrameBatch>;

/** Speakers of a transcript, by the label in its segments; embeddings are unit vectors. */
const SpeakerBatch = z.object({
  /** Engine id, as `id@version`. */
  engine: z.string(),
  /** Minimum cosine similarity of two embeddings of one person. */
  minSimilarity: z.number(),
  speakers: z.array(z.object({ label: z.string(), embedding: z.instanceof(Float32Array) })),
});

const FinishedModule = z.object({ module: ModuleName, segments: z.array(SegmentDraft) });

const ResumedModule = FinishedModule.extend({ engine: z.string().nullable() });

const MediaInfoMessage = z.object({
  container: z.string(),
  duration: z.number(),
  sizeBytes: z.number(),
  video: z
    .object({
      codec: z.string(),
      width: z.number(),
      height: z.number(),
      rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
      frameRate: z.number(),
      pixelFormat: z.string(),
    })
    .nullable(),
  audio: z
    .object({
      codec: z.string(),
      sampleRate: z.number(),
      channels: z.number(),
      language: z.string().nullable(),
      tracks: z.number(),
    })
    .nullable(),
  recording: Recording.optional(),
  startTimecode: StartTimecode.nullish(),
  tracks: MediaTracks.optional(),
});

/** One job as the worker sees it. */
export const RunSpec = z.object({
  jobId: z.string(),
  path: z.string(),
  modules: z.array(ModuleName),
  /** Modules that an earlier attempt completed; they are not run again, but text modules read them. */
  finished: z.array(FinishedModule),
  /** `preview` ends after the first look. */
  depth: Depth.optional(),
  /** Modules without findings, which a first look may show before their pass. */
  preview: z.array(ModuleName).optional(),
  /** Checkpoints of modules that an earlier attempt started. */
  resumed: z.array(ResumedModule).optional(),
  /** If absent, only bundled engines run. */
  engines: EngineSettings.optional(),
  initialPrompt: z.string().nullable(),
  /** Tracks that the user chose. */
  tracks: TrackChoice.optional(),
  /** Number of speakers; null or absent to find it. */
  speakerCount: z.number().int().positive().nullish(),
  brandWords: z.array(z.string()),
  /** The user's reference logos, as PNG. */
  referenceLogos: z.array(z.object({ name: z.string(), picture: z.instanceof(Uint8Array) })).optional(),
  /** Runs on the stills of the folder in time order, without opening the file. */
  savedStills: z
    .object({ media: MediaInfoMessage, stills: z.array(z.object({ timeMs: z.number().int(), file: z.string() })) })
    .optional(),
  /** Existing folder for `<milliseconds>.jpg` and `poster.jpg`. */
  stillsFolder: z.string(),
});
export type RunSpec = z.infer<typeof RunSpec>;

/** A part of a video to examine closely; see pipeline/closer. Findings that `run.finished` has are not sent again. */
export const CloserSpec = z.object({
  run: RunSpec,
  range: z.object({ start: z.number(), end: z.number() }),
  region: Region.nullable(),
  modules: z.array(z.enum(CLOSER_MODULES)),
  /** Numbers of audio tracks that were not listened to. */
  skippedTracks: z.array(z.number().int()),
});
export type CloserSpec = z.infer<typeof CloserSpec>;

/** Faces to blur; see media/blur. */
const FaceTrack = z.object({ samples: z.array(z.object({ time: z.number(), box: Region })) });

/** A playable copy or a clip; see media/transcode. */
export const TranscodeSpec = z.object({
  path: z.string(),
  target: z.string(),
  range: z.object({ start: z.number(), end: z.number() }).nullable(),
  copyVideo: z.boolean(),
  /** Absent: the main tracks. */
  tracks: TrackChoice.optional(),
  /** Absent: at most 1080p. */
  isFullSize: z.boolean().optional(),
  /** Absent: none. */
  blur: z.array(FaceTrack).optional(),
  /** Yields to all other work on the machine. */
  background: z.boolean(),
});
export type TranscodeSpec = z.infer<typeof TranscodeSpec>;

/** Parts of files joined into one clip; see media/transcode/join.ts. */
export const JoinSpec = z.object({
  parts: z.array(
    z.object({
      path: z.string(),
      range: z.object({ start: z.number(), end: z.number() }),
      tracks: TrackChoice.optional(),
      blur: z.array(FaceTrack).optional(),
    }),
  ),
  target: z.string(),
  /** Frame of the result; null for sound only. */
  canvas: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
});
export type JoinSpec = z.infer<typeof JoinSpec>;

const EventFile = z.object({
  path: z.string(),
  clock: z.object({ offset: z.number(), drift_ppm: z.number(), duration: z.number() }),
  tracks: TrackChoice.optional(),
});

/** Recordings of one event beside one another; see media/transcode/side-by-side.ts. */
export const SideBySideSpec = z.object({
  target: z.string(),
  range: z.object({ start: z.number(), end: z.number() }),
  rate: z.object({ num: z.number().int(), den: z.number().int() }),
  columns: z.number().int(),
  tile: z.object({ width: z.number().int(), height: z.number().int() }),
  tiles: z.array(
    z.object({
      /** Null for one that wasn't running. */
      file: EventFile.nullable(),
      blur: z.array(FaceTrack).optional(),
      /** Lines that stand for the picture while the recording isn't running. */
      gapLines: z.array(z.string()),
    }),
  ),
  /** Null for silence. */
  sound: EventFile.nullable(),
});
export type SideBySideSpec = z.infer<typeof SideBySideSpec>;

/** Stills, thumbnail, and waveform of an analyzed file, which were lost. */
export const RebuildSpec = z.object({
  path: z.string(),
  stillsFolder: z.string(),
  timesMs: z.array(z.number().int()),
  /** Absent: the main tracks. */
  tracks: TrackChoice.optional(),
  thumbnail: z.boolean(),
  waveform: z.boolean(),
});
export type RebuildSpec = z.infer<typeof RebuildSpec>;

/** Recordings to place on one clock by their sound. */
export const SyncSpec = z.object({
  recordings: z.array(
    z.object({
      path: z.string(),
      /** Seconds. */
      duration: z.number(),
      /** Absent: the main tracks. */
      tracks: TrackChoice.optional(),
      /** Start by the recording's own clock, in seconds from any zero; null if unknown. */
      guess: z.number().nullable(),
    }),
  ),
});
export type SyncSpec = z.infer<typeof SyncSpec>;

/** Place of a recording on the clock of its event; see core/sync/align.ts. */
const PlacementMessage = z.object({
  place: z.object({ offset: z.number(), driftPpm: z.number(), confidence: z.number() }).nullable(),
  hasSound: z.boolean(),
});
export type PlacementMessage = z.infer<typeof PlacementMessage>;

/** Copies of saved stills with blurred faces. */
export const BlurStillsSpec = z.object({
  stills: z.array(z.object({ timeMs: z.number().int(), file: z.string() })),
  /** Existing folder for `<milliseconds>.jpg`. */
  target: z.string(),
  blur: z.array(FaceTrack),
});
export type BlurStillsSpec = z.infer<typeof BlurStillsSpec>;

const id = z.number().int();

export const ToWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('analyze'), run: RunSpec }),
  /** Ends the analysis with the findings up to now. */
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('transcode'), spec: TranscodeSpec }),
  z.object({ type: z.literal('join'), spec: JoinSpec }),
  z.object({ type: z.literal('side-by-side'), spec: SideBySideSpec }),
  z.object({ type: z.literal('rebuild'), spec: RebuildSpec }),
  z.object({ type: z.literal('blur-stills'), spec: BlurStillsSpec }),
  z.object({ type: z.literal('sync'), spec: SyncSpec }),
  z.object({ type: z.literal('look-closer'), spec: CloserSpec }),
  z.object({ type: z.literal('probe'), id, path: z.string(), tracks: TrackChoice.optional() }),
  z.object({ type: z.literal('thumbnail'), id, path: z.string(), stillsFolder: z.string() }),
  z.object({
    type: z.literal('embed'),
    id,
    texts: z.array(z.string()),
    use: z.enum(['passage', 'query']).optional(),
    engines: EngineSettings.optional(),
  }),
  /** Embeds texts for the search of frames by words. */
  z.object({ type: z.literal('embed-for-frames'), id, texts: z.array(z.string()), engines: EngineSettings }),
  /** Embeds stored stills. */
  z.object({ type: z.literal('embed-frames'), id, files: z.array(z.string()), engines: EngineSettings }),
  z.object({ type: z.literal('describe'), id, engines: EngineSettings.optional() }),
  z.object({ type: z.literal('shrink'), id, files: z.array(z.string()), width: z.number().int().positive() }),
  z.object({ type: z.literal('logo'), id, picture: z.instanceof(Uint8Array) }),
  /** Describes stored stills. */
  z.object({ type: z.literal('describe-stills'), id, files: z.array(z.string()) }),
  /** Describes an uploaded picture or a stored still to search with; with a region, only this part of it. */
  z.object({
    type: z.literal('describe-query'),
    id,
    picture: z.union([z.string(), z.instanceof(Uint8Array)]),
    region: Region.nullable(),
  }),
]);
export type ToWorker = z.infer<typeof ToWorker>;

const WireError = LocalizedText.extend({ code: z.enum(ERROR_CODES) });
export type WireError = z.infer<typeof WireError>;

/** Replies to the requests that carry an `id`. */
export const REPLY_VALUES = {
  probe: MediaInfoMessage,
  thumbnail: z.boolean(),
  embed: VectorBatch,
  'embed-for-frames': VectorBatch,
  'embed-frames': FrameBatch,
  describe: z.array(ModuleInfo),
  shrink: z.array(z.instanceof(Uint8Array).nullable()),
  'describe-stills': z.array(z.instanceof(Int8Array).nullable()),
  'describe-query': z.object({ descriptor: z.instanceof(Int8Array), small: z.instanceof(Int8Array) }).nullable(),
  logo: z.object({ picture: z.instanceof(Uint8Array), width: z.number(), height: z.number() }),
} as const;
export type RequestType = keyof typeof REPLY_VALUES;
export type ReplyValue<Type extends RequestType> = z.infer<(typeof REPLY_VALUES)[Type]>;

export const FromWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Sent at an interval while the event loop runs. */
  z.object({ type: z.literal('heartbeat') }),
  z.object({ type: z.literal('reply'), id, value: z.unknown() }),
  z.object({ type: z.literal('refused'), id, error: WireError }),
  z.object({ type: z.literal('media'), info: MediaInfoMessage }),
  /** Use of the file's tracks, after the media pass. */
  z.object({ type: z.literal('tracks'), use: TrackUse }),
  /** Conditions of the picture and the sound, or what one module looked at; parts are sent as they are known. */
  z.object({ type: z.literal('conditions'), conditions: Conditions }),
  /** Device that decodes the video; sent again if it changes midway. */
  z.object({ type: z.literal('decoding'), decoding: Decoding }),
  z.object({
    type: z.literal('module'),
    module: ModuleName,
    status: z.enum(MODULE_STATES),
    engine: z.string().nullable(),
    error: LocalizedText.nullable(),
  }),
  /** `progress` of the whole run and of each running module, 0..1; `speed` in media seconds per second. */
  z.object({
    type: z.literal('progress'),
    stage: z.enum(STAGE_NAMES),
    progress: z.number(),
    modules: z.partialRecord(ModuleName, z.number()),
    speed: z.number().nullable(),
    etaSeconds: z.number().nullable(),
  }),
  /** All segments of a module in time order; `vectors` has one per segment. */
  z.object({
    type: z.literal('findings'),
    module: ModuleName,
    engine: z.string(),
    segments: z.array(SegmentDraft),
    vectors: VectorBatch.nullable(),
    speakers: SpeakerBatch.optional(),
    seconds: z.number().meta({ description: 'Time spent in this module.' }),
  }),
  /** Preview findings of a module, which replace those before; the module's findings will replace them. */
  z.object({
    type: z.literal('preview'),
    module: ModuleName,
    engine: z.string(),
    segments: z.array(SegmentDraft),
    vectors: VectorBatch.nullable(),
  }),
  /** Segments since the module's last checkpoint; its findings will repeat them. */
  z.object({
    type: z.literal('checkpoint'),
    module: ModuleName,
    engine: z.string(),
    segments: z.array(SegmentDraft),
    kept: z.number().int().nonnegative().meta({ description: 'Number of resumed segments that remain valid.' }),
  }),
  z.object({ type: z.literal('artifact'), artifact: ModuleArtifact }),
  /** Part of the embeddings of a video's frames; they are complete with the last part. */
  z.object({
    type: z.literal('frames'),
    engine: z.string(),
    timesMs: z.array(z.number().int()),
    vectors: FrameBatch.shape.vectors,
    isLast: z.boolean(),
  }),
  /** Run of a module in a closer look, after its findings. */
  CloserModuleRun.extend({ type: z.literal('examined') }),
  /** In the order of the recordings. */
  z.object({ type: z.literal('placements'), placements: z.array(PlacementMessage) }),
  z.object({ type: z.literal('still'), timeMs: z.number().int(), file: z.string() }),
  LocalizedText.extend({ type: z.literal('warning') }),
  z.object({ type: z.literal('done'), endTime: z.number() }),
  z.object({ type: z.literal('failed'), error: WireError }),
  z.object({ type: z.literal('log'), level: z.enum(['debug', 'info', 'warn', 'error']), message: z.string() }),
]);
export type FromWorker = z.infer<typeof FromWorker>;
