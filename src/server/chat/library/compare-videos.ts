import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { namedSpeakerOf } from '../../../core/labels/named-speaker.ts';
import { termsOf } from '../../../db/text-index/terms.ts';

/** Something that a video has, with the first segment that shows it. */
export interface Item {
  name: string;
  segment: Segment;
}

/** Items of one module that only one of two videos has, or both. */
export interface Difference {
  module: ModuleName;
  onlyFirst: Item[];
  onlySecond: Item[];
  /** As in the first video. */
  both: Item[];
}

/** Modules whose findings have names that distinguish them, in the order of an answer. */
const COMPARED: readonly ModuleName[] = ['visualelements', 'logos', 'ocr', 'audioevents', 'keywords'];

/**
 * Compares what two videos have: objects, brands, text on screen, sounds, and keywords by their names, and named
 * speakers. Names are equal if they have the same terms. Pure. @returns modules in which either video has something
 */
export function compareVideos(first: readonly Segment[], second: readonly Segment[]): Difference[] {
  const compared = COMPARED.map((module) => compare(module, itemsOf(first, module), itemsOf(second, module)));
  const speakers = compare('transcription', speakersOf(first), speakersOf(second));
  return [...compared, speakers].filter(
    ({ onlyFirst, onlySecond, both }) => onlyFirst.length + onlySecond.length + both.length > 0,
  );
}

type Items = ReadonlyMap<string, Item>;

function compare(module: ModuleName, a: Items, b: Items): Difference {
  const without = (items: Items, others: Items) => [...items].flatMap(([key, item]) => (others.has(key) ? [] : [item]));
  return {
    module,
    onlyFirst: without(a, b),
    onlySecond: without(b, a),
    both: [...a].flatMap(([key, item]) => (b.has(key) ? [item] : [])),
  };
}

function itemsOf(segments: readonly Segment[], module: ModuleName): Items {
  return byTerms(
    segments
      .filter((segment) => segment.module === module)
      .map((segment) => ({ name: segment.data?.label ?? segment.content, segment })),
  );
}

function speakersOf(segments: readonly Segment[]): Items {
  return byTerms(
    segments.flatMap((segment) => {
      const name = segment.module === 'transcription' ? namedSpeakerOf(segment) : null;
      return name === null ? [] : [{ name, segment }];
    }),
  );
}

function byTerms(items: readonly Item[]): Items {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = termsOf(item.name).join(' ');
    if (key !== '' && !found.has(key)) found.set(key, item);
  }
  return found;
}
