import { z } from 'zod';
import { mapConcurrently } from '../../base/map-concurrently.ts';
import { foldLetters } from '../../base/text-fold.ts';
import { roundSeconds } from '../../base/time.ts';
import type { Box, SegmentDraft } from '../../contract/analysis/segment.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Still } from '../../media/frames.ts';
import type { EngineInfo } from '../../models/engine.ts';
import type { EngineSettings, ModuleContext } from '../module.ts';
import { brandSpellings } from '../shared/brand-names/spellings.ts';
import { type SelectedStill, StillSelector } from '../shared/vision/still-selector.ts';
import { openVisionClient, type VisionClient, withContributor } from '../shared/vision/vision-client.ts';

/** Maximum stills sent to the vision model. */
const MAX_STILLS = 200;
const MAX_BRANDS = 10;
const MAX_NAME_LENGTH = 40;
const MAX_TEXT_LENGTH = 80;
/** Confidence of a brand that the model named once, and in several stills; below recognized text and matched logos. */
const CONFIDENCE_ONCE = 0.5;
const CONFIDENCE_CONFIRMED = 0.7;
/** Duration of a sighting after which the frame changes at once, in seconds. */
const SIGHT_SECONDS = 2;
/** Models return thousandths of the frame; a box of nearly all of it locates nothing. */
const BOX_SCALE = 1000;
const MAX_BOX_SHARE = 0.9;
/** Names that models use for unknown brands. */
const NO_NAME =
  /^(unknown|none|no|n\/?a|null|generic|unbranded|unidentified|unclear|unreadable|illegible|not |some |brand|logo|company|text|sign)\b/i;

export const NO_VISION = sentence('vision.brands');

const Brands = z.object({
  brands: z.array(z.object({ name: z.string(), text: z.string(), box: z.array(z.number()) })),
});
const ASK =
  `Name the brands whose logo or name is clearly seen in this picture, at most ${MAX_BRANDS}. Leave out what you are not sure of; ` +
  'an empty list is a good answer. For each: "name" of the brand; "text", the letters as they stand in the picture, empty when ' +
  'the logo has none; "box", where it is: [left, top, right, bottom] in thousandths of the width and height, empty when unsure.';

/** A brand that the model named in consecutive stills. Stored with the findings, so that a rescan needs no request. */
const Sight = z.object({
  start: z.number(),
  end: z.number(),
  time: z.number(),
  pictures: z.number(),
  text: z.string().optional(),
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
});
type Sight = z.infer<typeof Sight> & { brand: string };

/** Brands that a vision model finds in a video. */
export interface VisionBrands {
  onStill(still: Still): Promise<void>;
  /** One segment per brand and time range, to be merged with other evidence. */
  segments(): Promise<SegmentDraft[]>;
  /** Adds the model's sightings to the merged segments. */
  remember(merged: readonly SegmentDraft[]): SegmentDraft[];
  /** `own`, with the model's id once the model has contributed. */
  engineOf(own: EngineInfo): EngineInfo;
}

/** Returns null if no vision model is configured or, with a warning, if it is unavailable. */
export async function detectBrands(
  settings: EngineSettings | null,
  context: ModuleContext,
): Promise<VisionBrands | null> {
  // A rescan follows a change of brands, not of stills, so that earlier sightings remain valid.
  if (context.isRescan) return storedBrands(context);
  const vision = await openVisionClient(settings, context, NO_VISION);
  if (!vision) return null;
  const selector = new StillSelector(MAX_STILLS, (still) => context.saveStill(still));
  let sights: readonly Sight[] = [];
  return {
    onStill: (still) => selector.offer(still),
    async segments() {
      sights = await askAboutStills(selector.selected(), vision, context);
      return sights.map((sight) => toSegment(sight, vision.engineId));
    },
    remember: (merged) => merged.map((segment) => withSights(segment, sights, vision.engineId)),
    engineOf: (own) => vision.engineOf(own),
  };
}

function storedBrands({ resumed, settings }: ModuleContext): VisionBrands | null {
  const before = resumed?.segments ?? [];
  const by = before.map(({ data }) => data?.['seen_by']).find((tag) => typeof tag === 'string');
  if (by === undefined) return null;
  const nameOf = namer(settings);
  const sights = before.flatMap(({ data }): Sight[] => {
    const seen = z.array(Sight.extend({ brand: z.string() })).safeParse(data?.['seen']);
    return seen.success ? seen.data.map((sight) => ({ ...sight, brand: nameOf(sight.brand) })) : [];
  });
  return {
    onStill: async () => {},
    segments: async () => sights.map((sight) => toSegment(sight, by)),
    remember: (merged) => merged.map((segment) => withSights(segment, sights, by)),
    engineOf: (own) => (sights.length > 0 ? withContributor(own, by) : own),
  };
}

async function askAboutStills(
  stills: readonly SelectedStill[],
  vision: VisionClient,
  context: ModuleContext,
): Promise<Sight[]> {
  const nameOf = namer(context.settings);
  const sights: Sight[] = [];
  /** Sightings in the previous still, by brand. */
  let running = new Map<string, Sight>();
  const answers = mapConcurrently(stills, vision.concurrency, async ({ time }) => {
    const still = await context.readStill?.(time);
    return still ? vision.ask([still], { ask: ASK, schema: Brands, maxTokens: 400 }) : null;
  });
  let index = -1;
  for await (const answer of answers) {
    const { time, until } = stills[++index]!;
    const next = stills[index + 1]?.time ?? Number.POSITIVE_INFINITY;
    const end = Math.max(until, Math.min(time + SIGHT_SECONDS, next));
    const here = new Map<string, Sight>();
    for (const seen of answer?.brands.slice(0, MAX_BRANDS) ?? []) {
      const brand = nameOf(seen.name);
      const [text, box] = [textOf(seen.text), boxOf(seen.box)];
      // A brand without text or box can't be verified.
      if (brand === '' || !(text || box) || here.has(brand)) continue;
      const open = running.get(brand);
      if (open) Object.assign(open, { end, pictures: open.pictures + 1 });
      const sight = open ?? { brand, start: time, end, time, pictures: 1, ...(text && { text }), ...(box && { box }) };
      if (!open) sights.push(sight);
      here.set(brand, sight);
    }
    running = here;
    context.onFinishProgress((index + 1) / stills.length);
  }
  const complaint = vision.failureSummary();
  if (complaint) context.warn(complaint);
  return sights;
}

/** Resolves a brand's name: from the user's logos and words, from the bundled list, or as the model wrote it. */
function namer({ brandWords, referenceLogos }: ModuleContext['settings']): (name: string) => string {
  const known = new Map(brandSpellings(brandWords).map(({ letters, brand }) => [letters, brand]));
  for (const { name } of referenceLogos ?? []) known.set(foldLetters(name), name);
  return (written) => {
    const name = written.replace(/[\p{C}\s]+/gu, ' ').trim();
    const letters = foldLetters(name);
    if (letters.length < 2 || name.length > MAX_NAME_LENGTH || NO_NAME.test(name)) return '';
    return known.get(letters) ?? name;
  };
}

function textOf(text: string): string | undefined {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line === '' || NO_NAME.test(line) ? undefined : line.slice(0, MAX_TEXT_LENGTH);
}

/** Returns undefined for an invalid box. */
export function boxOf(corners: readonly number[]): Box | undefined {
  const [left, top, right, bottom] = corners;
  if (corners.length !== 4 || !corners.every((value) => value >= 0 && value <= BOX_SCALE)) return undefined;
  const [width, height] = [(right! - left!) / BOX_SCALE, (bottom! - top!) / BOX_SCALE];
  if (width <= 0 || height <= 0 || width * height > MAX_BOX_SHARE) return undefined;
  return { x: left! / BOX_SCALE, y: top! / BOX_SCALE, width, height };
}

function toSegment({ brand, start, end, time, pictures, text, box }: Sight, tag: string): SegmentDraft {
  const confidence = pictures > 1 ? CONFIDENCE_CONFIRMED : CONFIDENCE_ONCE;
  return {
    content: brand,
    start_time: roundSeconds(start),
    end_time: roundSeconds(end),
    data: {
      label: brand,
      confidence,
      still_time: roundSeconds(time),
      seen_by: tag,
      ...(box && { boxes: [{ ...box, time: roundSeconds(time), label: brand, confidence }] }),
      ...(text !== undefined && { matched_text: text }),
    },
  };
}

function withSights(segment: SegmentDraft, sights: readonly Sight[], tag: string): SegmentDraft {
  const seen = sights.filter(
    ({ brand, start, end }) =>
      brand.toLowerCase() === segment.content.toLowerCase() && start < segment.end_time && end > segment.start_time,
  );
  return seen.length === 0 ? segment : { ...segment, data: { ...segment.data, seen, seen_by: tag } };
}
