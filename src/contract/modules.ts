import { z } from 'zod';

/** The analysis modules, in the order in which they are listed and offered. */
export const MODULE_NAMES = [
  'transcription',
  'scenes',
  'visualelements',
  'logos',
  'ocr',
  'audioevents',
  'summary',
  'chapters',
  'keywords',
] as const;
export const ModuleName = z.enum(MODULE_NAMES);
export type ModuleName = z.infer<typeof ModuleName>;

export interface ModuleEntry {
  title: string;
  description: string;
  /** Modules whose segments this one reads; they run before it when they are chosen too. */
  reads: readonly ModuleName[];
}

export const MODULE_CATALOGUE = {
  transcription: { title: 'Speech', description: 'What is said, with times for each phrase and word.', reads: [] },
  scenes: {
    title: 'Shots',
    description: 'Where each shot starts and ends, its keyframe and what it holds.',
    reads: [],
  },
  visualelements: { title: 'Objects', description: 'People, vehicles, animals and things that are seen.', reads: [] },
  logos: {
    title: 'Brands',
    description: 'Brand names found in the picture, with the frame as evidence.',
    reads: ['ocr'],
  },
  ocr: { title: 'Text', description: 'Titles, captions and signs that can be read in the picture.', reads: [] },
  audioevents: { title: 'Sound', description: 'Stretches of speech, of music or noise, and of silence.', reads: [] },
  summary: {
    title: 'Summary',
    description: 'What the video is about, in a few sentences.',
    reads: ['transcription', 'scenes', 'visualelements', 'logos', 'ocr', 'audioevents'],
  },
  chapters: {
    title: 'Chapters',
    description: 'The parts of the video, each with a title.',
    reads: ['transcription', 'scenes', 'visualelements', 'logos', 'ocr', 'audioevents'],
  },
  keywords: {
    title: 'Keywords',
    description: 'The words that set this video apart, with the times at which they come up.',
    reads: ['transcription', 'visualelements', 'logos', 'ocr'],
  },
} as const satisfies Record<ModuleName, ModuleEntry>;

export const ModuleInfo = z
  .object({
    name: ModuleName,
    title: z.string(),
    description: z.string(),
    engine: z
      .string()
      .nullable()
      .meta({ description: 'Engine and version that would run now; null when there is none.' }),
    available: z.boolean(),
    reason: z.string().nullable().meta({
      description:
        'Why it is not available, or what it goes without although that was set up (a server that is down), for people.',
    }),
    needs: z.array(z.string()).meta({ description: 'What to install or connect about it.' }),
  })
  .meta({ id: 'ModuleInfo' });
export type ModuleInfo = z.infer<typeof ModuleInfo>;

/** Whether `text` names a module. */
export function isModuleName(text: string): text is ModuleName {
  return (MODULE_NAMES as readonly string[]).includes(text);
}
