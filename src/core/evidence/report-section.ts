import { formatClock } from '../../base/time.ts';
import type { ExaminedModule } from '../../contract/analysis/coverage-map.ts';
import type { Manifest, ManifestVideo } from '../../contract/evidence/manifest.ts';
import { EMPTY_SIGNATURE } from '../../contract/evidence/signature.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { escapeMarkup } from '../formats/markers.ts';
import { moduleTexts } from '../modules/module-display.ts';
import { manifestHtml, manifestMarkdown } from './manifest-text.ts';

/** Texts of the section of a report that shows its manifest. */
export interface ManifestWords {
  title: string;
  /** How to verify the report. */
  note: string;
  /** Over the manifest for programs. */
  data: string;
  file: string;
  originalName: string;
  sha256: string;
  size: string;
  length: string;
  recorded: string;
  camera: string;
  place: string;
  engines: string;
  corrections: string;
  history: string;
  created: string;
  product: string;
  key: string;
  /** Instead of a hash that is not computed yet. */
  pending: string;
  bytes(count: number): string;
  corrected(corrections: ManifestVideo['corrections']): string;
  entries(count: number): string;
  /** Heading over what was examined. */
  examined: string;
  /** Name of a module, and how much of a video it examined. */
  examinedPart(part: ExaminedModule, duration: number): string;
  /** A limit in the language of the report. */
  limit(limit: LocalizedText): string;
}

/** English texts, for reports that are written in English only. */
export const MANIFEST_WORDS: ManifestWords = {
  title: 'Manifest',
  note: 'This report is signed. Verify it in Reelscope under Settings > Verify report, or with “reelscope verify”.',
  data: 'Manifest as JSON',
  file: 'File',
  originalName: 'Original name',
  sha256: 'SHA-256',
  size: 'Size',
  length: 'Duration',
  recorded: 'Recorded (as stated by the file)',
  camera: 'Camera (as stated by the file)',
  place: 'Place (as stated by the file)',
  engines: 'Engines',
  corrections: 'Edits',
  history: 'History',
  created: 'Created',
  product: 'Created with',
  key: 'Key',
  pending: 'not computed yet',
  bytes: (count) => `${count.toLocaleString('en')} bytes`,
  corrected: ({ edited, removed, added }) => `${edited} edited, ${removed} removed, ${added} added`,
  entries: (count) => (count === 1 ? '1 entry' : `${count} entries`),
  examined: 'What was examined',
  examinedPart: ({ module, examined }, duration) =>
    `${moduleTexts(module).title}: ${formatClock(examined)} of ${formatClock(duration)}`,
  limit: ({ message }) => message,
};

/** Section of an HTML report: facts for people, the manifest for programs, and the place of the signature. */
export function manifestSectionHtml(manifest: Manifest, words: ManifestWords): string {
  const lists = factLists(manifest, words).map((facts) => {
    const rows = facts.map(
      ([name, value]) => `<dt>${escapeMarkup(name)}</dt><dd dir="auto">${escapeMarkup(value)}</dd>`,
    );
    return `<dl>${rows.join('')}</dl>`;
  });
  return [
    ...examinedHtml(manifest, words),
    `<section class="manifest"><h2>${escapeMarkup(words.title)}</h2><p>${escapeMarkup(words.note)}</p>`,
    ...lists,
    `<details><summary>${escapeMarkup(words.data)}</summary>${manifestHtml(manifest)}</details></section>`,
    EMPTY_SIGNATURE,
  ].join('\n');
}

/** Section of a report in Markdown; see {@link manifestSectionHtml}. @param plain escapes text */
export function manifestSectionMarkdown(manifest: Manifest, plain: (text: string) => string): string {
  const lists = factLists(manifest, MANIFEST_WORDS).map((facts) =>
    facts.map(([name, value]) => `- ${name}: ${plain(value)}`).join('\n'),
  );
  const { title, note } = MANIFEST_WORDS;
  return [
    ...examinedMarkdown(manifest, plain),
    `## ${title}`,
    note,
    ...lists,
    manifestMarkdown(manifest),
    EMPTY_SIGNATURE,
  ].join('\n\n');
}

/** Page of what was examined of each video; none for manifests without it. */
function examinedHtml({ videos }: Manifest, words: ManifestWords): string[] {
  const item = ({ text, limits }: ExaminedLine): string => {
    const items = limits.map((limit) => item({ text: limit, limits: [] })).join('');
    return `<li dir="auto">${escapeMarkup(text)}${items && `<ul>${items}</ul>`}</li>`;
  };
  const lists = examinedLists(videos, words).map(({ name, lines }) => {
    const heading = videos.length > 1 ? `<h3 dir="auto">${escapeMarkup(name)}</h3>` : '';
    return `${heading}<ul>${lines.map(item).join('')}</ul>`;
  });
  if (lists.length === 0) return [];
  return [`<section class="examined"><h2>${escapeMarkup(words.examined)}</h2>${lists.join('')}</section>`];
}

function examinedMarkdown({ videos }: Manifest, plain: (text: string) => string): string[] {
  const lists = examinedLists(videos, MANIFEST_WORDS).flatMap(({ name, lines }) => [
    ...(videos.length > 1 ? [`### ${plain(name)}`] : []),
    lines
      .flatMap(({ text, limits }) => [`- ${plain(text)}`, ...limits.map((limit) => `  - ${plain(limit)}`)])
      .join('\n'),
  ]);
  return lists.length === 0 ? [] : [`## ${MANIFEST_WORDS.examined}`, ...lists];
}

/** How much a module examined, with its limits below; or only a limit, where it examined nothing. */
interface ExaminedLine {
  text: string;
  limits: string[];
}

/** Lines of what was examined, by video; none for manifests without it. Pure. */
export function examinedLists(videos: readonly ManifestVideo[], words: ManifestWords) {
  return videos.flatMap(({ name, duration, examined }) => {
    if (examined === undefined) return [];
    const lines = examined.flatMap((part): ExaminedLine[] => {
      const limits = part.limits.map(words.limit);
      if (part.examined === 0 && limits.length > 0) return limits.map((text) => ({ text, limits: [] }));
      return [{ text: words.examinedPart(part, duration), limits }];
    });
    return [{ name, lines }];
  });
}

/** Facts of each video and of the report, as name and value. */
function factLists(manifest: Manifest, words: ManifestWords): [string, string][][] {
  const { product, created_at, time_zone, key } = manifest;
  return [
    ...manifest.videos.map((video) => factsOf(video, words)),
    [
      [words.created, `${created_at.replace('T', ' ')} (${time_zone})`],
      [words.product, product],
      [words.key, key],
    ],
  ];
}

function factsOf(video: ManifestVideo, words: ManifestWords): [string, string][] {
  const { recording, corrections, history } = video;
  const { captured, camera, place } = recording ?? { captured: null, camera: null, place: null };
  const facts: [string, string | null][] = [
    [words.file, video.name],
    [words.originalName, video.original_name],
    [words.sha256, video.sha256 ?? words.pending],
    [words.size, words.bytes(video.size)],
    [words.length, formatClock(video.duration)],
    [words.recorded, captured && `${captured.time.replace('T', ' ')} ${captured.zone ?? ''}`.trim()],
    [words.camera, camera && [camera.make, camera.model].filter(Boolean).join(' ')],
    [words.place, place && `${place.latitude}, ${place.longitude}`],
    [words.engines, video.engines.map(({ module, engine }) => `${module}: ${engine ?? '–'}`).join('; ') || null],
    [words.corrections, words.corrected(corrections)],
    [words.history, history && `${words.entries(history.entries)}, ${history.head}`],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}
