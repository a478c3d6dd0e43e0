import type { Box, SegmentDraft } from '../../contract/analysis/segment.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Still } from '../../media/frames.ts';
import { type LogoEngine, referenceLogos } from '../../models/features/index.ts';
import type { ModuleContext } from '../module.ts';

/** A logo that is not seen for longer than this (seconds) went away. Stills come every few seconds. */
const BRIDGE_SECONDS = 6;
/** A single sight counts for this long (seconds). */
const SIGHT_SECONDS = 2;
const MAX_BOXES = 60;

interface Stretch {
  name: string;
  boxes: (Box & { time: number })[];
}

/** Watches for the reference logos of the user. */
export interface ReferenceTracker {
  onStill(still: Still): Promise<void>;
  segments(): SegmentDraft[];
  dispose(): Promise<void>;
}

/** Returns null if there are no reference logos or, with a warning, if OpenCV is unavailable. */
export async function trackReferences(context: ModuleContext): Promise<ReferenceTracker | null> {
  const logos = context.settings.referenceLogos ?? [];
  if (logos.length === 0) return null;
  let engine: LogoEngine;
  try {
    engine = await referenceLogos.load();
    await engine.learn(logos.map(({ picture }) => picture));
  } catch (cause) {
    context.log.error('reference logos could not be prepared', { error: cause });
    context.warn(sentence('warning.logos-not-prepared'));
    return null;
  }
  const stretches: Stretch[] = [];
  return {
    async onStill(still) {
      const sights = await engine.find(still, context.signal);
      for (const { logo, ...place } of sights) {
        const { name } = logos[logo]!;
        const box = { ...place, time: still.time, label: name };
        const open = stretches.findLast((stretch) => stretch.name === name);
        if (open && still.time - open.boxes.at(-1)!.time <= BRIDGE_SECONDS) open.boxes.push(box);
        else stretches.push({ name, boxes: [box] });
      }
      if (sights.length > 0) await context.saveStill(still);
    },
    segments: () => stretches.map(toSegment),
    dispose: () => engine.dispose(),
  };
}

function toSegment({ name, boxes }: Stretch): SegmentDraft {
  const best = boxes.reduce((a, b) => ((b.confidence ?? 0) > (a.confidence ?? 0) ? b : a));
  const step = Math.ceil(boxes.length / MAX_BOXES);
  return {
    content: name,
    start_time: boxes[0]!.time,
    end_time: boxes.at(-1)!.time + SIGHT_SECONDS,
    data: {
      label: name,
      ...(best.confidence === undefined ? {} : { confidence: best.confidence }),
      boxes: boxes.filter((_, i) => i % step === 0),
      still_time: best.time,
    },
  };
}
