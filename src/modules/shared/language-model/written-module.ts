import { CanceledError, CodedError } from '../../../base/errors.ts';
import { MODULE_CATALOG } from '../../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { message } from '../../../contract/message.ts';
import { errorText, sentence } from '../../../core/texts/sentence.ts';
import type { EngineFactory, EngineInfo, GeneratingEngine } from '../../../models/engine.ts';
import type { ModuleFinding } from '../../../models/language/compress.ts';
import type { AnalysisModule, ModuleContext } from '../../module.ts';

/** A module that a language model can write, and its extractive fallback. */
export interface WrittenParts {
  name: 'summary' | 'chapters' | 'keywords';
  info: EngineInfo;
  extract(context: ModuleContext): SegmentDraft[] | Promise<SegmentDraft[]>;
  /** Null if the model's output is unusable or there are no findings. @throws ReelscopeError `model_unavailable` */
  write(
    model: GeneratingEngine,
    findings: readonly ModuleFinding[],
    context: ModuleContext,
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
        async finish() {
          const findings = MODULE_CATALOG[name].reads.flatMap((module) =>
            context.segmentsOf(module).map((segment) => ({ ...segment, module })),
          );
          if (!language || findings.length === 0) return parts.extract(context);
          try {
            const model = await language.load();
            const written = await parts.write(model, findings, context);
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
          return parts.extract(context);
        },
        async dispose() {},
      };
    },
  };
}
