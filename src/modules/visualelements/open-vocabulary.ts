import { z } from 'zod';
import { dictionary } from '../../base/dictionary.ts';
import { mapConcurrently } from '../../base/map-concurrently.ts';
import { roundSeconds } from '../../base/time.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { OBJECT_LABELS } from '../../core/labels/object-labels.ts';
import type { ModuleContext } from '../module.ts';
import type { VisionClient } from '../shared/vision/vision-client.ts';

const MAX_OBJECTS = 8;
const MAX_NAME_LENGTH = 40;
/** Words that the bundled detector's label `person` covers. */
const PERSON = /^(man|woman|men|women|people|person|persons|child|children|boy|girl|human|someone|pedestrian)s?$/;
const ALIASES: Readonly<Record<string, string>> = dictionary({
  bike: 'bicycle',
  motorbike: 'motorcycle',
  plane: 'airplane',
  aeroplane: 'airplane',
  television: 'tv',
  phone: 'cell phone',
  smartphone: 'cell phone',
  sofa: 'couch',
  table: 'dining table',
  plant: 'potted plant',
  automobile: 'car',
});

const Things = z.object({ things: z.array(z.string()) });
const ASK = `Name up to ${MAX_OBJECTS} things that are clearly seen in this picture, each in one to three plain English words, in the singular. Leave out what you are not sure of.`;

interface Sighting {
  label: string;
  start: number;
  end: number;
  still: number;
}

/**
 * Adds objects that only the model names to the detections, each with a still as evidence. They end with the shot of
 * their still.
 * @param cuts ends of the shots in seconds
 */
export async function detectOpenVocabulary(
  detections: readonly SegmentDraft[],
  times: readonly number[],
  cuts: readonly number[],
  vision: VisionClient,
  context: Pick<ModuleContext, 'media' | 'readStill' | 'warn' | 'onFinishProgress'>,
): Promise<SegmentDraft[]> {
  const sightings: Sighting[] = [];
  const running = new Map<string, Sighting>();
  const answers = mapConcurrently(times, vision.concurrency, async (time) => {
    const still = await context.readStill?.(time);
    return still ? vision.ask([still], { ask: ASK, schema: Things, maxTokens: 160 }) : null;
  });
  let index = -1;
  for await (const answer of answers) {
    const time = times[++index]!;
    const cut = cuts.find((at) => at > time) ?? Number.POSITIVE_INFINITY;
    const end = Math.min(cut, times[index + 1] ?? Math.max(time, context.media.duration));
    if (cuts.some((at) => at <= time && at > (times[index - 1] ?? 0))) running.clear();
    for (const label of namesIn(answer?.things ?? [])) {
      if (detections.some((found) => covers(found, label, time, end))) continue;
      const open = running.get(label);
      if (open && open.end === time) open.end = end;
      else {
        const sighting = { label, start: time, end, still: time };
        running.set(label, sighting);
        sightings.push(sighting);
      }
    }
    context.onFinishProgress((index + 1) / times.length);
  }
  const complaint = vision.failureSummary();
  if (complaint) context.warn(complaint);
  return [...detections, ...sightings.map((sighting) => toSegment(sighting, vision.engineId))];
}

/** Converts names to distinct labels: lower case, without article, the bundled label where there is one. */
export function namesIn(things: readonly string[]): string[] {
  const names = things.slice(0, MAX_OBJECTS).map(toLabel);
  return [...new Set(names.filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH))];
}

function toLabel(thing: string): string {
  const name = thing
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(a|an|the|some|several|many|two|three) /, '');
  if (PERSON.test(name)) return 'person';
  const single = name.replace(/([^s])s$/, '$1');
  if (LABEL_NAMES.has(name)) return name;
  return ALIASES[name] ?? ALIASES[single] ?? (LABEL_NAMES.has(single) ? single : name);
}

const LABEL_NAMES: ReadonlySet<string> = new Set(OBJECT_LABELS);

function covers(found: SegmentDraft, label: string, start: number, end: number): boolean {
  return found.data?.label === label && found.start_time < end && found.end_time >= start;
}

function toSegment({ label, start, end, still }: Sighting, engine: string): SegmentDraft {
  return {
    content: label,
    start_time: roundSeconds(start),
    end_time: roundSeconds(end),
    data: { label, still_time: roundSeconds(still), seen_by: engine },
  };
}
