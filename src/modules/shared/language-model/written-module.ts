import { CanceledError, CodedError } from '../../../base/errors.ts';
import { MODULE_CATALOG, type ModuleName } from '../../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { message } from '../../../contract/message.ts';
import { errorText, sentence } from '../../../core/texts/sentence.ts';
import type { EngineFactory, EngineInfo, GeneratingEngine } from '../../../models/engine.ts';
import type { ModuleFinding } from '../../../models/language/compress.ts';
import type { AnalysisModule, ModuleContext } from '../../module.ts';
import { type Embed, withSentenceEncoder } from './sentence-encoder.ts';

/** A module of which a language model writes parts, and its extractive form. */
export interface WrittenParts {
  name: 'summary' | 'chapters' | 'keywords';
  info: EngineInfo;
  extract(context: ModuleContext, embed: Embed | null): SegmentDraft[] | Promise<SegmentDraft[]>;
  /**
   * Returns the findings with what the model wrote and other findings support, and those of `extracted` instead of the
   * rest; null if nothing of it is supported. @throws ReelscopeError `model_unavailable`
   */
  write(
    model: GeneratingEngine,
    extracted: readonly SegmentDraft[],
    context: ModuleContext,
    embed: Embed | null,
  ): Promise<SegmentDraft[] | null>;
}

/** Creates the module: written by the connected model, otherwise extracted; the job completes either way. */
export function writtenModule(parts: WrittenParts, language: EngineFactory<GeneratingEngine> | null): AnalysisModule {
  const { name, info } = parts;
  return {
    name,
    input: 'segments',
    async engine() {
      if (!language || !(await language.availability()).available) return info;
      return (await language.load()).info;
    },
    async availability() {
      const model = await language?.availability();
      if (!model || model.available) return { available: true };
      const reason = sentence('reason.no-language-model', { reason: model.reason });
      return { available: true, missing: { reason, needs: model.needs } };
    },
    async start(context) {
      let engine = info;
      return {
        get engine() {
          return engine;
        },
        needs: {},
        finish: () =>
          withSentenceEncoder(context.signal, async (embed) => {
            const extracted = await parts.extract(context, embed);
            // Without an extract there is nothing to write about.
            if (!language || extracted.length === 0) return extracted;
            try {
              const model = await language.load();
              const written = await parts.write(model, extracted, context, embed);
              if (written) {
                engine = model.info;
                return written;
              }
              context.warn(sentence('warning.extracted-unfit', { module: message(`module.${name}`) }));
            } catch (error) {
              if (context.signal.aborted || error instanceof CanceledError) throw new CanceledError();
              if (!(error instanceof CodedError)) throw error;
              const reason = errorText(error);
              context.warn(sentence('warning.extracted', { module: message(`module.${name}`), reason }));
            }
            return extracted;
          }),
        async dispose() {},
      };
    },
  };
}

/** Findings of some of the modules that a written module reads, by default of all, in the order of time. */
export function findingsToRead(
  context: Pick<ModuleContext, 'segmentsOf'>,
  name: WrittenParts['name'],
  modules: readonly ModuleName[] = MODULE_CATALOG[name].reads,
): (SegmentDraft & ModuleFinding)[] {
  return modules
    .flatMap((module) => context.segmentsOf(module).map((segment) => ({ ...segment, module })))
    .sort((a, b) => a.start_time - b.start_time);
}
