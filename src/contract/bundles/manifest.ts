import { z } from 'zod';
import { visibleControls } from '../../base/visible-controls.ts';
import { ModuleName } from '../analysis/modules.ts';
import { SpeechOptions } from '../analysis/processing.ts';
import { SegmentDraft } from '../analysis/segment.ts';
import { TextLanguages } from '../analysis/text-languages.ts';
import { ReportSignature } from '../evidence/signature.ts';
import { Recording } from '../library/recording.ts';
import { StartTimecode } from '../library/start-timecode.ts';
import { MediaTracks } from '../library/tracks.ts';
import { Timestamp } from '../library/video.ts';

/** The format of bundles; docs/bundles.md describes it. A reader refuses a newer version. */
export const BUNDLE_FORMAT = 'reelscope-bundle';
export const BUNDLE_VERSION = 1;
export const BUNDLE_EXTENSION = '.reelscope';

/** Names of entries in the archive. */
export const BUNDLE_ENTRIES = {
  manifest: 'manifest.json',
  results: 'results.json',
  corrections: 'corrections.ndjson',
  speakers: 'speakers.json',
  thumbnail: 'thumbnail.jpg',
  waveform: 'waveform.bin',
  descriptors: 'descriptors.bin',
  findings: (module: string) => `findings/${module}.ndjson`,
  vectors: (module: string) => `vectors/${module}.f32`,
  still: (timeMs: number) => `stills/${timeMs}.jpg`,
} as const;

/** Limits of a bundle. */
export const BUNDLE_LIMITS = {
  entries: 200_000,
  manifestBytes: 64 * 1024 ** 2,
  /** Of all findings and corrections together, which an import holds in memory. */
  findings: 200_000,
  textBytes: 512 * 1024 ** 2,
  lineBytes: 8 * 1024 ** 2,
  /** Of all embeddings together; beyond it they are computed again. */
  vectorBytes: 512 * 1024 ** 2,
  /** Beyond it, saved frames are described again. */
  descriptorBytes: 512 * 1024 ** 2,
  stillBytes: 32 * 1024 ** 2,
  /** Of all pictures together. */
  picturesBytes: 4 * 1024 ** 3,
  /**
   * Bytes that all entries may have: as many times those of the file, and some more. Bundles are stored without
   * compression, and text that somebody packs again shrinks to a tenth.
   */
  inflation: { factor: 20, freeBytes: 16 * 1024 ** 2 },
  waveformBytes: 64 * 1024 ** 2,
} as const;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const seconds = z.number().min(0).max(1e9);
const text = (max: number) => z.string().max(max);
const SpeakerLabel = z.string().regex(/^S[1-9]\d{0,5}$/);

/** An entry of the archive, other than the manifest. */
const BundleEntry = z.object({ name: z.string().min(1).max(200), size_bytes: bytes, sha256: Sha256 });
export type BundleEntry = z.infer<typeof BundleEntry>;

/** Result of one module. */
const BundleModule = z.object({
  /** A module of a later version is left out by readers that don't know it. */
  module: z.string().min(1).max(64),
  engine: text(300).nullable(),
  findings: z.int().min(0).max(BUNDLE_LIMITS.findings),
  /** Engine of the embeddings in `vectors/`, one row for each finding; null without any. */
  vectors: z.object({ engine: text(300), dimension: z.int().min(1).max(8192) }).nullable(),
});
export type BundleModule = z.infer<typeof BundleModule>;

/** Descriptors of frames in `descriptors.bin`. */
const BundleDescriptors = z.object({
  /** Those of others are not comparable. */
  engine: text(300),
  /** Frames of an analysis, or the saved ones. */
  source: z.enum(['frames', 'stills']),
  pictures: z.int().min(1).max(10_000_000),
  /** Bytes of each, signed. */
  size: z.int().min(1).max(65_536),
});
export type BundleDescriptors = z.infer<typeof BundleDescriptors>;

/** A warning of the analysis, by key where the program wrote it. */
const BundleWarning = z.object({ message: text(10_000), text: z.unknown().optional() });

/** The version alone, which is read before anything else. */
export const BundleHead = z.object({ format: z.literal(BUNDLE_FORMAT), format_version: z.int().min(1) });

/** `manifest.json`: what the bundle is of, how it was made, and every other entry with its hash. */
export const BundleManifest = BundleHead.extend({
  producer: z.object({ name: text(100), version: text(100) }),
  created_at: Timestamp,
  job_id: z.uuid(),
  video: z.object({
    name: z.string().min(1).max(200),
    original_name: text(1024).nullable(),
    description: text(100_000).nullable(),
    duration: seconds,
  }),
  source: z.object({
    name: z.string().min(1).max(1024),
    size_bytes: bytes,
    sha256: Sha256,
    /** Of size, first, and last 64 KB; finds a moved file without reading all of every candidate. */
    edges_sha256: Sha256,
    /** Media facts as probed; null if unknown. */
    media: z.record(z.string(), z.unknown()).nullable(),
  }),
  analysis: z.object({
    /** SHA-256 of the findings as found: equal for the same analysis, wherever it is. */
    id: Sha256,
    finished_at: Timestamp.nullable(),
    processing_time: seconds,
    settings: z.object({
      initial_prompt: text(100_000).nullable(),
      speaker_count: z.int().min(1).max(1000).nullable(),
      speech: SpeechOptions.nullable(),
      /** Absent in bundles of earlier versions. */
      text_languages: TextLanguages.nullable().optional(),
    }),
    warnings: z.array(BundleWarning).max(1000),
    modules: z.array(BundleModule).max(100),
    /** Absent in bundles of earlier versions, and without described frames. */
    descriptors: BundleDescriptors.optional(),
  }),
  entries: z.array(BundleEntry).max(BUNDLE_LIMITS.entries),
  /** By the installation that wrote the bundle, of everything above; absent in bundles of earlier versions. */
  signature: ReportSignature.optional(),
});
export type BundleManifest = z.infer<typeof BundleManifest>;

/** Frames per second beyond which a rate is a fault of the file. */
const MAX_FRAME_RATE = 960;
const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** Media facts that the library relies on. Those that it can do without are dropped if no file can have them. */
export const BundleMedia = z.object({
  container: z.string(),
  duration: seconds,
  sizeBytes: bytes,
  video: z
    .object({
      codec: z.string(),
      width: count,
      height: count,
      rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).catch(0),
      /** 0 if unknown. */
      frameRate: z.number().min(0).max(MAX_FRAME_RATE).catch(0),
      pixelFormat: z.string().catch(''),
    })
    .nullable(),
  audio: z
    .object({
      codec: z.string(),
      sampleRate: count,
      channels: count,
      language: z.string().nullable().catch(null),
      tracks: count.catch(1),
    })
    .nullable(),
  recording: Recording.optional().catch(undefined),
  startTimecode: StartTimecode.extend({ frame_rate: z.number().min(1).max(MAX_FRAME_RATE).nullable(), seconds })
    .nullish()
    .catch(undefined),
  tracks: MediaTracks.optional().catch(undefined),
});
export type BundleMedia = z.infer<typeof BundleMedia>;

/** A line of `findings/<module>.ndjson`: a finding as found, without corrections. */
export const BundleFinding = SegmentDraft.refine(isPlaced, 'must end after it starts');

/** A line of `corrections.ndjson`: what a user changed about a finding. */
export const BundleCorrection = z.object({
  module: ModuleName,
  /** The finding as found. */
  found: BundleFinding,
  removed: z.boolean(),
  added: z.boolean(),
  content: text(100_000).nullable(),
  label: text(1000).nullable(),
  /** Label of the speaker that a user assigned to a transcript line. */
  speaker: SpeakerLabel.nullable(),
  start_time: seconds.nullable(),
  end_time: seconds.nullable(),
  /** The found lines that a split or merged transcript line is made of. */
  line_source: z
    .object({ lines: z.array(BundleFinding).min(1).max(1000), from: z.int().min(0), to: z.int().min(0) })
    .nullable(),
});
export type BundleCorrection = z.infer<typeof BundleCorrection>;

/** `speakers.json`: speakers of the transcript. */
export const BundleSpeakers = z
  .array(
    z.object({
      label: SpeakerLabel,
      name: text(200).overwrite(visibleControls).nullable(),
      /** Label of the speaker that it was merged into. */
      merged_into: SpeakerLabel.nullable(),
      /** [start, end] in seconds of the lines as found. */
      turns: z.array(z.tuple([seconds, seconds])).max(BUNDLE_LIMITS.findings),
    }),
  )
  .max(1000)
  .refine(isAcyclic, 'must not merge speakers in a circle');
export type BundleSpeaker = z.infer<typeof BundleSpeakers>[number];

function isPlaced({ start_time, end_time }: z.infer<typeof SegmentDraft>): boolean {
  return start_time >= 0 && end_time >= start_time && end_time <= 1e9;
}

/** Whether labels are unique, and merges end at a speaker that is not merged. */
function isAcyclic(speakers: readonly { label: string; merged_into: string | null }[]): boolean {
  const into = new Map(speakers.map(({ label, merged_into }) => [label, merged_into]));
  return (
    into.size === speakers.length &&
    speakers.every(({ label }) => {
      let at: string | null | undefined = label;
      for (let steps = 0; at != null && steps <= speakers.length; steps++) at = into.get(at);
      return at === null;
    })
  );
}
