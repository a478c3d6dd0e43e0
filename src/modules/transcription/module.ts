import type { DroppedCandidate } from '../../contract/analysis/conditions.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { CATALOG, sizeOf } from '../../models/catalog/index.ts';
import { type Availability, type EngineFactory, engineIdOf } from '../../models/engine.ts';
import { isDamaged } from '../../models/installer/installed.ts';
import { chooseGpuSpeechModel, chooseSpeechModel } from '../../models/installer/speech-models.ts';
import { type SpeakerEngine, speakerEngine } from '../../models/speakers/index.ts';
import {
  addonVersion,
  BUNDLED_SPEECH_MODEL,
  engineInfo,
  loadFastestEngine,
  type RecognitionOptions,
  recordJobSpeed,
  type SpeechEngine,
  type SpeechModel,
} from '../../models/speech/index.ts';
import { bundledVad, sharedVad, type VadEngine } from '../../models/vad/index.ts';
import type { AnalysisModule, EngineSettings, ModuleContext, SpeakerFindings } from '../module.ts';
import { droppedPhrase } from './dropped-phrase.ts';
import { primingOf } from './prompt.ts';
import {
  languageOfLines,
  resumableSegments,
  resumePosition,
  withoutResumePositions,
  withResumePosition,
} from './resume.ts';
import { assignSpeakers } from './speakers/assign.ts';
import { startSpeakers } from './speakers/speaker-run.ts';
import { type Recognizer, Transcriber } from './transcriber.ts';

export interface TranscriptionParts {
  chooseModel(settings: EngineSettings): Promise<SpeechModel | null>;
  load(model: SpeechModel, context: ModuleContext, settings: EngineSettings): Promise<SpeechEngine>;
  vad: EngineFactory<VadEngine>;
  /** Distinguishes speakers; null for a transcript without them. */
  speakers?(settings: EngineSettings): Promise<EngineFactory<SpeakerEngine> | null>;
}

/** Probability of speech from which a closer look listens. */
const CLOSER_SPEECH = 0.2;

const SHIPPED: TranscriptionParts = {
  chooseModel: ({ modelsFolder, speech }) => chooseSpeechModel(modelsFolder, speech.model),
  async load(model, { log }, { modelsFolder, speech }) {
    const gpuModel = speech.model === null ? await chooseGpuSpeechModel(modelsFolder) : null;
    return loadFastestEngine(model, gpuModel, { folder: modelsFolder, log });
  },
  vad: bundledVad,
  speakers: ({ modelsFolder }) => speakerEngine(modelsFolder),
};

/** The model to install, with its download size if the catalog knows it. */
function neededModel(id: string, key: 'need.speech-model' | 'need.chosen-model'): string | LocalizedText {
  const entry = CATALOG.find((one) => one.id === id);
  const bytes = entry && sizeOf(entry);
  if (!bytes) return id;
  const values = { name: entry.name, megabytes: Math.round(bytes / 1e6) };
  return key === 'need.speech-model' ? sentence(key, values) : sentence(key, { ...values, model: id });
}

/** Speech recognition with an installed model. @param parts replaceable in tests */
export function transcription(settings: EngineSettings, parts: TranscriptionParts = SHIPPED): AnalysisModule {
  return {
    name: 'transcription',
    input: 'audio',
    async engine() {
      const model = await parts.chooseModel(settings);
      return model ? engineInfo(model) : null;
    },
    async availability(): Promise<Availability> {
      const vad = await parts.vad.availability();
      if (!vad.available) return vad;
      const chosen = await parts.chooseModel(settings);
      if (chosen && chosen.kind !== 'whisper-onnx' && addonVersion('cpu') === null) {
        return {
          available: false,
          reason: sentence('reason.no-speech-engine'),
          needs: [],
        };
      }
      if (chosen) return { available: true };
      const { model } = settings.speech;
      return model === null
        ? {
            available: false,
            reason: sentence('reason.no-speech-model'),
            needs: [neededModel(BUNDLED_SPEECH_MODEL, 'need.speech-model')],
          }
        : {
            available: false,
            reason: sentence(
              (await isDamaged(settings.modelsFolder, model))
                ? 'reason.speech-model-damaged'
                : 'reason.speech-model-missing',
              { model },
            ),
            needs: [neededModel(model, 'need.chosen-model')],
          };
    },
    start: (context) => start(context, settings, parts),
  };
}

async function start(context: ModuleContext, settings: EngineSettings, parts: TranscriptionParts) {
  // `availability` has reported a missing model; one removed since then fails to load.
  const model = (await parts.chooseModel(settings))!;
  const detector = context.vad ?? sharedVad();
  const vad = await detector.join(parts.vad);
  const factory = () => parts.speakers?.(settings) ?? null;
  const speakers = await startSpeakers(context, factory, () => detector.join(parts.vad)).catch(async (error) => {
    await vad.dispose();
    throw error;
  });
  let found: SpeakerFindings | undefined;
  let engine: SpeechEngine | undefined;
  /** Engine of the first line: another one at the end means that the GPU failed. */
  let device: string | undefined;
  const load = async (): Promise<Recognizer> => {
    engine = await parts.load(model, context, settings);
    device = engineIdOf(engine.info);
    return { engine, ...requestOf(engine, settings, context) };
  };

  const segments: SegmentDraft[] = [...resumableSegments(context, model.id)];
  const resumed = segments.length;
  const removed = { repeated: 0, invented: 0 };
  const dropped: DroppedCandidate[] = [];
  const transcriber = new Transcriber({
    load,
    vad: vad.stream,
    ...(context.isCloser && { minSpeech: CLOSER_SPEECH }),
    language: languageOfLines(segments),
    signal: context.signal,
    from: resumePosition(segments),
    onChunk(found, until) {
      if (found.length === 0) return;
      const chunk = withResumePosition(found, until);
      segments.push(...chunk);
      context.checkpoint?.(engineIdOf(engine!.info), chunk, resumed);
    },
    onInvented: (words) => dropped.push(droppedPhrase(words)),
    onRemoved(kind, words, time) {
      removed[kind] += words;
      context.log.info(`${kind} words removed`, { words, time });
    },
  });
  let isSpeedKnown = false;
  const rememberSpeed = async (): Promise<void> => {
    if (engine) isSpeedKnown = await recordSpeed(context, settings, engine, transcriber.effort);
  };
  return {
    get engine() {
      return engine?.info ?? engineInfo(model);
    },
    get workedUntil() {
      return transcriber.workedUntil;
    },
    needs: { audio: true },
    notes: { dropped },
    get speakers() {
      return found;
    },
    async onAudio(chunk: { time: number; samples: Float32Array }) {
      // Both must receive the samples before either continues: they share the detector.
      await Promise.all([transcriber.listen(chunk), speakers?.listen(chunk.samples)]);
      // Early, so that the window can state how long the speech of a first analysis takes.
      if (!isSpeedKnown) await rememberSpeed();
    },
    async finish() {
      await transcriber.finish(context.onFinishProgress);
      await rememberSpeed();
      if (engine && engineIdOf(engine.info) !== device) context.warn(sentence('warning.speech-gpu-failed'));
      for (const kind of ['repeated', 'invented'] as const)
        if (removed[kind] > 0) context.warn(sentence(`warning.speech-${kind}`, { count: removed[kind] }));
      const lines = withoutResumePositions(segments);
      const diarized = await speakers?.finish();
      if (!diarized) return lines;
      found = diarized.findings;
      return assignSpeakers(lines, diarized.turns);
    },
    async dispose() {
      await Promise.all([engine?.dispose(), vad.dispose(), speakers?.dispose()]);
    },
  };
}

/** Records how fast speech was recognized; false if that is not known yet. */
async function recordSpeed(
  { log }: ModuleContext,
  { modelsFolder }: EngineSettings,
  { info }: SpeechEngine,
  { sound, spent }: Transcriber['effort'],
): Promise<boolean> {
  try {
    return await recordJobSpeed(modelsFolder, engineIdOf(info), sound, spent);
  } catch (error) {
    // The transcript does not depend on it.
    log.warn('the speed could not be recorded', { reason: String(error) });
    return true;
  }
}

/** Options for the engine; warns about settings that it does not support. */
function requestOf(engine: SpeechEngine, { speech }: EngineSettings, context: ModuleContext): RecognitionOptions {
  const { text, warnings } = primingOf(speech.vocabulary, context.settings.initialPrompt, engine.supports.prompt);
  const translate = speech.translate === true;
  for (const warning of [
    ...warnings,
    ...languageWarnings(speech.language, engine),
    ...(translate && !engine.supports.translation ? [sentence('warning.no-translation')] : []),
  ]) {
    context.warn(warning);
  }
  return {
    language: engine.supports.language ? speech.language : null,
    prompt: text,
    translate: translate && engine.supports.translation,
  };
}

function languageWarnings(language: string | null, engine: SpeechEngine): LocalizedText[] {
  if (language === null || engine.supports.language) return [];
  if (engine.multilingual) return [sentence('warning.language-detected')];
  return language === 'en' ? [] : [sentence('warning.english-only', { language })];
}
