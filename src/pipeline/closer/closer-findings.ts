import { roundSeconds } from '../../base/time.ts';
import type { CloserModule } from '../../contract/analysis/closer-look.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { newFindings } from '../../core/closer/new-findings.ts';
import { type EmbeddingTools, FindingsSender } from '../findings-sender.ts';
import type { CompletedOutcome, ModuleRunner } from '../module-runner.ts';
import type { CloserSpec } from '../protocol.ts';

/** Findings of the modules of a closer look, of all views and tracks. */
export class CloserFindings {
  readonly #found = new Map<CloserModule, SegmentDraft[]>();
  readonly #ran = new Map<CloserModule, { engine: string; seconds: number; looks: number }>();
  readonly #failed = new Map<CloserModule, LocalizedText>();

  fail(module: CloserModule, error: LocalizedText): void {
    this.#failed.set(module, error);
  }

  /**
   * Finishes the modules of a view or track. @param view length in seconds and number of pictures
   * @param placed returns findings to keep, at their time in the video and their place in the frame
   */
  async collect(
    runners: readonly ModuleRunner[],
    view: { duration: number; looks: number },
    placed: (module: CloserModule, drafts: readonly SegmentDraft[]) => SegmentDraft[],
  ): Promise<void> {
    for (const runner of runners) {
      const module = runner.name as CloserModule;
      const outcome = await runner.finish(view.duration);
      if (outcome.status !== 'completed') {
        this.fail(module, outcome.error);
        continue;
      }
      const before = this.#ran.get(module);
      const { engine, seconds, segments } = outcome;
      this.#ran.set(module, {
        engine,
        seconds: (before?.seconds ?? 0) + seconds,
        looks: (before?.looks ?? 0) + view.looks,
      });
      this.#found.set(module, [...(this.#found.get(module) ?? []), ...placed(module, segments)]);
    }
  }

  /** Sends what is new, and what ran. @param known findings that the video has already */
  async send(
    modules: readonly CloserModule[],
    known: CloserSpec['run']['finished'],
    tools: EmbeddingTools,
  ): Promise<void> {
    const sender = new FindingsSender(tools);
    for (const module of modules) {
      const ran = this.#ran.get(module);
      if (ran) {
        const own = known.find((one) => one.module === module)?.segments ?? [];
        const segments = newFindings(module, this.#found.get(module) ?? [], own).map(rounded);
        const outcome: Omit<CompletedOutcome, 'notes'> = { status: 'completed', segments, speakers: undefined, ...ran };
        await sender.send(module, outcome);
      }
      tools.send({
        type: 'examined',
        module,
        engine: ran?.engine ?? null,
        looks: ran?.looks ?? 0,
        error: ran ? null : (this.#failed.get(module) ?? null),
      });
    }
  }
}

function rounded(draft: SegmentDraft): SegmentDraft {
  return { ...draft, start_time: roundSeconds(draft.start_time), end_time: roundSeconds(draft.end_time) };
}
