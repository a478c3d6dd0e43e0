import type { Logger } from '../../../base/logger.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { EngineInfo } from '../../engine.ts';
import { physicalCores } from '../cores.ts';
import type { GgmlSpeechModel } from '../model-file.ts';
import type { Recognition, RecognitionOptions, SpeechEngine } from '../recognizer.ts';
import { addonVersion, type loadAddon } from './addon.ts';
import { type Device, openCpu, openDevice } from './device.ts';
import { outcomeOf } from './outcome.ts';
import { spreadWords, wordsOf } from './tokens.ts';

export interface EngineParts {
  /** Folder of all models. */
  folder: string;
  log: Logger;
  loadAddon?: typeof loadAddon;
  addonVersion?: typeof addonVersion;
}

/** Loads a Whisper or Parakeet model. @throws ReelscopeError `model_unavailable` */
export async function loadWhisperCpp(model: GgmlSpeechModel, parts: EngineParts): Promise<SpeechEngine> {
  const options = { ...parts, file: model.file, kind: model.kind };
  let device: Device;
  try {
    device = await openDevice(options);
  } catch (cause) {
    throw new ReelscopeError('model_unavailable', sentence('engine.speech-model', { model: model.id }), { cause });
  }

  async function listen(samples: Float32Array, hearing: RecognitionOptions): Promise<Recognition> {
    const pcm = toPcm16(samples);
    const result = await outcomeOf(() => device.context.transcribeData(pcm, callOptions(model, hearing)).promise);
    if (model.kind === 'parakeet') {
      const words = result.segments.flatMap(({ text, t0, t1 }) => spreadWords(text, t0 / 1000, t1 / 1000));
      return { words, language: null, timesEstimated: true };
    }
    const language = model.multilingual ? (result.language ?? null) : 'en';
    const recognized = { words: wordsOf(result.segments, result.result), language, timesEstimated: false };
    if (!hearing.translate || !model.multilingual || language === 'en') return recognized;
    const options = { ...callOptions(model, { ...hearing, language }), translate: true };
    const translated = await outcomeOf(() => device.context.transcribeData(pcm, options).promise);
    return { ...recognized, translation: wordsOf(translated.segments, translated.result) };
  }

  return {
    get info() {
      return whisperCppInfo(model.id, device.name);
    },
    supports: {
      language: model.kind === 'whisper' && model.multilingual,
      prompt: model.kind === 'whisper',
      translation: model.kind === 'whisper' && model.multilingual,
    },
    multilingual: model.multilingual,
    async recognize(samples, hearing) {
      try {
        return await listen(samples, hearing);
      } catch (cause) {
        if (!device.gpu) throw new ReelscopeError('internal', sentence('engine.speech-failed'), { cause });
        parts.log.warn('GPU failed; continuing on the CPU', { reason: String(cause) });
        await device.close();
        device = await openCpu(options);
        return listen(samples, hearing);
      }
    },
    dispose: () => device.close(),
  };
}

/** How a model signs its segments. */
export function whisperCppInfo(id: string, device = 'cpu'): EngineInfo {
  return { id, version: `whisper.node-${addonVersion('cpu') ?? '?'}-${device}` };
}

function callOptions(model: GgmlSpeechModel, { language, prompt }: RecognitionOptions): Record<string, unknown> {
  const maxThreads = physicalCores();
  if (model.kind === 'parakeet') return { maxThreads };
  return {
    maxThreads,
    // An English-only model asked to find the language out takes its first token for one.
    language: model.multilingual ? (language ?? 'auto') : 'en',
    // One segment per token, with its times: the addon exposes tokens in no other form.
    tokenTimestamps: true,
    maxLen: 1,
    // Chunks are independent, so that a recognition error does not affect later ones.
    maxContext: prompt === null ? 0 : 224,
    ...(prompt !== null && { prompt }),
  };
}

/** 16-bit samples, as the addon takes them. */
function toPcm16(samples: Float32Array): ArrayBuffer {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i++) pcm[i] = Math.max(-1, Math.min(1, samples[i]!)) * 32_767;
  return pcm.buffer;
}
