import type { ModuleName } from '../contract/analysis/modules.ts';
import type { SegmentDraft } from '../contract/analysis/segment.ts';
import type { MediaInfo } from '../media/frames.ts';
import type { SharedVad } from '../models/vad/shared.ts';
import type { ModuleContext } from '../modules/module.ts';
import { tidySegments } from './module-runner.ts';
import type { ProgressMeter } from './progress.ts';
import type { FromWorker, RunSpec } from './protocol.ts';
import type { StillsFolder } from './stills-folder.ts';

/** Parts of a job that its modules use. */
export interface ModuleContextParts {
  run: RunSpec;
  tools: { send(message: FromWorker): void; signal: AbortSignal; stop?: AbortSignal | undefined };
  /** The media as known now: its duration is measured by the pass. */
  media(): MediaInfo;
  stills: Pick<StillsFolder, 'keep' | 'read'>;
  /** Segments of the modules that have finished. */
  drafts: ReadonlyMap<ModuleName, readonly SegmentDraft[]>;
  meter: ProgressMeter;
  vad: SharedVad;
  /** See {@link ModuleContext.isCloser}. */
  isCloser?: boolean;
}

/** Connects a module with its job: messages of the module become messages of the worker. */
export function moduleContextOf(name: ModuleName, parts: ModuleContextParts): ModuleContext {
  const { run, tools, media, stills, drafts, meter, vad, isCloser = false } = parts;
  const { send, signal, stop } = tools;
  const log = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string) =>
    send({ type: 'log', level, message: `${name}: ${message}` });
  return {
    get media() {
      return media();
    },
    settings: {
      brandWords: run.brandWords,
      referenceLogos: run.referenceLogos ?? [],
      initialPrompt: run.initialPrompt,
      speakerCount: run.speakerCount ?? null,
    },
    selected: run.modules,
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    signal,
    stop,
    vad,
    saveStill: (still) => stills.keep(still),
    readStill: (time) => stills.read(time),
    segmentsOf: (module) => drafts.get(module) ?? [],
    isRescan: run.savedStills !== undefined,
    isCloser,
    resumed: run.resumed?.find((part) => part.module === name),
    checkpoint: (engine, segments, kept) => {
      const tidy = tidySegments(segments, media().duration);
      send({ type: 'checkpoint', module: name, engine, segments: tidy, kept });
    },
    // Those of stills, or of a part, would replace those of the whole video.
    ...(!run.savedStills &&
      !isCloser && {
        saveArtifacts: (parts) => {
          for (const artifact of parts) send({ type: 'artifact', artifact });
        },
      }),
    warn: (warning) => send({ type: 'warning', ...warning }),
    onFinishProgress: (fraction) => meter.finishing(name, fraction),
  };
}
