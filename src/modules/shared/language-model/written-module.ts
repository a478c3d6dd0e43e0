import { CanceledError, CodedError } from '../../../base/errors.ts';
import { message } from '../../../contract/message.ts';
import { MODULE_CATALOG } from '../../../contract/modules.ts';
import type { SegmentDraft } from '../../../contract/segment.ts';
import type { EngineFactory, EngineInfo, GeneratingEngine } from '../../../models/engine.ts';
import type { ModuleFinding } from '../../../models/language/compress.ts';
import type { AnalysisModule, ModuleContext } from '../../module.ts';

/** A module that a language model can write, and its extractive fallback. */
export interface WrittenParts {
  name: 'summary' | 'chapters' | 'keywords';
  /** Subject of the warning: `The summary`. */
  title: string;
  info: EngineInfo;
  extract(context: ModuleContext): SegmentDraft[];
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
      const { reason, needs } = model;
      const text = message('reason.no-language-model', { reason: model.text ?? reason });
      return { available: true, missing: { reason: `The language model is unavailable: ${reason}`, text, needs } };
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
            context.warn(
              `${parts.title} was made without the language model, whose output did not match the findings.`,
              message('warning.extracted-unfit', { module: message(`module.${name}`) }),
            );
          } catch (error) {
            if (context.signal.aborted || error instanceof CanceledError) throw new CanceledError();
            if (!(error instanceof CodedError)) throw error;
            context.warn(
              `${parts.title} was made without the language model: ${error.message}`,
              message('warning.extracted', { module: message(`module.${name}`), reason: error.message }),
            );
          }
          return parts.extract(context);
        },
        async dispose() {},
      };
    },
  };
}
