import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { BUNDLED_ENGINES } from '../../../src/contract/system/engine-settings.ts';
import type { SpeechEngine, SpeechModel } from '../../../src/models/speech/index.ts';
import { bundledVad } from '../../../src/models/vad/index.ts';
import type { EngineSettings, ModuleContext, ModuleRun, ResumedFindings } from '../../../src/modules/module.ts';
import { transcription } from '../../../src/modules/transcription/module.ts';

export interface RunOptions {
  speech?: Partial<EngineSettings['speech']>;
  prompt?: string;
  resumed?: ResumedFindings;
  signal?: AbortSignal;
  /** Samples in one call. */
  step?: number;
  model?: SpeechModel | null;
  onCheckpoint?: () => void;
}

const UNSET = BUNDLED_ENGINES;

/** The shipped module with a given engine and detector. */
export function transcriptionFor(
  engine: SpeechEngine,
  vad = bundledVad,
  settings = UNSET,
  chosen?: SpeechModel | null,
) {
  const model = { id: engine.info.id, file: '', kind: 'whisper' as const, multilingual: true };
  return transcription(settings, {
    chooseModel: async () => (chosen === undefined ? model : chosen),
    load: async () => engine,
    vad,
  });
}

/** The shipped module with a given engine, over 16 kHz sound, fed as the pass feeds it. */
export async function startTranscription(engine: SpeechEngine, options: RunOptions = {}) {
  const warnings: string[] = [];
  const checkpoints: { engine: string; segments: readonly SegmentDraft[]; kept: number }[] = [];
  const settings = { ...UNSET, speech: { ...UNSET.speech, ...options.speech } };
  const quiet = () => {};
  const context: ModuleContext = {
    media: { container: 'wav', duration: 0, sizeBytes: 0, video: null, audio: null },
    settings: { brandWords: [], initialPrompt: options.prompt ?? null },
    selected: ['transcription'],
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    signal: options.signal ?? new AbortController().signal,
    resumed: options.resumed,
    checkpoint(engineId, segments, kept) {
      checkpoints.push({ engine: engineId, segments, kept });
      options.onCheckpoint?.();
    },
    saveStill: async () => {},
    segmentsOf: () => [],
    warn: ({ message }) => void warnings.push(message),
    onFinishProgress: quiet,
  };
  const module = transcriptionFor(engine, bundledVad, settings, options.model);
  const run = await module.start(context);
  return { module, run, warnings, checkpoints };
}

export async function feed(run: ModuleRun, sound: Float32Array, step = 16_000): Promise<void> {
  for (let at = 0; at < sound.length; at += step) {
    await run.onAudio?.({ time: at / 16_000, samples: sound.subarray(at, at + step) });
  }
}

export async function transcribe(engine: SpeechEngine, sound: Float32Array, options: RunOptions = {}) {
  const started = await startTranscription(engine, options);
  try {
    await feed(started.run, sound, options.step);
    return { ...started, segments: await started.run.finish() };
  } finally {
    await started.run.dispose();
  }
}
