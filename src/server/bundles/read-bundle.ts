import { isModuleName, type ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import {
  BUNDLE_ENTRIES,
  BUNDLE_LIMITS,
  BundleCorrection,
  type BundleEntry,
  BundleFinding,
  type BundleModule,
  type BundleSpeaker,
  BundleSpeakers,
} from '../../contract/bundles/manifest.ts';
import type { VideoDescriptors } from '../../db/vectors/visual.ts';
import { damagedEntry, invalidContent, tooLargeBundle } from './bundle-errors.ts';
import { readDescriptors } from './descriptors.ts';
import { correctionWithoutForgery, withoutForgery } from './foreign-findings.ts';
import type { OpenBundle } from './open-bundle.ts';
import { readLines } from './read-lines.ts';
import { readVectors } from './read-vectors.ts';

/** Findings of a module that this version knows. */
interface ModuleContent {
  module: ModuleName;
  engine: string | null;
  segments: SegmentDraft[];
  /** Absent if the bundle has none, or too many. */
  embeddings?: { model: string; dimension: number; vectors: (Float32Array | undefined)[] };
}

/** Content of a bundle besides its pictures. */
export interface BundleContent {
  modules: ModuleContent[];
  corrections: BundleCorrection[];
  speakers: BundleSpeaker[];
  /** Milliseconds. */
  stillTimes: number[];
  /** Absent if the bundle has none that can be compared. */
  descriptors?: VideoDescriptors | undefined;
}

/** Takes the content of a picture or waveform; must read all of it. */
export type PictureSink = (name: string, chunks: AsyncIterable<Buffer>) => Promise<void>;

const STILL = /^stills\/(0|[1-9]\d{0,9})\.jpg$/;
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** Passes pictures over, for checks. */
export const noPictures: PictureSink = async (_, chunks) => {
  for await (const _chunk of chunks);
};

/**
 * Reads and checks every entry of a bundle.
 * @param pictures takes pictures and waveform, by the names of their entries
 * @throws ReelscopeError `invalid_request`, `too_large`, and what `pictures` throws
 */
export async function readBundle(bundle: OpenBundle, pictures: PictureSink): Promise<BundleContent> {
  const { manifest } = bundle;
  requireLimits(bundle);
  const content: BundleContent = { modules: [], corrections: [], speakers: [], stillTimes: [] };
  const known = new Map<string, BundleModule>();
  for (const module of manifest.analysis.modules) {
    if (known.has(module.module)) throw invalidContent(BUNDLE_ENTRIES.manifest);
    known.set(module.module, module);
  }
  for (const module of known.values()) {
    if (isModuleName(module.module)) content.modules.push(await readModule(bundle, module, module.module));
  }
  const isRead = new Set(
    content.modules.flatMap(({ module }) => [entryOf('findings', module), entryOf('vectors', module)]),
  );
  content.descriptors = await readDescriptors(bundle);
  if (content.descriptors) isRead.add(BUNDLE_ENTRIES.descriptors);
  for (const entry of manifest.entries) {
    const { name } = entry;
    if (isRead.has(name)) continue;
    const chunks = bundle.read(entry);
    const timeMs = STILL.exec(name)?.[1];
    if (timeMs !== undefined) content.stillTimes.push(Number(timeMs));
    if (timeMs !== undefined || name === BUNDLE_ENTRIES.thumbnail) await pictures(name, requireJpeg(name, chunks));
    else if (name === BUNDLE_ENTRIES.waveform) await pictures(name, chunks);
    else if (name === BUNDLE_ENTRIES.corrections) content.corrections = await readCorrections(name, chunks);
    else if (name === BUNDLE_ENTRIES.speakers) content.speakers = await readSpeakers(name, chunks);
    else await noPictures(name, chunks);
  }
  return content;
}

const entryOf = (kind: 'findings' | 'vectors', module: string): string => BUNDLE_ENTRIES[kind](module);

function requireLimits({ manifest }: OpenBundle): void {
  const sum = (some: readonly BundleEntry[]) => some.reduce((bytes, { size_bytes }) => bytes + size_bytes, 0);
  const texts = manifest.entries.filter(({ name }) => /\.(ndjson|json)$/.test(name) && name !== BUNDLE_ENTRIES.results);
  const findings = manifest.analysis.modules.reduce((all, module) => all + module.findings, 0);
  const pictures = manifest.entries.filter(({ name }) => /\.jpg$/.test(name));
  if (sum(pictures) > BUNDLE_LIMITS.picturesBytes) throw tooLargeBundle();
  if (sum(texts) > BUNDLE_LIMITS.textBytes || findings > BUNDLE_LIMITS.findings) throw tooLargeBundle();
  for (const { name, size_bytes } of manifest.entries) {
    const isTooLarge =
      (/\.jpg$/.test(name) && size_bytes > BUNDLE_LIMITS.stillBytes) ||
      (name === BUNDLE_ENTRIES.waveform && size_bytes > BUNDLE_LIMITS.waveformBytes);
    if (isTooLarge) throw tooLargeBundle();
  }
}

async function readModule(bundle: OpenBundle, stated: BundleModule, module: ModuleName): Promise<ModuleContent> {
  const { engine, findings, vectors } = stated;
  const name = entryOf('findings', module);
  const entry = bundle.entry(name);
  const segments: SegmentDraft[] = [];
  if (entry) {
    for await (const value of readLines(name, bundle.read(entry))) {
      // Kept as it is: its members in another order would be another digest.
      const { content, start_time, end_time, data } = checked(name, BundleFinding, value) as SegmentDraft;
      segments.push(withoutForgery({ content, start_time, end_time, data }));
      if (segments.length > findings) break;
    }
  }
  if (segments.length !== findings) throw invalidContent(name);
  const rows = bundle.entry(entryOf('vectors', module));
  const isStated = rows !== undefined && vectors !== null;
  if ((rows === undefined) !== (vectors === null)) throw invalidContent(BUNDLE_ENTRIES.manifest);
  if (!isStated) return { module, engine, segments };
  const { engine: model, dimension } = vectors;
  if (rows.size_bytes !== findings * dimension * 4) throw damagedEntry(rows.name);
  const read = await readVectors(rows, bundle.read(rows), dimension);
  return { module, engine, segments, ...(read && { embeddings: { model, dimension, vectors: read } }) };
}

/** @returns the value itself, without the changes that a schema makes */
function checked(
  name: string,
  schema: { safeParse(value: unknown): { success: boolean; error?: unknown } },
  value: unknown,
) {
  const { success, error } = schema.safeParse(value);
  if (!success) throw invalidContent(name, error);
  return value;
}

async function readCorrections(name: string, chunks: AsyncIterable<Buffer>): Promise<BundleCorrection[]> {
  const corrections: BundleCorrection[] = [];
  for await (const value of readLines(name, chunks)) {
    corrections.push(correctionWithoutForgery(checked(name, BundleCorrection, value) as BundleCorrection));
    if (corrections.length > BUNDLE_LIMITS.findings) throw tooLargeBundle();
  }
  return corrections;
}

async function readSpeakers(name: string, chunks: AsyncIterable<Buffer>): Promise<BundleSpeaker[]> {
  for await (const value of readLines(name, chunks)) return checked(name, BundleSpeakers, value) as BundleSpeaker[];
  throw invalidContent(name);
}

async function* requireJpeg(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head.length < JPEG_START.length) head = Buffer.concat([head, chunk.subarray(0, JPEG_START.length)]);
    if (head.length >= JPEG_START.length && !head.subarray(0, JPEG_START.length).equals(JPEG_START))
      throw invalidContent(name);
    yield chunk;
  }
  if (head.length < JPEG_START.length) throw invalidContent(name);
}
